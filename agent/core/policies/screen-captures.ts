/** Takes pictures of the screen for policies that want them: when one begins to act, and again while it does. */
import type { Clock } from '#protocol/clock.ts';
import { captureEvent } from './policy-events.ts';
import type { ReportFinding, ReportPictures } from './report-pictures.ts';

/** Each is an alert for the tutors. */
const APART_MS = 10 * 60_000;
/** After one of which there was no picture. */
const AGAIN_MS = 10_000;

export function createScreenCaptures(deps: {
  clock: Clock;
  pictures: ReportPictures;
  report: ReportFinding;
}) {
  const { clock, pictures, report } = deps;
  /** The policies that want pictures. */
  let wanting: readonly string[] = [];
  /** Those whose next picture has not been taken. */
  const due = new Set<string>();
  let end: (() => void) | undefined;
  let cancelWait: (() => void) | undefined;

  /** Where the picture of another report is too recent, this one is taken some seconds later and not left out. */
  async function capture(): Promise<void> {
    cancelWait?.();
    cancelWait = undefined;
    if (due.size === 0) return;
    const freeInMs = pictures.freeInMs();
    if (freeInMs > 0) {
      captureIn(freeInMs);
      return;
    }
    const ids = [...due];
    due.clear();
    const at = clock.now();
    const taken = pictures.take();
    // A capture without its picture says nothing: the student is private, or there is no screen to see.
    if ((await taken) === undefined) {
      for (const id of ids) if (wanting.includes(id)) due.add(id);
      if (due.size > 0) captureIn(AGAIN_MS);
      return;
    }
    for (const policyId of ids) report(captureEvent({ policyId, at }), taken);
  }
  function captureIn(ms: number): void {
    cancelWait?.();
    cancelWait = clock.after(ms, () => void capture());
  }
  function want(ids: readonly string[]): void {
    for (const id of ids) due.add(id);
    void capture();
  }

  return {
    /** The policies that want pictures now. */
    follow(next: readonly string[]): void {
      const begun = next.filter((id) => !wanting.includes(id));
      wanting = next;
      for (const id of due) if (!next.includes(id)) due.delete(id);
      if (begun.length > 0) want(begun);
      if (next.length === 0) {
        cancelWait?.();
        end?.();
        end = undefined;
      } else end ??= clock.every(APART_MS, () => want(wanting));
    },
    stop(): void {
      wanting = [];
      due.clear();
      end?.();
      cancelWait?.();
    },
  };
}

/** Takes pictures of the screen for policies that want them: when one begins to act, and again while it does. */
import type { Clock } from '#protocol/clock.ts';
import { captureEvent } from './policy-events.ts';
import type { ReportFinding, ReportPictures } from './report-pictures.ts';

/** Each is an alert for the tutors. */
const APART_MS = 10 * 60_000;

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
    const freeInMs = pictures.freeInMs();
    cancelWait = freeInMs > 0 ? clock.after(freeInMs, () => void capture()) : undefined;
    if (cancelWait) return;
    const ids = [...due];
    due.clear();
    if (ids.length === 0) return;
    const at = clock.now();
    const taken = pictures.take();
    // A capture without its picture says nothing.
    if ((await taken) === undefined) return;
    for (const policyId of ids) report(captureEvent({ policyId, at }), taken);
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
        end?.();
        end = undefined;
      } else end ??= clock.every(APART_MS, () => want(wanting));
    },
    stop(): void {
      end?.();
      cancelWait?.();
    },
  };
}

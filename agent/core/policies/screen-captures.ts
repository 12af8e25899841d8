/** Takes pictures of the screen for policies: when one becomes active, and repeatedly while it is. */
import type { Clock } from '#protocol/clock.ts';
import { captureEvent } from './policy-events.ts';
import type { ReportFinding, ReportPictures } from './report-pictures.ts';

/** The pause between two pictures, because each is an alert for the tutors. */
const INTERVAL_MS = 10 * 60_000;
/** The delay after a capture without a picture. */
const RETRY_DELAY_MS = 10_000;

export function createScreenCaptures(deps: {
  clock: Clock;
  pictures: ReportPictures;
  report: ReportFinding;
}) {
  const { clock, pictures, report } = deps;
  /** The ids of the policies that ask for pictures. */
  let wanting: readonly string[] = [];
  /** The policies whose next picture was not taken yet. */
  const due = new Set<string>();
  let end: (() => void) | undefined;
  let cancelWait: (() => void) | undefined;

  /** If another report's picture is too recent, the capture is delayed by some seconds instead of skipped. */
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
    // A capture without its picture is useless: the student is private, or there is no screen to draw.
    if ((await taken) === undefined) {
      for (const id of ids) if (wanting.includes(id)) due.add(id);
      if (due.size > 0) captureIn(RETRY_DELAY_MS);
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
    /** Applies the current list of policies that ask for pictures. */
    follow(next: readonly string[]): void {
      const begun = next.filter((id) => !wanting.includes(id));
      wanting = next;
      for (const id of due) if (!next.includes(id)) due.delete(id);
      if (begun.length > 0) want(begun);
      if (next.length === 0) {
        cancelWait?.();
        end?.();
        end = undefined;
      } else end ??= clock.every(INTERVAL_MS, () => want(wanting));
    },
    stop(): void {
      wanting = [];
      due.clear();
      end?.();
      cancelWait?.();
    },
  };
}

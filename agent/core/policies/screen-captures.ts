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
  let policyIds: readonly string[] = [];
  let end: (() => void) | undefined;

  const capture = async (ids: readonly string[]): Promise<void> => {
    const at = clock.now();
    const taken = pictures.take();
    // A capture without its picture says nothing.
    if ((await taken) === undefined) return;
    for (const policyId of ids) report(captureEvent({ policyId, at }), taken);
  };

  return {
    /** The policies that want pictures now. */
    follow(next: readonly string[]): void {
      const begun = next.filter((id) => !policyIds.includes(id));
      policyIds = next;
      if (begun.length > 0) void capture(begun);
      if (next.length === 0) {
        end?.();
        end = undefined;
      } else end ??= clock.every(APART_MS, () => void capture(policyIds));
    },
    stop(): void {
      end?.();
    },
  };
}

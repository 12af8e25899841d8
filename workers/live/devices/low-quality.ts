/** Notices that a client's pictures keep coming at a lower quality than was asked. */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';

/** More pictures than these, one after the other, are no accident. */
const MAX_WRONG = 5;

/** `tell`: it has begun, and 5 s later it counts anew. */
export function createLowQuality(deps: { clock: Clock; tell(isLow: boolean): void }) {
  let wrong = 0;
  let stopTelling: (() => void) | undefined;

  return {
    /** Counts one picture; `expected` is undefined while no picture is asked for. */
    count(quality: number, expected: number | undefined) {
      const isRight = expected === undefined || quality >= expected;
      wrong = isRight ? 0 : wrong + 1;
      if (wrong <= MAX_WRONG || stopTelling) return;
      wrong = 0;
      deps.tell(true);
      stopTelling = deps.clock.after(TIMING.qualityMismatchDropMs, () => {
        stopTelling = undefined;
        deps.tell(false);
      });
    },
    stop: () => stopTelling?.(),
  };
}

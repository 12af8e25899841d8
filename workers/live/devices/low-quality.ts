/** Detects a client whose pictures keep arriving at a lower quality than requested. */
import { TIMING } from '#domain/timing.ts';
import type { Clock } from '#protocol/clock.ts';

/** More low-quality pictures in a row than these are no coincidence. */
const MAX_WRONG = 5;

/** `onChange`: called with true at the start, and with false 5 s later, when counting restarts. */
export function createLowQuality(deps: { clock: Clock; onChange(isLow: boolean): void }) {
  let wrong = 0;
  let stopTelling: (() => void) | undefined;

  return {
    /** Counts one picture; `expected` is undefined while no pictures are requested. */
    count(quality: number, expected: number | undefined) {
      const isRight = expected === undefined || quality >= expected;
      wrong = isRight ? 0 : wrong + 1;
      if (wrong <= MAX_WRONG || stopTelling) return;
      wrong = 0;
      deps.onChange(true);
      stopTelling = deps.clock.after(TIMING.qualityMismatchDropMs, () => {
        stopTelling = undefined;
        deps.onChange(false);
      });
    },
    stop: () => stopTelling?.(),
  };
}

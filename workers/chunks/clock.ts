/** Time as transfers see it. */
import type { TransferClock } from '#protocol/transfer/transfer-run.ts';

export const systemClock: TransferClock = {
  now: () => Date.now(),
  after(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

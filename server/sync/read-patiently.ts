/** Retries a read while the directory throttles or does not answer, because jobs have time. */

import { wait } from '#base/wait.ts';
import type { Read } from '#directories/directory.ts';
import type { Clock } from '#protocol/clock.ts';

/** Limit of the total delay for one page. */
const MAX_WAIT_MS = 15 * 60_000;
const RETRY_DELAYS_MS = [5_000, 15_000, 60_000];

export async function readPatiently<T>(
  read: () => Promise<Read<T>>,
  { clock, signal }: { clock: Pick<Clock, 'after'>; signal: AbortSignal },
): Promise<Read<T>> {
  let throttledMs = 0;
  let timesAway = 0;
  for (;;) {
    const answer = await read();
    if (signal.aborted) return answer;
    if (answer.name === 'throttled') {
      const ms = Math.max(1, answer.seconds) * 1_000;
      throttledMs += ms;
      if (throttledMs > MAX_WAIT_MS) return answer;
      await wait(clock, ms, signal);
      continue;
    }
    const delayMs = RETRY_DELAYS_MS[timesAway];
    if (answer.name !== 'away' || delayMs === undefined) return answer;
    timesAway += 1;
    await wait(clock, delayMs, signal);
  }
}

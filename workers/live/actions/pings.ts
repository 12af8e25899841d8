/** Resends a ping three times with growing delays, because a first packet is easily lost. */
import { PING_RETRY_DELAYS_MS } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';

/** Returns the stop. */
export function startPingRetries(clock: Clock, sayAgain: () => void): () => void {
  let said = 0;
  let stop: () => void = () => {};
  const next = () => {
    const delayMs = PING_RETRY_DELAYS_MS[said];
    if (delayMs === undefined) return;
    stop = clock.after(delayMs, () => {
      said += 1;
      sayAgain();
      next();
    });
  };
  next();
  return () => stop();
}

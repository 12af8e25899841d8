/** Resends a ping three times with growing delays, because a first packet is easily lost. */
import { PING_RETRY_DELAYS_MS } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';

/** Returns the stop. */
export function startPingRetries(clock: Clock, resend: () => void): () => void {
  let sentCount = 0;
  let stop: () => void = () => {};
  const next = () => {
    const delayMs = PING_RETRY_DELAYS_MS[sentCount];
    if (delayMs === undefined) return;
    stop = clock.after(delayMs, () => {
      sentCount += 1;
      resend();
      next();
    });
  };
  next();
  return () => stop();
}

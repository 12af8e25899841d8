/** Pause before a call is repeated: the caller's own, or the longer one that the answer asks for. */
import { isAppError } from './app-error.ts';

/** Longest pause of an automatic retry, whatever the answer asks for. */
const MAX_RETRY_DELAY_MS = 300_000;

/** `random`: 0 to below 1. Extends the requested pause by up to a quarter, to spread all refused callers. */
export function retryPauseMs(error: unknown, ownMs: number, random: () => number): number {
  const seconds = isAppError(error) ? error.detail.retryAfter : undefined;
  if (seconds === undefined) return ownMs;
  const requestedMs = Math.min(MAX_RETRY_DELAY_MS, seconds * 1_000);
  return Math.max(ownMs, Math.round(requestedMs * (1 + random() / 4)));
}

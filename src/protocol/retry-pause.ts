/** How long to wait before a call is made again: one's own pause, or the longer one that the answer has asked for. */
import { isAppError } from './app-error.ts';

/** What a caller who comes back by itself waits at most, whatever the answer says. */
const LONGEST_MS = 300_000;

/**
 * `random`: 0 to below 1. The wait that was asked for is drawn out by up to a quarter of it, so that all who were
 * refused do not come back in one instant.
 */
export function retryPauseMs(error: unknown, ownMs: number, random: () => number): number {
  const seconds = isAppError(error) ? error.detail.retryAfter : undefined;
  if (seconds === undefined) return ownMs;
  const askedMs = Math.min(LONGEST_MS, seconds * 1_000);
  return Math.max(ownMs, Math.round(askedMs * (1 + random() / 4)));
}

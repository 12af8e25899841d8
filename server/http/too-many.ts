/** The rejection because of a rate limit: 429, with the seconds until the next attempt can succeed. */

import type { RateLimit } from '#base/rate-limit.ts';
import { AppError } from '#protocol/app-error.ts';

/** `what`: a sentence for people. */
export const tooMany = (what: string, retryAfter: number): AppError =>
  new AppError('forbidden', what, { detail: { status: 429, retryAfter } });

/** Throws the rejection if `key` has used up its limit. */
export function takeOrRefuse(
  limit: RateLimit,
  { key, amount = 1, what }: { key: string; amount?: number; what: string },
) {
  if (!limit.take(key, amount)) throw tooMany(what, limit.waitSeconds(key, amount));
}

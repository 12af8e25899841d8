/** The refusal of a call that is one too many: 429, with the seconds after which another try is worth it. */
import { AppError } from '#protocol/app-error.ts';
import type { RateLimit } from '../broker/rate-limit.ts';

/** `what`: a sentence for people. */
export const tooMany = (what: string, retryAfter: number): AppError =>
  new AppError('forbidden', what, { detail: { status: 429, retryAfter } });

/** Throws the refusal where `key` has used up its limit. */
export function takeOrRefuse(
  limit: RateLimit,
  { key, amount = 1, what }: { key: string; amount?: number; what: string },
) {
  if (!limit.take(key, amount)) throw tooMany(what, limit.waitSeconds(key, amount));
}

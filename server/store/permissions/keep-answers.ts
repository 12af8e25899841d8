/** A cache of answers that are read often and change seldom. Concurrent callers share one query. */

import type { Change, Changes } from '#base/changes.ts';
import { isWithin } from '#base/is-within.ts';
import type { EpochMs } from '#protocol/clock.ts';

/** Maximum of cached answers of a tenant; beyond it all are dropped, which is cheaper than sorting them. */
const MAX_ANSWERS = 20_000;

type CachedQuery<T> = { read(): Promise<T>; maxAgeMs: number };
export type Keep = <T>(tenant: string, key: string, kept: CachedQuery<T>) => Promise<T>;

/** `mayChange`: whether a change of the tenant may make its cached answers stale. */
export function createKeep(
  changes: Pick<Changes, 'listen'>,
  { mayChange, clock }: { mayChange(change: Change): boolean; clock: () => EpochMs },
): Keep {
  const tenants = new Map<string, Map<string, { answer: Promise<unknown>; at: number }>>();
  // The subscription lives as long as the platform, like the cache itself.
  changes.listen((change) => {
    if (mayChange(change)) tenants.delete(change.tenant);
  });
  return <T>(tenant: string, key: string, { read, maxAgeMs }: CachedQuery<T>) => {
    const answers = tenants.get(tenant) ?? new Map<string, { answer: Promise<unknown>; at: number }>();
    tenants.set(tenant, answers);
    const known = answers.get(key);
    if (known && isWithin(maxAgeMs, { at: known.at, now: clock() })) return known.answer as Promise<T>;
    if (answers.size >= MAX_ANSWERS) answers.clear();
    const answer = read();
    answers.set(key, { answer, at: clock() });
    // The caller receives the failure, and the next call queries again.
    answer.catch(() => answers.delete(key));
    return answer;
  };
}

import type { EpochMs } from '#protocol/clock.ts';
import type { Watcher } from '../core/feedback/watchers.ts';
import type { SeenWatcher } from './student-state.ts';

/** Adds to each watcher since when they watch. A tutor who stops and comes back watches since then. */
export function seenWatchers(
  before: readonly SeenWatcher[],
  watchers: readonly Watcher[],
  now: EpochMs,
): readonly SeenWatcher[] {
  const since = new Map(before.map((watcher) => [watcher.tutorId, watcher.since]));
  return watchers.map((watcher) => ({ ...watcher, since: since.get(watcher.tutorId) ?? now }));
}

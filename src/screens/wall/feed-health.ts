/** Keeps an eye on what comes from a group: a wall stands for hours, and nobody may be near to see that it stands still. */
import type { Clock } from '#protocol/clock.ts';

const FEED_HEALTH = {
  checkMs: 30_000,
  restartAfterMs: 60_000,
  refreshEveryMs: 300_000,
  refreshAfterMs: 120_000,
} as const;

export type FeedHealthDeps = {
  clock: Clock;
  /** How many updates have come so far. */
  updateCount(): number;
  /** Nothing comes while nobody can see the page, and none is missed. */
  isWatched(): boolean;
  restart(): void;
  refresh(): void;
};

/**
 * Restarts the subscription where nothing has come for over 60 s, and asks everybody anew every 5 minutes where nothing
 * has come for over 2. Returns the stop.
 */
export function startFeedHealth({
  clock,
  updateCount,
  isWatched,
  restart,
  refresh,
}: FeedHealthDeps): () => void {
  let count = updateCount();
  let heardAt = clock.now();
  let restartedAt = heardAt;

  /** For how long nothing has come, as far as is known. */
  function quietMs(): number {
    if (updateCount() !== count || !isWatched()) {
      count = updateCount();
      heardAt = clock.now();
    }
    return clock.now() - heardAt;
  }

  // Looked at more often than it is acted on: an update is known to within a second.
  const stops = [
    clock.every(1_000, () => void quietMs()),
    clock.every(FEED_HEALTH.checkMs, () => {
      const sinceMs = Math.min(quietMs(), clock.now() - restartedAt);
      if (sinceMs <= FEED_HEALTH.restartAfterMs) return;
      restartedAt = clock.now();
      console.debug('wall: nothing has come for a minute, the subscription restarts');
      restart();
    }),
    clock.every(FEED_HEALTH.refreshEveryMs, () => {
      if (quietMs() > FEED_HEALTH.refreshAfterMs) refresh();
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}

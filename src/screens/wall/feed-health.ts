/** Monitors the updates of a group, because a wall runs for hours and may stall unnoticed. */
import type { Clock } from '#protocol/clock.ts';

const FEED_HEALTH = {
  checkMs: 30_000,
  restartAfterMs: 60_000,
  refreshEveryMs: 300_000,
  refreshAfterMs: 120_000,
} as const;

export type FeedHealthDeps = {
  clock: Clock;
  /** Number of updates received so far. */
  updateCount(): number;
  /** False while the page is hidden: it then receives no updates, and that is no failure. */
  isWatched(): boolean;
  restart(): void;
  refresh(): void;
};

/**
 * Restarts the subscription after more than 60 s without updates. Every 5 minutes, requests new data from all
 * devices if there were no updates for more than 2 minutes. Returns the function that stops it.
 */
export function startFeedHealth({
  clock,
  updateCount,
  isWatched,
  restart,
  refresh,
}: FeedHealthDeps): () => void {
  let count = updateCount();
  let lastUpdateAt = clock.now();
  let restartedAt = lastUpdateAt;

  /** Time since the last known update. */
  function quietMs(): number {
    if (updateCount() !== count || !isWatched()) {
      count = updateCount();
      lastUpdateAt = clock.now();
    }
    return clock.now() - lastUpdateAt;
  }

  // Sampled every second, so that the time of the last update is known to within a second.
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

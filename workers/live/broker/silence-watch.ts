/**
 * Notices a connection that is dead without saying so (a black-holed network sends no FIN): a broker that is silent
 * is pinged, and one that does not answer that either is given up, 10 s after its last word.
 */
import type { Clock } from '#protocol/clock.ts';

const TICK_MS = 1_000;
/** In ticks, not by the clock: while this worker is frozen, nothing is heard because nobody listens. */
const PING_AFTER_TICKS = 5;
const DEAD_AFTER_TICKS = 10;
/** How long a broker may take to answer a ping when there is reason to doubt. */
const ANSWER_TICKS = 3;

export type SilenceWatch = {
  /** Something came from the broker. */
  heard(): void;
  /** There is reason to doubt: the network changed, or the machine was asleep. */
  probe(): void;
  /** Answers the epoch ms of its last word, to a second: before a sleep of the machine, where it has said nothing since. */
  stop(): number;
};

export function watchSilence(deps: { clock: Clock; ping(): void; onDead(): void }): SilenceWatch {
  const { clock } = deps;
  let silentTicks = 0;
  let tickedAt = clock.now();
  let heardAt = tickedAt;

  const stop = clock.every(TICK_MS, () => {
    const now = clock.now();
    const wasAsleep = now - tickedAt > ANSWER_TICKS * TICK_MS;
    if (silentTicks === 0) heardAt = wasAsleep ? tickedAt : now;
    tickedAt = now;
    silentTicks += 1;
    if (wasAsleep) probe();
    else if (silentTicks === PING_AFTER_TICKS) deps.ping();
    else if (silentTicks >= DEAD_AFTER_TICKS) {
      stop();
      deps.onDead();
    }
  });

  function probe() {
    const doubtful = DEAD_AFTER_TICKS - ANSWER_TICKS;
    if (silentTicks >= doubtful) return;
    silentTicks = doubtful;
    deps.ping();
  }

  return {
    heard() {
      silentTicks = 0;
    },
    probe,
    stop() {
      stop();
      return heardAt;
    },
  };
}

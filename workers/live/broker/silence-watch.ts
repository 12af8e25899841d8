/**
 * Detects a connection that died without notice (a black-holed network sends no FIN). A silent broker is
 * pinged; without an answer the connection is dropped, 10 s after the last message.
 */
import type { Clock, EpochMs } from '#protocol/clock.ts';

const CHECK_INTERVAL_MS = 1_000;
/** Counted in ticks instead of time, because a frozen worker receives nothing either. */
const PING_AFTER_TICKS = 5;
const DEAD_AFTER_TICKS = 10;
/** Time for the broker to answer a ping when the connection is in doubt. */
const ANSWER_TICKS = 3;

export type SilenceWatch = {
  /** A packet came from the broker. */
  heard(): void;
  /** The connection is in doubt, because the network changed or the machine was asleep. */
  probe(): void;
  /** Returns the time of the last packet, to a second; before a sleep if none followed it. */
  stop(): EpochMs;
};

export function watchSilence(deps: { clock: Clock; ping(): void; onDead(): void }): SilenceWatch {
  const { clock } = deps;
  let silentTicks = 0;
  let tickedAt = clock.now();
  let heardAt = tickedAt;

  const stop = clock.every(CHECK_INTERVAL_MS, () => {
    const now = clock.now();
    const wasAsleep = now - tickedAt > ANSWER_TICKS * CHECK_INTERVAL_MS;
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

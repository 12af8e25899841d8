/** Lets a device come and go on a schedule, repeatable by its seed. */
import type { Clock } from '#protocol/clock.ts';
import { seededRandom } from './seeded-random.ts';

const DELAY_MS = 60_000;
const WINDOW_MS = 60_000;
const STAY_MS = { low: 60_000, high: 120_000 };
const AWAY_MS = { low: 45_000, high: 120_000 };

/** Returns a function that stops the schedule. A device that is online stays online. */
export function wander(options: {
  clock: Clock;
  seed: string;
  come: () => void;
  go: () => void;
}): () => void {
  const { clock, come, go } = options;
  const random = seededRandom(options.seed, 'wanderer');
  let cancel = clock.after(DELAY_MS + random.between(0, WINDOW_MS), arrive);
  function arrive() {
    come();
    cancel = clock.after(random.between(STAY_MS.low, STAY_MS.high), leave);
  }
  function leave() {
    go();
    cancel = clock.after(random.between(AWAY_MS.low, AWAY_MS.high), arrive);
  }
  return () => cancel();
}

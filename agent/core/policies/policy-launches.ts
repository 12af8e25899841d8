/** Opens the pages and starts the programs of policies: when a policy begins to act, and as often as it says. */
import type { Clock } from '#protocol/clock.ts';
import type { Screen } from '../screen.ts';
import type { PolicyLaunch } from './strictest.ts';

export function createPolicyLaunches({ clock, screen }: { clock: Clock; screen: Pick<Screen, 'launch'> }) {
  /** What ends each of them, by what is launched and how often. */
  const running = new Map<string, () => void>();

  const begin = ({ launch, repeatIn }: PolicyLaunch): (() => void) => {
    screen.launch(launch);
    return repeatIn > 0 ? clock.every(repeatIn * 1_000, () => screen.launch(launch)) : () => {};
  };

  return {
    /** All that are wanted now. One that goes on is not begun anew. */
    follow(wanted: readonly PolicyLaunch[]): void {
      const next = new Map(wanted.map((each) => [JSON.stringify(each), each]));
      for (const [key, end] of running) {
        if (next.has(key)) continue;
        end();
        running.delete(key);
      }
      for (const [key, each] of next) {
        if (!running.has(key)) running.set(key, begin(each));
      }
    },
    stop(): void {
      for (const end of running.values()) end();
      running.clear();
    },
  };
}

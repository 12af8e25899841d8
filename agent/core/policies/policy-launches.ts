/** Opens the web pages and programs of policies: when a policy becomes active, and then at its interval. */
import type { Clock } from '#protocol/clock.ts';
import { attempt } from '../outcome.ts';
import type { Screen } from '../screen.ts';
import type { PolicyLaunch } from './strictest.ts';

export function createPolicyLaunches({ clock, screen }: { clock: Clock; screen: Pick<Screen, 'launch'> }) {
  /** The functions that stop each repetition, by launch and interval. */
  const running = new Map<string, () => void>();

  const begin = ({ launch, repeatIn }: PolicyLaunch): (() => void) => {
    const start = () => void attempt(() => screen.launch(launch));
    start();
    return repeatIn > 0 ? clock.every(repeatIn * 1_000, start) : () => {};
  };

  return {
    /** Applies the current launches. One that continues is not started again. */
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

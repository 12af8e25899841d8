/** Counts the holders of a resource, and ends it some time after the last holder has left. */
import type { Clock } from '#protocol/clock.ts';

export type Interest = {
  /** Starts the resource with the first holder; returns the release, which works once. */
  hold(name: string): () => void;
  /** Ends all resources that are in their grace time. */
  clear(): void;
};

export function createInterest(deps: {
  clock: Clock;
  graceMs: number;
  begin(name: string): void;
  end(name: string): void;
}): Interest {
  const holders = new Map<string, number>();
  const ending = new Map<string, () => void>();

  function release(name: string) {
    const left = (holders.get(name) ?? 0) - 1;
    if (left > 0) {
      holders.set(name, left);
      return;
    }
    holders.delete(name);
    const stop = deps.clock.after(deps.graceMs, () => {
      ending.delete(name);
      deps.end(name);
    });
    ending.set(name, stop);
  }

  return {
    hold(name) {
      const count = holders.get(name) ?? 0;
      holders.set(name, count + 1);
      const stopEnding = ending.get(name);
      stopEnding?.();
      ending.delete(name);
      if (count === 0 && !stopEnding) deps.begin(name);
      let held = true;
      return () => {
        if (held) release(name);
        held = false;
      };
    },
    clear() {
      for (const [name, stop] of ending) {
        stop();
        deps.end(name);
      }
      ending.clear();
    },
  };
}

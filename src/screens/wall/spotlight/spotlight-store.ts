/** The devices whose screens are enlarged on a wall. */
import { createObservable } from '#protocol/observable.ts';

/** Limited, because each is a stream of its own, and more screens would be small. */
export const MAX_SPOTLIGHT = 6;

const NO_KEYS: readonly string[] = [];

export function createSpotlight() {
  const keys = createObservable(NO_KEYS);
  const withAdded = (more: readonly string[]) => [...new Set([...keys.get(), ...more])];
  return {
    subscribe: keys.subscribe,
    /** Keys of tiles, in the order in which they were enlarged. */
    get: keys.get,
    /** Whether the limit would be exceeded together with the enlarged ones. */
    isFull: (more: readonly string[]): boolean => withAdded(more).length > MAX_SPOTLIGHT,
    /** Does nothing if the limit would be exceeded. */
    add(more: readonly string[]): void {
      const next = withAdded(more);
      if (next.length <= MAX_SPOTLIGHT) keys.set(next);
    },
    remove(key: string): void {
      keys.set(keys.get().filter((each) => each !== key));
    },
    clear: () => keys.set(NO_KEYS),
  };
}

export type Spotlight = ReturnType<typeof createSpotlight>;

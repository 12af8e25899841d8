/** How many changes are remembered; a notification comes seconds after its change at most. */
const MAX_CHANGES = 200;

/** The changes that this tab has made, by the time that the platform gave each of them. */
export type OwnChanges = {
  /** Epoch milliseconds. */
  note(at: number): void;
  has(at: number): boolean;
};

export function createOwnChanges(): OwnChanges {
  const times = new Set<number>();
  return {
    note(at) {
      times.add(at);
      const [oldest] = times;
      if (times.size > MAX_CHANGES && oldest !== undefined) times.delete(oldest);
    },
    has: (at) => times.has(at),
  };
}

export const ownChanges = createOwnChanges();

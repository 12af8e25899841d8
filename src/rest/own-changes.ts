/** How many changes are remembered; a notification comes seconds after its change at most. */
const MAX_CHANGES = 200;

/** The changes that this tab has made, by the time that the platform gave each of them. All times in epoch milliseconds. */
export type OwnChanges = {
  /** `at`: the platform's time of the change. `answeredAt`: when this tab had the answer to its write, by its own clock. */
  note(at: number, answeredAt: number): void;
  /** When this tab had the answer to the write that made the change of that time; undefined for a change made elsewhere. */
  answeredAt(at: number): number | undefined;
};

export function createOwnChanges(): OwnChanges {
  const answers = new Map<number, number>();
  return {
    note(at, answeredAt) {
      answers.set(at, answeredAt);
      const [oldest] = answers.keys();
      if (answers.size > MAX_CHANGES && oldest !== undefined) answers.delete(oldest);
    },
    answeredAt: (at) => answers.get(at),
  };
}

export const ownChanges = createOwnChanges();

/** Runs of one process use the database one after the other, each time after the calls that are being answered. */
export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

/** `quiet` resolves when no call is being answered, or soon after. */
export function createTurns(quiet: () => Promise<void>): TakeTurn {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const turn = before.then(quiet).then(work);
    before = turn.catch(() => undefined);
    return turn;
  };
}

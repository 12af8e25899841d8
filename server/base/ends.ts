/** Runs stop functions in reverse order: the last part that started stops first. */
export type Ends = {
  add(...ends: (() => Promise<unknown>)[]): void;
  /**
   * Runs every stop function, even after a failure, then rejects with the first failure. A second call runs
   * only functions that were added since.
   */
  run(): Promise<void>;
};

export function createEnds(): Ends {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    add: (...more) => void ends.push(...more),
    async run() {
      const failures: unknown[] = [];
      for (const end of ends.splice(0).reverse()) await end().catch((error: unknown) => failures.push(error));
      if (failures.length > 0) throw failures[0];
    },
  };
}

/** Ends what was started, the newest first. */
export type Ends = {
  add(...ends: (() => Promise<unknown>)[]): void;
  /**
   * Ends everything, also behind an end that fails; then rejects with the first failure. May be called again: nothing is
   * ended twice.
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

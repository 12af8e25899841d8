/** Ends what was started, the newest first. */
export type Ends = {
  add(...ends: (() => Promise<unknown>)[]): void;
  /** May be called again: what has been ended is not ended twice. */
  run(): Promise<void>;
};

export function createEnds(): Ends {
  const ends: (() => Promise<unknown>)[] = [];
  return {
    add: (...more) => void ends.push(...more),
    async run() {
      for (const end of ends.reverse().splice(0)) await end();
    },
  };
}

/** Runs the work of each key one at a time, so that it stays in order. */
export type KeyedWork = {
  enqueue(key: string, work: () => Promise<void>): void;
  /** Resolves when no work is left. */
  settled(): Promise<void>;
};

export function createKeyedWork(failed: (error: unknown) => void): KeyedWork {
  /** The last work of each key. */
  const queues = new Map<string, Promise<void>>();
  return {
    enqueue(key, work) {
      const mine: Promise<void> = (queues.get(key) ?? Promise.resolve())
        .then(work)
        .catch(failed)
        .finally(() => {
          if (queues.get(key) === mine) queues.delete(key);
        });
      queues.set(key, mine);
    },
    async settled() {
      while (queues.size > 0) await Promise.all(queues.values());
    },
  };
}

/** Does pieces of work one after the other for each key, so that what belongs together stays in order. */
export type KeyedWork = {
  enqueue(key: string, work: () => Promise<void>): void;
  /** When nothing is left to do. */
  settled(): Promise<void>;
};

export function createKeyedWork(failed: (error: unknown) => void): KeyedWork {
  /** The last piece of each key. */
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

/** Limits how many pieces of work run at a time. */

/** Runs the work, or queues it. Settles as the work does. */
export type Semaphore = <T>(work: () => Promise<T>) => Promise<T>;

export function createSemaphore(concurrency: number): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await work();
    } finally {
      // The slot is passed to the next work directly, so that no later one takes it in between.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

/** Runs `work` for each item, at most `concurrency` at a time. The results have the order of the items. */
export function boundedWork<T, R>(
  items: readonly T[],
  concurrency: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const semaphore = createSemaphore(concurrency);
  return Promise.all(items.map((item) => semaphore(() => work(item))));
}

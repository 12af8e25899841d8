/** Limits concurrent calls, so that a starting school does not overload the auth service. */
export function createSemaphore(concurrency: number) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) await new Promise<void>((enter) => waiting.push(enter));
    else running++;
    try {
      return await work();
    } finally {
      // The slot is passed to the next call directly, so that no other call takes it in between.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
export type Semaphore = ReturnType<typeof createSemaphore>;

/** Writes collected rows to the database in batches, one at a time, and retries after a failure. */

/** How long rows are collected. A class connects, or an action reaches its devices, within this time. */
const FLUSH_DELAY_MS = 1_000;
const RETRY_DELAY_MS = 5_000;

export type BatchedWrites = {
  /** Rows were collected. */
  schedule(): void;
  /** Writes the rest. A failure is not retried. */
  close(): Promise<void>;
};

/** `write` takes the collected rows and stores them. If it cannot, it puts them back and rejects. */
export function createBatchedWrites(
  write: () => Promise<void>,
  failed: (error: unknown) => void,
): BatchedWrites {
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(write).catch((error: unknown) => {
      failed(error);
      flushIn(RETRY_DELAY_MS);
    });
  }

  function flushIn(ms: number): void {
    timer ??= setTimeout(flush, ms);
  }

  return {
    schedule: () => flushIn(FLUSH_DELAY_MS),
    async close() {
      flush();
      await writing;
      clearTimeout(timer);
    },
  };
}

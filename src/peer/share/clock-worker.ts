/** Starts the clock's worker, the smallest of the console's workers. */
export const openClockWorker = (): Worker =>
  new Worker(new URL('../../../workers/clock/main.ts', import.meta.url), {
    name: 'lectern-clock',
    type: 'module',
  });

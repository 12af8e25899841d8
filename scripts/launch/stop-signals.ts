/**
 * npm passes Ctrl-C on to what it runs, and so does the terminal: one key press arrives twice. What comes within
 * this time of the first is the same wish.
 */
const SAME_WISH_MS = 600;

/**
 * Calls `first` at the first SIGINT, SIGTERM or SIGHUP, `second` at the next signal. Returns the function that stops
 * listening.
 */
export function onStopSignals({ first, second }: { first(): void; second(): void }): () => void {
  let firstAt: number | undefined;
  const heard = () => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      first();
    } else if (now - firstAt > SAME_WISH_MS) {
      second();
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, heard);
  return () => {
    for (const signal of signals) process.off(signal, heard);
  };
}

/**
 * Both npm and the terminal forward Ctrl-C, so one key press arrives twice. Signals within this time of the
 * first one count as the same key press.
 */
const DEBOUNCE_MS = 600;

/**
 * Calls `first` at the first SIGINT, SIGTERM or SIGHUP and `second` at the next signal. Returns the function
 * that removes the listeners.
 */
export function onStopSignals({ first, second }: { first(): void; second(): void }): () => void {
  let firstAt: number | undefined;
  const onSignal = () => {
    const now = performance.now();
    if (firstAt === undefined) {
      firstAt = now;
      first();
    } else if (now - firstAt > DEBOUNCE_MS) {
      second();
    }
  };
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  for (const signal of signals) process.on(signal, onSignal);
  return () => {
    for (const signal of signals) process.off(signal, onSignal);
  };
}

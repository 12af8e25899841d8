/** Limits concurrent calls, so that a starting school does not overload the auth service. */
export function createTurnstile(most: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= most) await new Promise<void>((enter) => waiting.push(enter));
    else inside++;
    try {
      return await work();
    } finally {
      // The slot is passed to the next call directly, so that no other call takes it in between.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
export type Turnstile = ReturnType<typeof createTurnstile>;

/** Lets a few calls through at a time, so that a school that starts does not storm the auth service. */
export function createTurnstile(most: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= most) await new Promise<void>((enter) => waiting.push(enter));
    else inside++;
    try {
      return await work();
    } finally {
      // The place goes to the next one without being given up in between.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
export type Turnstile = ReturnType<typeof createTurnstile>;

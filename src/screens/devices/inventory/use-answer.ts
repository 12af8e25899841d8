import { useEffect, useState } from 'react';

/** What the inventory worker answers to one question; undefined until it does. `ask` is the same as long as the question is. */
export function useAnswer<T>(ask: () => Promise<T>): { value: T } | undefined {
  const [answer, setAnswer] = useState<{ value: T }>();
  useEffect(() => {
    let isWanted = true;
    ask().then(
      (value) => isWanted && setAnswer({ value }),
      (error: unknown) => console.warn('the inventory was not answered', error),
    );
    return () => {
      isWanted = false;
    };
  }, [ask]);
  return answer;
}

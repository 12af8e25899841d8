import { useEffect, useState } from 'react';

/** The worker's answer to one query; undefined until it arrives. `ask` must be stable for the same query. */
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

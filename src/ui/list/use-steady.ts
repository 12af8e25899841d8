import { useCallback, useLayoutEffect, useRef } from 'react';

/** The same function at each draw, which calls the one of the last draw: what it is passed to need not be drawn again. */
export function useSteady<Args extends unknown[]>(call: ((...args: Args) => void) | undefined) {
  const last = useRef(call);
  useLayoutEffect(() => {
    last.current = call;
  });
  return useCallback((...args: Args) => last.current?.(...args), []);
}

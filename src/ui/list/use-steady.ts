import { useCallback, useLayoutEffect, useRef } from 'react';

/** A stable function that calls the newest `call`, so that its receivers need not render again. */
export function useSteady<Args extends unknown[]>(call: ((...args: Args) => void) | undefined) {
  const last = useRef(call);
  useLayoutEffect(() => {
    last.current = call;
  });
  return useCallback((...args: Args) => last.current?.(...args), []);
}

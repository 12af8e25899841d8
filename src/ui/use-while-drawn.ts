import { useCallback, useLayoutEffect, useRef } from 'react';

/** Whether the component is still mounted, for code that continues after an answer. */
export function useIsDrawn(): () => boolean {
  const isDrawn = useRef(false);
  useLayoutEffect(() => {
    isDrawn.current = true;
    return () => {
      isDrawn.current = false;
    };
  }, []);
  return useCallback(() => isDrawn.current, []);
}

/**
 * Wraps `call` so that it does nothing once the component is unmounted. For steps after an answer of the
 * platform, such as closing a dialog: the person may have closed it, and opened another in its place.
 */
export function useWhileDrawn<Args extends unknown[]>(
  call: (...args: Args) => void,
): (...args: Args) => void {
  const isDrawn = useIsDrawn();
  return useCallback(
    (...args: Args) => {
      if (isDrawn()) call(...args);
    },
    [call, isDrawn],
  );
}

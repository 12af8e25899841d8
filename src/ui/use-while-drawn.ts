import { useCallback, useLayoutEffect, useRef } from 'react';

/** Says whether the component is still drawn: for what goes on after an answer has come. */
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
 * `call`, which does nothing once the component is not drawn any more. For what follows an answer of the platform, such as
 * the end of a dialog: a person who did not wait has closed the dialog, and may have opened another one in its place.
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

import { type RefObject, useCallback } from 'react';
import { useObservable } from '#ui/use-observable.ts';

const subscribe = (call: () => void) => {
  document.addEventListener('fullscreenchange', call);
  return () => document.removeEventListener('fullscreenchange', call);
};

/** Shows an element in full screen. `toggle` is undefined if the browser does not allow it. */
export function useFullSize(place: RefObject<HTMLElement | null>) {
  const isFull = useObservable(
    { subscribe },
    () => document.fullscreenElement !== null && document.fullscreenElement === place.current,
  );
  const toggle = useCallback(() => {
    const change = document.fullscreenElement
      ? document.exitFullscreen()
      : place.current?.requestFullscreen();
    change?.catch((error: unknown) => console.info('full size', error));
  }, [place]);
  return { isFull, toggle: document.fullscreenEnabled ? toggle : undefined };
}

import { type RefObject, useEffect, useState } from 'react';

/** Chromium only: sends keys to the page that the system or the browser would take. */
type KeyboardLock = { lock?(): Promise<void>; unlock?(): void };
const keyboard = (): KeyboardLock | undefined => (navigator as { keyboard?: KeyboardLock }).keyboard;

/** Shows one element in full screen, if possible with Escape and the Windows key sent to the page. */
export function useFullScreen(ref: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const onChange = () => {
      const isNow = document.fullscreenElement !== null && document.fullscreenElement === ref.current;
      setOn(isNow);
      // A browser that refuses the lock keeps its keys.
      if (isNow)
        keyboard()
          ?.lock?.()
          .catch(() => {});
      else keyboard()?.unlock?.();
    };
    document.addEventListener('fullscreenchange', onChange);
    return () => {
      document.removeEventListener('fullscreenchange', onChange);
      keyboard()?.unlock?.();
    };
  }, [ref]);
  return {
    isOn,
    isPossible: document.fullscreenEnabled,
    toggle(): void {
      // A refusal has no reason that the user could act on.
      if (isOn) document.exitFullscreen().catch(() => {});
      else ref.current?.requestFullscreen().catch(() => {});
    },
  };
}

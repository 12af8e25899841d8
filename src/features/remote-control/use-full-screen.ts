import { type RefObject, useEffect, useState } from 'react';

/** Chromium: keys that the system or the browser would take. */
type KeyboardLock = { lock?(): Promise<void>; unlock?(): void };
const keyboard = (): KeyboardLock | undefined => (navigator as { keyboard?: KeyboardLock }).keyboard;

/** The whole display for one element. Where the browser can, also Escape and the Windows key go to the page then. */
export function useFullScreen(ref: RefObject<HTMLElement | null>) {
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    const onChange = () => {
      const isNow = document.fullscreenElement !== null && document.fullscreenElement === ref.current;
      setOn(isNow);
      // Refused where the browser has other ideas: then it keeps its keys.
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
      // Refused without a reason that anybody could do something about.
      if (isOn) document.exitFullscreen().catch(() => {});
      else ref.current?.requestFullscreen().catch(() => {});
    },
  };
}

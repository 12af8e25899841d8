/** The wall over the whole screen, which stays awake meanwhile. */
import { useEffect, useState } from 'react';
import { useObservable } from '../../ui/use-observable.ts';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

export const useIsFullScreen = () => useObservable({ subscribe }, () => document.fullscreenElement !== null);

export const canBeFullScreen = (): boolean => document.fullscreenEnabled === true;

/** The whole document, so that dialogs and messages are seen, too. */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  } catch (error) {
    // The browser may refuse, as where another page embeds this one.
    console.warn('full screen', error);
  }
}

/** The screen does not switch itself off while `isNeeded`. The browser lets go of it whenever the page is hidden. */
export function useWakeLock(isNeeded: boolean): void {
  useEffect(() => {
    if (!isNeeded || !('wakeLock' in navigator)) return;
    let held: WakeLockSentinel | undefined;
    let isOver = false;
    async function take(): Promise<void> {
      if (document.visibilityState !== 'visible') return;
      try {
        const lock = await navigator.wakeLock.request('screen');
        if (isOver) await lock.release();
        else held = lock;
      } catch (error) {
        // A low battery: the screen goes dark as it always does.
        console.debug('wake lock', error);
      }
    }
    const again = () => void take();
    again();
    document.addEventListener('visibilitychange', again);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', again);
      void held?.release().catch(() => {});
    };
  }, [isNeeded]);
}

const IDLE_MS = 5_000;

/** True once nobody has moved, pressed or touched anything for five seconds, while `isNeeded`. */
export function useIsIdle(isNeeded: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isNeeded) return setIdle(false);
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_MS);
    };
    wake();
    const events = ['pointermove', 'pointerdown', 'keydown', 'wheel'] as const;
    for (const event of events) addEventListener(event, wake, { passive: true, capture: true });
    return () => {
      clearTimeout(timer);
      for (const event of events) removeEventListener(event, wake, { capture: true });
    };
  }, [isNeeded]);
  return isIdle;
}

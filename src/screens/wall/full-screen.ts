/** Full-screen mode of the wall, with a screen wake lock. */
import { useEffect, useState } from 'react';
import { useObservable } from '#ui/use-observable.ts';

function subscribe(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}

export const useIsFullScreen = () => useObservable({ subscribe }, () => document.fullscreenElement !== null);

export const canBeFullScreen = (): boolean => document.fullscreenEnabled === true;

/** Uses the whole document, so that dialogs and messages stay visible. */
export async function toggleFullScreen(): Promise<void> {
  try {
    if (document.fullscreenElement) await document.exitFullscreen();
    else await document.documentElement.requestFullscreen({ navigationUI: 'hide' });
  } catch (error) {
    // The browser may refuse, for example inside a frame of another page.
    console.warn('full screen', error);
  }
}

/** Keeps the screen on while `isNeeded`. The browser releases the lock whenever the page is hidden. */
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
        // Refused at low battery: the screen turns off as usual.
        console.debug('wake lock', error);
      }
    }
    const requestLock = () => void take();
    requestLock();
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', requestLock);
      void held?.release().catch(() => {});
    };
  }, [isNeeded]);
}

const IDLE_TIMEOUT_MS = 5_000;

/** True after five seconds without pointer or key input, while `isNeeded`. */
export function useIsIdle(isNeeded: boolean): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => {
    if (!isNeeded) return setIdle(false);
    let timer: ReturnType<typeof setTimeout>;
    const wake = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = setTimeout(() => setIdle(true), IDLE_TIMEOUT_MS);
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

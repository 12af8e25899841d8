/**
 * Takes pictures of the browser's windows. Chrome permits an extension two pictures a second, and counts
 * refused calls too, so all requests share one queue and the newest picture of each window.
 */
import type { Clock, EpochMs } from '#protocol/clock.ts';

/** Slightly longer than half a second, because the browser's own clock decides. */
export const CAPTURE_INTERVAL_MS = 520;
/** A picture that is not requested again is released after this time. */
const RELEASE_DELAY_MS = 10_000;

type Released = { close(): void };
type Taken<Picture> = { picture: Picture; at: EpochMs };

export function createPictureGrabber<Picture extends Released>(deps: {
  clock: Clock;
  /** Rejects if the browser refuses: the page is one of its own, or the window is gone or minimized. */
  capture: (windowId: number) => Promise<Picture>;
}) {
  const { clock } = deps;
  const newest = new Map<number, Taken<Picture>>();
  const waiting = new Map<number, Promise<Picture | undefined>>();
  let nextAt: EpochMs = 0;
  let cancelRelease: (() => void) | undefined;

  const releaseOld = () => {
    const oldest = clock.now() - RELEASE_DELAY_MS;
    for (const [windowId, { picture, at }] of newest) {
      if (at > oldest) continue;
      picture.close();
      newest.delete(windowId);
    }
    cancelRelease = newest.size > 0 ? clock.after(RELEASE_DELAY_MS, releaseOld) : undefined;
  };

  const turn = (): Promise<void> => {
    const at = Math.max(clock.now(), nextAt);
    nextAt = at + CAPTURE_INTERVAL_MS;
    return new Promise((resolve) => void clock.after(at - clock.now(), resolve));
  };

  const capture = async (windowId: number): Promise<Picture | undefined> => {
    try {
      await turn();
      const picture = await deps.capture(windowId);
      newest.get(windowId)?.picture.close();
      newest.set(windowId, { picture, at: clock.now() });
      cancelRelease ??= clock.after(RELEASE_DELAY_MS, releaseOld);
      return picture;
    } catch {
      newest.get(windowId)?.picture.close();
      newest.delete(windowId);
      return undefined;
    } finally {
      waiting.delete(windowId);
    }
  };

  return {
    /**
     * Returns a picture that is at most half a second old, or undefined if the browser refuses one. The
     * picture may be closed after the task in which it was returned.
     */
    grab(windowId: number): Promise<Picture | undefined> {
      const before = newest.get(windowId);
      if (before && clock.now() - before.at < CAPTURE_INTERVAL_MS) return Promise.resolve(before.picture);
      const running = waiting.get(windowId) ?? capture(windowId);
      waiting.set(windowId, running);
      return running;
    },
    stop(): void {
      cancelRelease?.();
      for (const { picture } of newest.values()) picture.close();
      newest.clear();
    },
  };
}

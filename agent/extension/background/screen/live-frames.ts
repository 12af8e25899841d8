/**
 * Sends pictures of the displays that tutors watch live: of the tab in front, by the browser's debugger, and
 * twice a second where the browser does not permit that.
 */
import type { Clock } from '#protocol/clock.ts';
import type { ScreenPicture } from '../../../core/screen.ts';
import type { OpenTabs } from './open-tabs.ts';
import { CAPTURE_INTERVAL_MS } from './picture-grabber.ts';
import { type Screencast, startScreencast } from './screencast.ts';

export function createLiveFrames(deps: {
  clock: Pick<Clock, 'after'>;
  open: OpenTabs;
  /** Takes one picture of a display by other means. */
  picture: (displayId: string) => Promise<ScreenPicture | undefined>;
  send: (displayId: string, jpeg: string) => void;
}) {
  const { open } = deps;
  const running = new Map<string, DisplayFrames>();

  open.onChange(() => {
    for (const frames of running.values()) frames.follow();
  });

  return {
    /** The displays that tutors watch now. */
    follow(displayIds: readonly string[]): void {
      for (const [displayId, frames] of running) {
        if (displayIds.includes(displayId)) continue;
        frames.stop();
        running.delete(displayId);
      }
      for (const displayId of displayIds) {
        if (!running.has(displayId)) running.set(displayId, createDisplayFrames(displayId, deps));
        running.get(displayId)?.follow();
      }
    },
    /** The picture was taken over, and the next one may follow. */
    frameDone(displayId: string): void {
      running.get(displayId)?.frameDone();
    },
  };
}

type DisplayFrames = ReturnType<typeof createDisplayFrames>;
type Source = { key: string; screencast?: Screencast; cancelPicture?: () => void };

function createDisplayFrames(
  displayId: string,
  { clock, open, picture, send }: Parameters<typeof createLiveFrames>[0],
) {
  let source: Source | undefined;
  let isStopped = false;

  const end = (before: Source | undefined) => {
    before?.screencast?.stop();
    before?.cancelPicture?.();
  };

  /** Twice a second, until another page is in front. */
  const takePictures = async (mine: Source): Promise<void> => {
    const taken = await picture(displayId).catch(() => undefined);
    if (source !== mine) return;
    if (taken) send(displayId, base64(taken.bytes));
    mine.cancelPicture = clock.after(CAPTURE_INTERVAL_MS, () => void takePictures(mine));
  };

  const begin = async (tabId: number, mine: Source): Promise<void> => {
    try {
      const screencast = await startScreencast(tabId, {
        frame: (jpeg) => send(displayId, jpeg),
        ended() {
          if (source === mine) void takePictures(mine);
        },
      });
      if (source === mine) mine.screencast = screencast;
      else screencast.stop();
    } catch {
      if (source === mine) await takePictures(mine);
    }
  };

  return {
    /** Follows the tab in front. A page of another address is tried anew, because the debugger may attach to it. */
    follow(): void {
      if (isStopped) return;
      const tab = open.tabs().find(({ windowId, active }) => active && String(windowId) === displayId);
      const key = `${tab?.id} ${tab && originOf(tab.url)}`;
      if (source?.key === key) return;
      end(source);
      const mine: Source = { key };
      source = mine;
      if (tab === undefined) void takePictures(mine);
      else void begin(tab.id, mine);
    },
    frameDone: () => source?.screencast?.frameDone(),
    stop() {
      isStopped = true;
      end(source);
      source = undefined;
    },
  };
}

function originOf(url: string): string {
  try {
    return new URL(url).origin;
  } catch {
    return '';
  }
}

/** In pieces, because a call takes a limited number of arguments. */
function base64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 8_192)
    text += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(text);
}

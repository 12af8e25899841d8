/** Sends displays as videos while a tutor watches. One picture serves all watchers of a display. */
import type { Clock } from '#protocol/clock.ts';
import { attempt } from '../../core/outcome.ts';
import type { VideoSource, WebRtc } from '../../node/webrtc/webrtc.ts';
import { scalePicture, sizeWithin } from '../pictures/scale-picture.ts';
import type { Platform } from '../platform/platform.ts';

const INTERVAL_MS = 66;
/** Other work of the agent runs in between. */
const MIN_PAUSE_MS = 10;
/** An encoder that receives nothing does not refine a picture that stands still. */
const STILL_INTERVAL_MS = 500;
const MAX_SIZE = { width: 1_280, height: 1_280 };

type Video = { watchers: Map<MediaStream, VideoSource>; cancel: () => void };

export function createScreenVideos(deps: {
  platform: Pick<Platform, 'displays' | 'pixels' | 'pictureVersion'>;
  clock: Clock;
  isPrivate: () => boolean;
  /** The loaded library; undefined before. */
  webRtc: () => WebRtc | undefined;
}) {
  const { platform, clock, isPrivate } = deps;
  /** The watched displays, by id. */
  const watched = new Map<string, Video>();

  const displayOf = (displayId: string | undefined) => {
    const displays = platform.displays();
    return displayId === undefined
      ? (displays.find(({ primary }) => primary) ?? displays[0])
      : displays.find(({ id }) => id === displayId);
  };

  async function show(displayId: string, { watchers }: Video): Promise<void> {
    if (isPrivate()) return;
    const pixels = await attempt(() => platform.pixels(displayId));
    if (pixels === undefined || 'ok' in pixels || isPrivate()) return;
    const { width, height, rgba } = scalePicture(pixels, evenSize(sizeWithin(pixels, MAX_SIZE)));
    deps.webRtc()?.show({ width, height, data: rgba }, watchers.values());
  }

  /** The next picture waits for this one, so that a slow machine sends fewer. */
  function follow(displayId: string, video: Video): void {
    let version: number | undefined;
    let shownAt = 0;
    const next = async () => {
      const startedAt = clock.now();
      const newest = platform.pictureVersion(displayId);
      if (newest !== version || startedAt - shownAt >= STILL_INTERVAL_MS) {
        version = newest;
        shownAt = startedAt;
        await show(displayId, video);
      }
      const pauseMs = Math.max(MIN_PAUSE_MS, startedAt + INTERVAL_MS - clock.now());
      if (watched.get(displayId) === video) video.cancel = clock.after(pauseMs, () => void next());
    };
    void next();
  }

  return {
    has: (displayId: string | undefined) => !isPrivate() && displayOf(displayId) !== undefined,

    stream(displayId: string | undefined): MediaStream | undefined {
      const display = displayOf(displayId);
      const webRtc = deps.webRtc();
      if (display === undefined || webRtc === undefined || isPrivate()) return undefined;
      const watcher = webRtc.videoSource();
      const known = watched.get(display.id);
      if (known) known.watchers.set(watcher.stream, watcher);
      else {
        const video = { watchers: new Map([[watcher.stream, watcher]]), cancel: () => {} };
        watched.set(display.id, video);
        follow(display.id, video);
      }
      return watcher.stream;
    },

    release(stream: MediaStream): void {
      for (const [displayId, { watchers, cancel }] of watched) {
        watchers.get(stream)?.stop();
        watchers.delete(stream);
        if (watchers.size > 0) continue;
        cancel();
        watched.delete(displayId);
      }
    },
  };
}

/** Video needs an even width and height. */
const evenSize = ({ width, height }: { width: number; height: number }) => ({
  width: Math.max(2, width - (width % 2)),
  height: Math.max(2, height - (height % 2)),
});

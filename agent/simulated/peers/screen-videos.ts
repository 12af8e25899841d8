/** Sends the drawn displays as videos while a tutor watches. */
import type { Clock } from '#protocol/clock.ts';
import type { VideoSource, WebRtc } from '../../node/webrtc/webrtc.ts';
import type { Desktop } from '../desktop/desktop.ts';

const INTERVAL_MS = 150;
const MAX_WIDTH = 1_280;

export function createScreenVideos(options: {
  desktop: Pick<Desktop, 'displays' | 'privacy' | 'pixels'>;
  clock: Clock;
  /** The loaded library; undefined before. */
  webRtc: () => WebRtc | undefined;
}) {
  const { desktop, clock } = options;
  /** The watched displays, by id. */
  const watched = new Map<string, { watchers: Map<MediaStream, VideoSource>; cancel: () => void }>();

  const displayOf = (displayId: string | undefined) => {
    const displays = desktop.displays();
    return displayId === undefined
      ? (displays.find(({ primary }) => primary) ?? displays[0])
      : displays.find(({ id }) => id === displayId);
  };

  /** Draws once for all watchers of the display. */
  const paint = (displayId: string) => {
    const video = watched.get(displayId);
    if (video === undefined) return;
    video.cancel = clock.after(INTERVAL_MS, () => paint(displayId));
    const frame = desktop.privacy() ? undefined : desktop.pixels(displayId, MAX_WIDTH);
    if (frame) options.webRtc()?.show(frame, video.watchers.values());
  };

  return {
    has: (displayId: string | undefined) => !desktop.privacy() && displayOf(displayId) !== undefined,

    stream(displayId: string | undefined): MediaStream | undefined {
      const display = displayOf(displayId);
      const webRtc = options.webRtc();
      if (display === undefined || webRtc === undefined || desktop.privacy()) return undefined;
      const watcher = webRtc.videoSource();
      const video = watched.get(display.id);
      if (video) video.watchers.set(watcher.stream, watcher);
      else {
        const watchers = new Map([[watcher.stream, watcher]]);
        watched.set(display.id, { watchers, cancel: clock.after(0, () => paint(display.id)) });
      }
      return watcher.stream;
    },

    /** Ends all videos from the student's side, as a browser's user can. */
    refuse(): void {
      const streams = [...watched.values()].flatMap(({ watchers }) => [...watchers.keys()]);
      for (const track of streams.flatMap((stream) => stream.getTracks()))
        track.dispatchEvent(new Event('ended'));
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

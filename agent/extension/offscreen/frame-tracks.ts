/** The tracks of all displays whose pictures are sent to tutors now. */
import type { Clock } from '#protocol/clock.ts';
import { createFrameTrack, type FrameTrack } from './frame-track.ts';

export function createFrameTracks(deps: {
  clock: Clock;
  onSources: (displayIds: readonly string[]) => void;
}) {
  const tracks = new Map<string, { track: FrameTrack; streams: Set<MediaStream> }>();
  const notify = () => deps.onSources([...tracks.keys()]);

  return {
    stream(displayId: string): MediaStream {
      const known = tracks.get(displayId);
      const used = known ?? { track: createFrameTrack(deps), streams: new Set() };
      const stream = used.track.stream();
      used.streams.add(stream);
      tracks.set(displayId, used);
      if (known === undefined) notify();
      return stream;
    },
    release(stream: MediaStream): void {
      for (const track of stream.getTracks()) track.stop();
      for (const [displayId, { track, streams }] of tracks) {
        if (!streams.delete(stream) || streams.size > 0) continue;
        track.stop();
        tracks.delete(displayId);
        notify();
      }
    },
    /** Shows a picture that the worker has taken, unless no peer receives the display any more. */
    async show(displayId: string, jpeg: string): Promise<void> {
      const bytes = Uint8Array.from(atob(jpeg), (letter) => letter.charCodeAt(0));
      await tracks.get(displayId)?.track.show(new Blob([bytes], { type: 'image/jpeg' }));
    },
  };
}

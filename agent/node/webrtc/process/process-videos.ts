/** The outgoing and incoming videos of the process. Colours are converted here, in native code. */
import type wrtcModule from '@roamhq/wrtc';
import type { VideoFrame, VideoSource } from '@roamhq/wrtc';
import type { Command, Report } from './messages.ts';

/** Delays stopping a track, because the library crashes if its connection closes at the same time. */
const DELAY_MS = 500;

type Source = { native: VideoSource; track: MediaStreamTrack; stream: MediaStream };
type Sink = { taken(): void; stop(): void };

export function createProcessVideos(wrtc: typeof wrtcModule, report: (report: Report) => void) {
  const { RTCVideoSource, RTCVideoSink, rgbaToI420, i420ToRgba } = wrtc.nonstandard;
  const sources = new Map<number, Source>();
  const sinks = new Map<number, Sink>();
  /** Received video tracks, by their own id. */
  const tracks = new Map<string, { peer: number; track: MediaStreamTrack }>();
  let planes = new Uint8ClampedArray(0);

  return {
    addSource(id: number): void {
      const native = new RTCVideoSource({ isScreencast: true });
      const track = native.createTrack();
      sources.set(id, { native, track, stream: new wrtc.MediaStream([track]) });
    },
    stream: (id: number): MediaStream | undefined => sources.get(id)?.stream,
    show({ ids, frame }: Extract<Command, { type: 'show' }>): void {
      const { width, height } = frame;
      const bytes = (width * height * 3) / 2;
      if (planes.length !== bytes) planes = new Uint8ClampedArray(bytes);
      const picture = { width, height, data: planes };
      // The library needs a separate buffer, and these bytes are a view of the whole message.
      rgbaToI420({ width, height, data: frame.data.slice() }, picture);
      for (const id of ids) sources.get(id)?.native.onFrame(picture);
    },
    stopSource(id: number): void {
      const source = sources.get(id);
      sources.delete(id);
      if (source) setTimeout(() => source.track.stop(), DELAY_MS);
    },

    addTracks(peer: number, stream: MediaStream): void {
      for (const track of stream.getVideoTracks()) tracks.set(track.id, { peer, track });
    },
    forgetTracksOf(peer: number): void {
      for (const [id, track] of tracks) if (track.peer === peer) tracks.delete(id);
    },
    watch({ id, track: trackId, everyMs }: Extract<Command, { type: 'watch' }>): void {
      const found = tracks.get(trackId);
      if (found === undefined) return;
      const sink = new RTCVideoSink(found.track);
      let newest: VideoFrame | undefined;
      let frames = 0;
      let toldAt = -Infinity;
      let isTaken = true;
      let timer: NodeJS.Timeout | undefined;
      /** Sends one picture at a time, so that a slow receiver gets fewer and none queue up. */
      const sendFrame = () => {
        if (newest === undefined || !isTaken || timer !== undefined) return;
        const waitMs = toldAt + everyMs - performance.now();
        if (waitMs > 0) {
          timer = setTimeout(() => {
            timer = undefined;
            sendFrame();
          }, waitMs);
          return;
        }
        report({ type: 'frame', id, frame: toRgba(newest), frames });
        newest = undefined;
        frames = 0;
        isTaken = false;
        toldAt = performance.now();
      };
      sink.onframe = ({ frame }) => {
        newest = frame;
        frames++;
        sendFrame();
      };
      sinks.set(id, {
        taken() {
          isTaken = true;
          sendFrame();
        },
        stop() {
          clearTimeout(timer);
          newest = undefined;
          sink.onframe = undefined;
          sink.stop();
        },
      });
    },
    taken: (id: number): void => sinks.get(id)?.taken(),
    unwatch(id: number): void {
      sinks.get(id)?.stop();
      sinks.delete(id);
    },
  };

  function toRgba(frame: VideoFrame): VideoFrame {
    const { width, height } = frame;
    const picture = { width, height, data: new Uint8ClampedArray(width * height * 4) };
    i420ToRgba(frame, picture);
    return picture;
  }
}

/** WebRTC in Node, loaded when it is first needed: a class that nobody calls has none of it. */
import type { VideoFrame } from '@roamhq/wrtc';
import type { NewPeerOptions, SimplePeerInstance } from '../../peer/simple-peer.ts';

export type WebRtc = {
  newPeer(options: NewPeerOptions): SimplePeerInstance;
  /** A track that shows what is put into it, pixel for pixel. RGBA; width and height are even. */
  videoSource(): { stream: MediaStream; put(frame: VideoFrame): void; stop(): void };
  /** Told of every frame; the answer stops it. */
  videoSink(track: MediaStreamTrack, onFrame: (frame: VideoFrame) => void): () => void;
  toRgba(frame: VideoFrame): VideoFrame;
};

let loading: Promise<WebRtc> | undefined;

/** Rejects where there is no build for this machine. */
export function loadWebRtc(): Promise<WebRtc> {
  loading ??= load();
  return loading;
}

async function load(): Promise<WebRtc> {
  const [{ default: SimplePeer }, { default: wrtc }] = await Promise.all([
    import('simple-peer'),
    import('@roamhq/wrtc'),
  ]);
  // It does not survive that Node takes itself apart after a track was stopped; a plain exit does not.
  process.once('exit', (code) => process.exit(code));
  const { RTCVideoSource, RTCVideoSink, i420ToRgba, rgbaToI420 } = wrtc.nonstandard;

  return {
    newPeer: (options) => new SimplePeer({ ...options, wrtc }),
    videoSource() {
      const source = new RTCVideoSource({ isScreencast: true });
      const track = source.createTrack();
      let planes = new Uint8ClampedArray(0);
      return {
        stream: new wrtc.MediaStream([track]),
        put(frame) {
          const { width, height } = frame;
          const bytes = (width * height * 3) / 2;
          if (planes.length !== bytes) planes = new Uint8ClampedArray(bytes);
          const picture = { width, height, data: planes };
          rgbaToI420(frame, picture);
          source.onFrame(picture);
        },
        stop: () => track.stop(),
      };
    },
    videoSink(track, onFrame) {
      const sink = new RTCVideoSink(track);
      sink.onframe = ({ frame }) => onFrame(frame);
      return () => {
        sink.onframe = undefined;
        sink.stop();
      };
    },
    toRgba(frame) {
      const { width, height } = frame;
      const picture = { width, height, data: new Uint8ClampedArray(width * height * 4) };
      i420ToRgba(frame, picture);
      return picture;
    },
  };
}

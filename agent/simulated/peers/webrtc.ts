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

/**
 * What is native is taken apart step by step, because it does not survive everything: a connection is closed in a task
 * of its own after its channels, a track is stopped after the connection that sends it, and both are kept from the
 * garbage collection until their threads have told the last of what they had to tell.
 */
const CLOSE_AFTER_MS = 20;
const STOP_AFTER_MS = 500;
const KEPT_MS = 5_000;

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
    newPeer(options) {
      const peer = new SimplePeer({ ...options, wrtc });
      if (peer._pc) closeGently(peer._pc);
      return peer;
    },
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
        // Whoever hangs up has it stopped in the same task: the connection that sends it is closed after that.
        stop: () => void setTimeout(() => track.stop(), STOP_AFTER_MS),
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

/** Once; who calls it may do so from one of its events. */
function closeGently(connection: RTCPeerConnection): void {
  const close = connection.close.bind(connection);
  let isClosing = false;
  connection.close = () => {
    if (isClosing) return;
    isClosing = true;
    setTimeout(() => {
      close();
      setTimeout(() => kept.delete(connection), KEPT_MS).unref();
    }, CLOSE_AFTER_MS);
  };
  kept.add(connection);
}

const kept = new Set<RTCPeerConnection>();

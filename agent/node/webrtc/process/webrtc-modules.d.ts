/** The used part of two libraries without usable types. */
declare module 'simple-peer' {
  /** Described by agent/peer/simple-peer.ts. */
  const SimplePeer: new (options: object) => object;
  export default SimplePeer;
}

declare module '@roamhq/wrtc' {
  /** RGBA with four bytes a pixel, or I420 with one and a half. */
  export type VideoFrame = { width: number; height: number; data: Uint8ClampedArray };
  export type VideoSource = { createTrack(): MediaStreamTrack; onFrame(frame: VideoFrame): void };
  export type VideoSink = {
    onframe: ((event: { frame: VideoFrame }) => void) | undefined;
    stop(): void;
  };
  const wrtc: {
    MediaStream: new (tracks: MediaStreamTrack[]) => MediaStream;
    nonstandard: {
      RTCVideoSource: new (options: { isScreencast: boolean }) => VideoSource;
      RTCVideoSink: new (track: MediaStreamTrack) => VideoSink;
      rgbaToI420(from: VideoFrame, to: VideoFrame): void;
      i420ToRgba(from: VideoFrame, to: VideoFrame): void;
    };
  };
  export default wrtc;
}

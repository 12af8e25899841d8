/** As much of simple-peer 9 as devices use. The library itself is passed in: a browser and Node load different builds. */

/** The code of the error of a connection whose WebRTC library has ended under it: worth another call at any time. */
export const WEBRTC_ENDED = 'ERR_WEBRTC_ENDED';

export type NewPeerOptions = {
  initiator: true;
  config: RTCConfiguration;
  /** What is sent. */
  streams: MediaStream[];
};

export type SimplePeerInstance = {
  readonly destroyed: boolean;
  /** The connection itself; null once it is destroyed. */
  readonly _pc: RTCPeerConnection | null;
  /** Throws on a candidate that is none. */
  signal(data: object): void;
  addTransceiver(kind: 'audio' | 'video', init: RTCRtpTransceiverInit): void;
  destroy(error?: Error): void;
  on(event: 'signal', call: (data: { type?: string }) => void): unknown;
  on(event: 'connect' | 'close', call: () => void): unknown;
  on(event: 'stream', call: (stream: MediaStream) => void): unknown;
  on(event: 'error', call: (error: Error & { code?: string }) => void): unknown;
};

/** The used part of simple-peer 9. The library is passed in, because browsers and Node load other builds. */

/** The error code if the WebRTC library itself has ended. Another call may succeed at any time. */
export const WEBRTC_ENDED = 'ERR_WEBRTC_ENDED';

export type NewPeerOptions = {
  initiator: true;
  config: RTCConfiguration;
  /** The streams to send. */
  streams: MediaStream[];
};

export type SimplePeerInstance = {
  readonly destroyed: boolean;
  /** The connection; null once it is destroyed. */
  readonly _pc: RTCPeerConnection | null;
  /** Throws if a candidate is invalid. */
  signal(data: object): void;
  addTransceiver(kind: 'audio' | 'video', init: RTCRtpTransceiverInit): void;
  destroy(error?: Error): void;
  on(event: 'signal', call: (data: { type?: string }) => void): unknown;
  on(event: 'connect' | 'close', call: () => void): unknown;
  on(event: 'stream', call: (stream: MediaStream) => void): unknown;
  on(event: 'error', call: (error: Error & { code?: string }) => void): unknown;
};

/**
 * The least that brings bytes from one page to another: one RTCDataChannel, messages from a buffer that is there
 * already, and at the other end nothing but a counter. No file, no disk, no hash. Times in epoch ms.
 */
import { createBarePeer } from './bare-peer.ts';

/** `messageBytes`: of each message. `pauseAbove`: buffered bytes at which it waits. */
export type Pacing = { messageBytes: number; pauseAbove: number };

export type BytesPage = {
  /** Both pages connect with each other's descriptions: offer, answer, accept. */
  offer(): Promise<string>;
  answer(offer: string): Promise<string>;
  /** Resolves when the connection is there. */
  accept(answer: string): Promise<number>;
  /** Resolves when the last message has been given to the channel. */
  send(bytes: number, pacing: Pacing): Promise<void>;
  /** When so many bytes had come. */
  received(bytes: number): Promise<number>;
  close(): void;
};

const now = () => performance.timeOrigin + performance.now();
let peer: RTCPeerConnection | undefined;
let channel: RTCDataChannel | undefined;
let count = 0;
let awaited: { bytes: number; resolve(at: number): void } | undefined;

function begin(): RTCPeerConnection {
  peer = new RTCPeerConnection();
  channel = peer.createDataChannel('bytes', { negotiated: true, id: 0 });
  channel.binaryType = 'arraybuffer';
  count = 0;
  channel.onmessage = ({ data }: MessageEvent<ArrayBuffer>) => {
    count += data.byteLength;
    if (awaited && count >= awaited.bytes) awaited.resolve(now());
  };
  return peer;
}

const page: BytesPage = {
  ...createBarePeer(begin),
  async accept(answer) {
    const accepted = peer;
    const connected = new Promise<number>((resolve) => {
      accepted?.addEventListener('connectionstatechange', () => {
        if (accepted.connectionState === 'connected') resolve(now());
      });
    });
    await accepted?.setRemoteDescription({ type: 'answer', sdp: answer });
    return connected;
  },
  async send(bytes, { messageBytes, pauseAbove }) {
    const to = channel;
    if (!to) throw new Error('there is no channel');
    if (to.readyState !== 'open') await new Promise((open) => to.addEventListener('open', open));
    to.bufferedAmountLowThreshold = pauseAbove / 4;
    const message = crypto.getRandomValues(new Uint8Array(65_536));
    const whole = new Uint8Array(messageBytes).map((_, i) => message[i % message.length] ?? 0);
    for (let left = bytes; left > 0; left -= messageBytes) {
      if (to.bufferedAmount > pauseAbove) {
        await new Promise((low) => to.addEventListener('bufferedamountlow', low, { once: true }));
      }
      to.send(left < messageBytes ? whole.subarray(0, left) : whole);
    }
  },
  received: (bytes) =>
    new Promise((resolve) => {
      awaited = { bytes, resolve };
    }),
  close: () => peer?.close(),
};
Object.assign(globalThis, { lecternBytes: page });

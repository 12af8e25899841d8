/**
 * WebRTC in Node, started when it is first needed: a class that nobody calls has none of it. It runs in a process of its
 * own, which all devices share; when that ends, every connection breaks, and the next one starts another.
 */
import { systemClock } from '#protocol/clock.ts';
import type { NewPeerOptions, SimplePeerInstance } from '../../peer/simple-peer.ts';
import { createLinkedPeer } from './webrtc-link/linked-peer.ts';
import {
  createVideoSink,
  createVideoSource,
  showFrame,
  type VideoSource,
} from './webrtc-link/linked-video.ts';
import { createLinks } from './webrtc-link/links.ts';
import { startChild } from './webrtc-link/start-child.ts';
import type { VideoFrame } from './webrtc-process/messages.ts';

export type { VideoSource };

export type WebRtc = {
  newPeer(options: NewPeerOptions): SimplePeerInstance;
  /** Its track shows what is shown on it, pixel for pixel. */
  videoSource(): VideoSource;
  /** RGBA; width and height are even. It is left out where the picture before it is still on its way. */
  show(frame: VideoFrame, sources: Iterable<VideoSource>): void;
  /**
   * Called with the newest picture in RGBA, `everyMs` at most, and how many have come since the one before. The answer
   * stops it.
   */
  videoSink(
    track: MediaStreamTrack,
    onFrame: (frame: VideoFrame, frames: number) => void,
    options?: { everyMs?: number },
  ): () => void;
};

export type WebRtcProcess = {
  /** Rejects where there is no build for this machine. Starts the process where there is none. */
  load(): Promise<WebRtc>;
  /** Undefined: there is none. */
  pid(): number | undefined;
  close(): void;
};

export function createWebRtcProcess(onDeath: (how: string) => void): WebRtcProcess {
  const links = createLinks({ start: startChild, clock: systemClock, onDeath });
  const webRtc: WebRtc = {
    newPeer: (options) => createLinkedPeer(links.current(), options),
    videoSource: () => createVideoSource(links.current()),
    show: showFrame,
    videoSink: (track, onFrame, { everyMs = 0 } = {}) => createVideoSink(track, onFrame, everyMs),
  };
  return {
    async load() {
      await links.ready();
      return webRtc;
    },
    pid: links.pid,
    close: links.close,
  };
}

const shared = createWebRtcProcess((how) =>
  console.error(`The simulated class: its WebRTC process has ended (${how}); the next call starts another.`),
);

/** That of this process. Rejects where there is no build for this machine. */
export const loadWebRtc = (): Promise<WebRtc> => shared.load();

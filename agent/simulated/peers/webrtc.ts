/**
 * WebRTC in Node, started at the first call. It runs in a separate process, which all devices share. If that
 * ends, all connections break and the next one starts another process.
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
  /** Creates a source. Its track shows the source's pictures unscaled. */
  videoSource(): VideoSource;
  /** Shows RGBA pixels with an even width and height. Skips sources whose last picture was not sent yet. */
  show(frame: VideoFrame, sources: Iterable<VideoSource>): void;
  /**
   * Calls `onFrame` with the newest picture in RGBA, at most every `everyMs`, and the number of pictures
   * since the previous one. The returned function stops it.
   */
  videoSink(
    track: MediaStreamTrack,
    onFrame: (frame: VideoFrame, frames: number) => void,
    options?: { everyMs?: number },
  ): () => void;
};

export type WebRtcProcess = {
  /** Rejects if there is no build for this machine. Starts the process if there is none. */
  load(): Promise<WebRtc>;
  /** Returns undefined if there is no process. */
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

/** The shared instance of this process. Rejects if there is no build for this machine. */
export const loadWebRtc = (): Promise<WebRtc> => shared.load();

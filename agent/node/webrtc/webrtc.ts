/**
 * WebRTC in Node, started at the first call. It runs in a separate process, which all devices of an agent
 * share. If that ends, all connections break and the next one starts another process.
 */
import { systemClock } from '#protocol/clock.ts';
import type { NewPeerOptions, SimplePeerInstance } from '../../peer/simple-peer.ts';
import { createLinkedPeer } from './link/linked-peer.ts';
import { createVideoSink, createVideoSource, showFrame, type VideoSource } from './link/linked-video.ts';
import { createLinks } from './link/links.ts';
import { startByCommand, type WebRtcCommand } from './link/start-child.ts';
import type { VideoFrame } from './process/messages.ts';

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

export function createWebRtcProcess(options: {
  command: WebRtcCommand;
  /** Called with the exit code or the signal when the process has ended by itself. */
  onDeath: (how: string) => void;
}): WebRtcProcess {
  const { command, onDeath } = options;
  const links = createLinks({ start: startByCommand(command), clock: systemClock, onDeath });
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

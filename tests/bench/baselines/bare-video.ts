/** The least that brings a picture from one page to another: a canvas' stream, one RTCPeerConnection and a video. */

import { type ClockAges, nextFrame, readAges } from '../pages/clock-watch.ts';
import { captureDrawnClock } from '../pages/drawn-clock.ts';
import { type BarePeer, createBarePeer } from './bare-peer.ts';

export type VideoPage = {
  /** One page sends the drawn clock (offer, accept), the other one shows it (answer). */
  sender: BarePeer & { accept(answer: string): Promise<void> };
  viewer: BarePeer;
  /** Resolves with the first frame. */
  shown(): Promise<number>;
  ages(forMs: number): Promise<ClockAges>;
};

const video = Object.assign(document.createElement('video'), { autoplay: true, muted: true });
video.style.width = '100%';
document.body.append(video);
let peer: RTCPeerConnection | undefined;

const page: VideoPage = {
  sender: {
    ...createBarePeer(() => {
      peer = new RTCPeerConnection();
      const stream = captureDrawnClock();
      for (const track of stream.getTracks()) peer.addTrack(track, stream);
      return peer;
    }),
    accept: async (answer) => peer?.setRemoteDescription({ type: 'answer', sdp: answer }),
  },
  viewer: createBarePeer(() => {
    peer = new RTCPeerConnection();
    peer.ontrack = ({ streams }) => {
      video.srcObject = streams[0] ?? null;
    };
    return peer;
  }),
  shown: () => nextFrame(video),
  ages: (forMs) => readAges(video, forMs),
};
Object.assign(globalThis, { lecternBench: page });

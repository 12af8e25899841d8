/** Runs in the console: times how the screen of a single device is opened, and reads the clock on it. */
import { type ClockAges, nextFrame, readAges } from './clock-watch.ts';

export type LivePage = {
  /** From the next click on a link to the first frame of the live stream on the screen, in ms. */
  opening(): Promise<number>;
  ages(forMs: number): Promise<ClockAges>;
};

const VIDEO = 'section[data-shown="stream"] video';
const shownVideo = () => document.querySelector<HTMLVideoElement>(VIDEO);

const page: LivePage = {
  async opening() {
    const clickedAt = await new Promise<number>((resolve) => {
      addEventListener('click', ({ timeStamp }) => resolve(performance.timeOrigin + timeStamp), {
        capture: true,
        once: true,
      });
    });
    const video = await new Promise<HTMLVideoElement>((resolve) => {
      const look = () => {
        const found = shownVideo();
        if (found) resolve(found);
        else requestAnimationFrame(look);
      };
      look();
    });
    return (await nextFrame(video)) - clickedAt;
  },
  async ages(forMs) {
    const video = shownVideo();
    if (!video) throw new Error('no live stream is shown');
    return readAges(video, forMs);
  },
};
Object.assign(globalThis, { lecternLive: page });

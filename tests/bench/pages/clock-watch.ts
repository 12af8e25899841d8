/** Reads how old the pictures of a video are, as they are shown. */
import { ageOf, createClockReader } from './clock-code.ts';

export type ClockAges = {
  /** In ms, one for each frame that was shown. */
  ages: number[];
  /** Frames whose clock could not be read. */
  unreadable: number;
};

const read = createClockReader();

/** While `forMs` lasts. */
export function readAges(video: HTMLVideoElement, forMs: number): Promise<ClockAges> {
  const taken: ClockAges = { ages: [], unreadable: 0 };
  const until = performance.now() + forMs;
  return new Promise((resolve) => {
    const take = () => {
      const at = Date.now();
      const clock = read(video);
      if (clock === undefined) taken.unreadable += 1;
      else taken.ages.push(ageOf(clock, at));
      if (performance.now() < until) video.requestVideoFrameCallback(take);
    };
    video.requestVideoFrameCallback(take);
    // A video that has stopped calls nobody.
    setTimeout(() => resolve(taken), forMs);
  });
}

/** Epoch ms at which the video shows its next frame. */
export const nextFrame = (video: HTMLVideoElement): Promise<number> =>
  new Promise((resolve) => {
    video.requestVideoFrameCallback(() => resolve(Date.now()));
  });

import type { EpochMs } from '#protocol/clock.ts';

/** The last pictures that a simulated device sent for demands, oldest first. */
export type DrawnFrame = {
  displayId: string;
  at: EpochMs;
  bytes: number;
};

const MAX_FRAMES = 200;

export function createFrameLog() {
  const frames: DrawnFrame[] = [];
  return {
    add(frame: DrawnFrame): void {
      frames.push(frame);
      if (frames.length > MAX_FRAMES) frames.shift();
    },
    all: (): readonly DrawnFrame[] => frames,
  };
}

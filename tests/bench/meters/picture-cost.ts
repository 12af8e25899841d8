/**
 * What pictures cost the page that shows them, by one look at it: nothing comes, then pictures alone, then all that
 * comes. Frames are looked at apart, since asking for every frame costs something itself.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { percentile } from '../classroom/bench-classroom.ts';
import { createMeter } from './page-meter.ts';

export type PictureCost = {
  /** Main thread, less what it computes while nothing comes. */
  msPerThumbnail: number;
  /** With all that comes beside them. */
  msWithRecords: number;
  perSecond: number;
  longTasks: number;
  idleLongTasks: number;
  idleFrameMs: number;
  frameMs: number;
};

export type Feed = {
  /** Nothing comes at all. */
  still(still: boolean): Promise<unknown>;
  /** What comes beside pictures, where something does. */
  records?(heard: boolean): Promise<unknown>;
  /** How many pictures were shown since the last call. */
  taken(): Promise<number>;
};

const SETTLE_MS = 3_000;
const IDLE_MS = 3_000;
const FEED_MS = 8_000;
const ALL_MS = 5_000;
const FRAMES_MS = 4_000;

export async function measurePictures(page: Page, feed: Feed): Promise<PictureCost> {
  const meter = await createMeter(page);
  const whileFed = async (forMs: number) => {
    await pause(1_500);
    await feed.taken();
    const thread = await meter.mainThread(forMs);
    const shown = await feed.taken();
    const netMs = thread.cpuMs - (idle.cpuMs / idle.durationMs) * thread.durationMs;
    return { ...thread, perSecond: (shown / thread.durationMs) * 1_000, msPerThumbnail: netMs / shown };
  };
  await pause(SETTLE_MS);
  await feed.still(true);
  await pause(500);
  const idle = await meter.mainThread(IDLE_MS);
  const idleFrames = await meter.frameTimes(() => pause(FRAMES_MS));
  await feed.records?.(false);
  await feed.still(false);
  const pictures = await whileFed(FEED_MS);
  await feed.records?.(true);
  const all = await whileFed(ALL_MS);
  const frames = await meter.frameTimes(() => pause(FRAMES_MS));
  return {
    msPerThumbnail: pictures.msPerThumbnail,
    msWithRecords: all.msPerThumbnail,
    perSecond: pictures.perSecond,
    longTasks: pictures.longTasks.length + all.longTasks.length,
    idleLongTasks: idle.longTasks.length,
    idleFrameMs: percentile(idleFrames, 0.95),
    frameMs: percentile(frames, 0.95),
  };
}

export const toldCost = (cost: PictureCost): string =>
  Object.entries(cost)
    .map(([key, value]) => `${key} ${Number(value.toPrecision(3))}`)
    .join(', ');

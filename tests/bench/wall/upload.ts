/** What devices send for a tile, as the wall asks for it. */
import { setTimeout as pause } from 'node:timers/promises';
import { thumbnailSize, ZOOM } from '#domain/groups/zoom.ts';
import { CARDS, openGroup, openTutorContext } from '../group-page.ts';
import type { BenchContext } from '../meters/measurement.ts';
import { openWall, TILES, tileSize } from './wall-page.ts';
import { halfInView, VIEWPORT, type WallStage } from './wall-stage.ts';

/** What a new screen sets off at once is over by then. */
const SETTLE_MS = 5_000;
/** A multiple of all times between two pictures of a device. */
const WINDOW_MS = 10_000;

/** By the slider of the tiles. */
const SIZES = [
  { size: 0, measure: 'upload-bytes-6-rem', isLarge: false },
  { size: 15, measure: 'upload-bytes', isLarge: false },
  { size: 100, measure: 'upload-bytes-48-rem', isLarge: true },
];

type Size = { width: number; height: number };

export async function measureUpload(context: BenchContext, stage: WallStage): Promise<void> {
  const group = await ofGroup(stage);
  const area = ({ width, height }: Size) => width * height;
  for (const { size, measure, isLarge } of SIZES) {
    const wall = await ofWall(stage, size);
    const share = area(wall.tile) / area(group.picture);
    context.say(
      `${measure}: ${told(wall.tile)} on the wall, ${told(group.picture)} in the group; ${Math.round(wall.bytes)} and ${Math.round(group.bytes)} bytes a minute`,
    );
    context.report({
      measure,
      ours: wall.bytes,
      baseline: group.bytes * share,
      unit: 'bytes a minute and device, by area',
      ...(isLarge ? {} : { aim: { ratioAtMost: 1.25 } }),
    });
  }
}

const told = ({ width, height }: Size) => `${Math.round(width)}×${Math.round(height)}`;

/** Per device and minute, of the devices in view. */
async function bytesAMinute(stage: WallStage, devices: number): Promise<number> {
  await pause(SETTLE_MS);
  const before = stage.sent();
  await pause(WINDOW_MS);
  return ((stage.sent() - before) / devices / WINDOW_MS) * 60_000;
}

async function ofGroup(stage: WallStage) {
  const request = { tutor: stage.tutor, group: stage.group.name, cards: stage.devices, viewport: VIEWPORT };
  const visitor = await openTutorContext(stage.classroom.browser, { ...request, zoom: ZOOM.initial });
  const page = await openGroup(visitor, { ...request, address: stage.group.address });
  const inView = await halfInView(page, CARDS);
  const bytes = await bytesAMinute(stage, inView);
  await visitor.close();
  await stage.left();
  return { picture: thumbnailSize(ZOOM.initial, 1), bytes };
}

async function ofWall(stage: WallStage, size: number) {
  const visitor = await stage.newContext(size);
  const page = await openWall(visitor, { address: stage.wallAddress, tiles: stage.devices });
  const inView = await halfInView(page, TILES);
  const tile = await tileSize(page);
  const bytes = await bytesAMinute(stage, inView);
  await visitor.close();
  await stage.left();
  return { tile, bytes };
}

/** What live pictures cost the page of a wall, beside images with data: URLs. */
import { setTimeout as pause } from 'node:timers/promises';
import { PAGE_ZOOM, tileHeightPx, tileWidthPx, wallPictures } from '#domain/wall/limits.ts';
import { type BaselinePages, serveBaselines } from '../baseline-page.ts';
import type { ImgPage } from '../baselines/img-data-urls.ts';
import { bareSession, demandThumbnails } from '../classroom/bare-tutor.ts';
import { median } from '../classroom/bench-classroom.ts';
import type { BenchContext } from '../meters/measurement.ts';
import { measurePictures, type PictureCost, toldCost } from '../meters/picture-cost.ts';
import { tileSize } from './wall-page.ts';
import { expectInView, TUTOR, VIEWPORT, type WallStage } from './wall-stage.ts';

export type LiveRequest = {
  rounds: number;
  /** By the slider of the tiles. */
  size: number;
  /** Between two pictures of a device. */
  everyMs: number;
  /** To the names of what is measured. */
  suffix?: string;
};

type Tile = { width: number; height: number; gap: number };

/** For each device: the class draws its first pictures, and must hear the broker meanwhile. */
const DRAWN_MS = 8;
const DRAWN = 5;

/** Until each device has made the pictures of a tile that it then sends in turn; nobody looks yet. */
async function recordPictures(context: BenchContext, stage: WallStage, size: number): Promise<void> {
  const width = tileWidthPx(size, PAGE_ZOOM.initial);
  const tile = { width, height: tileHeightPx(width), gap: 0 };
  const everyMs = stage.devices * DRAWN_MS;
  const stop = await demandForTile(context, stage, tile, everyMs);
  await pause(DRAWN * everyMs);
  await stop();
}

/** Asks for a picture at the bench's own rate, of the size that a tile has. Returns the stop. */
export function demandForTile(context: BenchContext, stage: WallStage, tile: Tile, everyMs: number) {
  const { width, height, quality } = wallPictures(tile.width, 1);
  return demandThumbnails(context, stage.classroom, {
    email: TUTOR,
    groupId: stage.group.id,
    intervalMs: everyMs,
    quality,
    width,
    height,
  });
}

export async function measureLive(
  context: BenchContext,
  stage: WallStage,
  { rounds, size, everyMs, suffix = '' }: LiveRequest,
): Promise<void> {
  const baselines = await serveBaselines(context, stage.classroom.browser, {
    img: new URL('../baselines/img-data-urls.ts', import.meta.url),
  });
  await recordPictures(context, stage, size);
  const ours: PictureCost[] = [];
  const img: PictureCost[] = [];
  let stop: (() => Promise<void>) | undefined;
  for (let round = 0; round < rounds; round += 1) {
    const wall = await stage.openWall(size);
    const tile = await tileSize(wall.page);
    if (stop === undefined) {
      stop = await demandForTile(context, stage, tile, everyMs);
      await stage.atRate((stage.devices * 1_000) / everyMs);
    }
    ours.push(await measurePictures(wall.page, wall));
    await wall.close();
    img.push(await measureImages(stage, baselines, { tile, name: `img${suffix}-${round}` }));
    const [our, their] = [ours, img].map((all) => all.at(-1)).map((cost) => (cost ? toldCost(cost) : ''));
    context.say(`round ${round + 1}: ours ${our}; img ${their}`);
  }
  await stop?.();
  report(context, { ours, img, suffix, fullRate: (stage.devices * 1_000) / everyMs });
}

async function measureImages(
  stage: WallStage,
  baselines: BaselinePages,
  { tile, name }: { tile: Tile; name: string },
): Promise<PictureCost> {
  const session = await bareSession(stage.classroom, TUTOR, `bench-${name}`);
  const page = await baselines.open('img', VIEWPORT);
  const probe = await page.evaluateHandle(
    () => (globalThis as unknown as { lecternBench: ImgPage }).lecternBench,
  );
  await probe.evaluate((p, asked) => p.connect(asked), { session, groupId: stage.group.id, ...tile });
  await probe.evaluate((p) => p.listen());
  await page.waitForFunction((all) => document.images.length >= all, stage.devices);
  await expectInView(page, stage.devices, 'img');
  const cost = await measurePictures(page, {
    still: (still) => probe.evaluate((p, now) => (now ? p.stop() : p.listen()), still),
    taken: () => probe.evaluate((p) => p.takeShown()),
  });
  await page.context().close();
  return cost;
}

function report(
  context: BenchContext,
  all: { ours: PictureCost[]; img: PictureCost[]; suffix: string; fullRate: number },
): void {
  const { suffix, fullRate } = all;
  const middle = (rounds: readonly PictureCost[], key: keyof PictureCost) =>
    median(rounds.map((round) => round[key]));
  const both = (key: keyof PictureCost) => ({ ours: middle(all.ours, key), baseline: middle(all.img, key) });
  context.report({
    measure: `p95-frame-ms${suffix}`,
    ours: middle(all.ours, 'frameMs'),
    baseline: middle(all.ours, 'idleFrameMs'),
    unit: 'ms',
    aim: { ratioAtMost: 1.2 },
  });
  context.report({ measure: `p95-frame-ms-beside-img${suffix}`, ...both('frameMs'), unit: 'ms' });
  context.report({
    measure: `main-ms-per-thumbnail${suffix}`,
    ...both('msPerThumbnail'),
    unit: 'ms',
    aim: { ratioAtMost: 0.2 },
  });
  context.report({
    measure: `main-ms-per-thumbnail-with-records${suffix}`,
    ...both('msWithRecords'),
    unit: 'ms',
  });
  context.report({ measure: `long-tasks${suffix}`, ...both('longTasks'), unit: '' });
  context.report({
    measure: `thumbnails-per-second${suffix}`,
    ours: middle(all.ours, 'perSecond'),
    baseline: fullRate,
    unit: '1/s, of all that are asked for',
    aim: { ratioAtLeast: 0.95 },
  });
}

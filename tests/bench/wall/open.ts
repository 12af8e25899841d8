/** How long a wall takes from its navigation to its pictures, beside a page that only hears them. */
import { setTimeout as pause } from 'node:timers/promises';
import { TIMING } from '#domain/timing.ts';
import { wallPictures } from '#domain/wall/limits.ts';
import type { Demand } from '#protocol/demand.ts';
import { serveBaselines } from '../baseline-page.ts';
import type { BarePictures, BarePicturesRequest } from '../baselines/bare-pictures.ts';
import { bareSession } from '../classroom/bare-tutor.ts';
import { median } from '../classroom/bench-classroom.ts';
import type { BenchContext } from '../meters/measurement.ts';
import type { PaintProbe } from '../pages/paint-probe.ts';
import { demandForTile } from './live.ts';
import { openWall, tileSize } from './wall-page.ts';
import { TUTOR, VIEWPORT, type WallStage } from './wall-stage.ts';

const DEFAULT_TILES = 15;
/** Each device has made the pictures that it sends in turn. */
const WARM_MS = 6_000;
const AIM = { ratioAtMost: 1.3 };

type Times = { first: number; last: number };

export async function measureOpen(context: BenchContext, stage: WallStage, rounds: number): Promise<void> {
  const baselines = await serveBaselines(context, stage.classroom.browser, {
    'bare-pictures': new URL('../baselines/bare-pictures.ts', import.meta.url),
  });
  const tile = await warm(context, stage);
  const ours: Times[] = [];
  const bare: Times[] = [];

  async function bareRound(round: number): Promise<Times> {
    const request: BarePicturesRequest = {
      session: await bareSession(stage.classroom, TUTOR, `bench-bare-${round}`),
      groupId: stage.group.id,
      demands: demandsOf(tile.width),
    };
    const visitor = await stage.classroom.browser.newContext({ viewport: VIEWPORT });
    await visitor.addInitScript((asked) => void Object.assign(globalThis, { benchRequest: asked }), request);
    const page = await baselines.openIn(visitor, 'bare-pictures');
    const probe = await page.evaluateHandle(
      () => (globalThis as unknown as { lecternBench: BarePictures }).lecternBench,
    );
    await page.waitForFunction(([p, all]) => p.arrived(all) !== undefined, [probe, stage.devices] as const);
    const times = await probe.evaluate(
      (p, all) => ({ first: p.arrived(1) ?? Number.NaN, last: p.arrived(all) ?? Number.NaN }),
      stage.devices,
    );
    await probe.evaluate((p) => p.stop());
    await visitor.close();
    await stage.left();
    return times;
  }

  for (let round = 0; round < rounds; round += 1) {
    ours.push(await ourRound(stage));
    bare.push(await bareRound(round));
    const told = (times: Times | undefined) =>
      `${Math.round(times?.first ?? 0)} and ${Math.round(times?.last ?? 0)} ms`;
    context.say(
      `round ${round + 1}: first and last picture: ours ${told(ours.at(-1))}, bare ${told(bare.at(-1))}`,
    );
  }
  for (const [key, measure] of [
    ['first', 'open-first-ms'],
    ['last', `open-last-of-${stage.devices}-ms`],
  ] as const)
    context.report({
      measure,
      ours: median(ours.map((times) => times[key])),
      baseline: median(bare.map((times) => times[key])),
      unit: 'ms',
      aim: AIM,
    });
}

/** As a wall asks for them. */
function demandsOf(tileWidthPx: number): Demand[] {
  const { intervalMs, ...parameters } = wallPictures(tileWidthPx, 1);
  const asked = (type: Demand['demand-type'], frequency: number, more: Record<string, unknown> = {}) => ({
    'demand-type': type,
    'demand-parameters': more,
    frequency,
    TTL: TIMING.demandTtlMs,
    source: 'bench-bare',
  });
  return [
    asked('statuses', TIMING.statusesMs),
    asked('info', 0),
    asked('thumbnails', intervalMs, parameters),
  ];
}

async function warm(context: BenchContext, stage: WallStage) {
  const wall = await stage.openWall(DEFAULT_TILES);
  const tile = await tileSize(wall.page);
  const stop = await demandForTile(context, stage, tile, 1_000);
  await pause(WARM_MS);
  await stop();
  await wall.close();
  return tile;
}

/** A browser that has been here before: scripts and shell come from its caches, as on a wall that is opened each day. */
async function ourRound(stage: WallStage): Promise<Times> {
  const visitor = await stage.newContext(DEFAULT_TILES);
  const page = await openWall(visitor, { address: stage.wallAddress, tiles: stage.devices });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.goto('about:blank');
  await stage.left();
  await page.goto(stage.wallAddress);
  const probe = await page.evaluateHandle(
    () => (globalThis as unknown as { lecternPaint: PaintProbe }).lecternPaint,
  );
  await page.waitForFunction(([p, all]) => p.painted(all) !== undefined, [probe, stage.devices] as const);
  const times = await probe.evaluate(
    (p, all) => ({ first: p.painted(1) ?? Number.NaN, last: p.painted(all) ?? Number.NaN }),
    stage.devices,
  );
  await visitor.close();
  await stage.left();
  return times;
}

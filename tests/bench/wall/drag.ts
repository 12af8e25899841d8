/** Frames while tiles are dragged over live ones. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { percentile } from '../classroom/bench-classroom.ts';
import type { BenchContext } from '../meters/measurement.ts';
import { createMeter } from '../meters/page-meter.ts';
import { demandForTile } from './live.ts';
import { TILES, tileSize } from './wall-page.ts';
import type { WallStage } from './wall-stage.ts';

const DEFAULT_TILES = 15;
const MANY = { columns: 10, rows: 5 };
const DRAG_MS = 4_000;
const SETTLE_MS = 2_000;
/** Of the way that a dragged tile goes round. */
const RADIUS_PX = 220;
const TURN_MS = 1_500;
const STEP_MS = 8;

type Point = { x: number; y: number };
type Kind = 'idle' | 'one' | 'many';

export async function measureDrag(context: BenchContext, stage: WallStage, rounds: number): Promise<void> {
  const p95: Record<Kind, number[]> = { idle: [], one: [], many: [] };
  const wall = await stage.openWall(DEFAULT_TILES);
  const { page } = wall;
  const stop = await demandForTile(context, stage, await tileSize(page), 1_000);
  const meter = await createMeter(page);
  await page.getByRole('button', { name: 'Drag Thumbnails', exact: true }).click();
  await pause(SETTLE_MS);
  const held = await middleOf(page);
  const measure = async (kind: Kind, during: () => Promise<unknown>) => {
    await wall.still(kind === 'idle');
    await pause(SETTLE_MS);
    p95[kind].push(percentile(await meter.frameTimes(during), 0.95));
  };
  for (let round = 0; round < rounds; round += 1) {
    await measure('idle', () => pause(DRAG_MS));
    await measure('one', () => dragRound(page, held));
    await selectMany(page);
    await measure('many', () => dragRound(page, held));
    await page.keyboard.press('Escape');
    const told = Object.entries(p95).map(([kind, all]) => `${kind} ${all.at(-1)?.toFixed(1)} ms`);
    context.say(`round ${round + 1}: p95 ${told.join(', ')}`);
  }
  await stop();
  await wall.close();
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  for (const [kind, measure] of [
    ['one', 'drag-p95-frame-ms'],
    ['many', `drag-p95-frame-ms-${MANY.columns * MANY.rows}-tiles`],
  ] as const)
    context.report({
      measure,
      ours: mean(p95[kind]),
      baseline: mean(p95.idle),
      unit: 'ms',
      aim: { ratioAtMost: 1.2 },
    });
}

const boxesOf = (page: Page) =>
  page.evaluate(
    (selector) =>
      [...document.querySelectorAll(selector)].map((tile) => {
        const { x, y, width, height } = tile.getBoundingClientRect();
        return { x, y, width, height };
      }),
    TILES,
  );

/** Of a tile that is among the many. */
async function middleOf(page: Page): Promise<Point> {
  const boxes = await boxesOf(page);
  const rows = [...new Set(boxes.map(({ y }) => y))].sort((a, b) => a - b);
  const inRow = boxes.filter(({ y }) => y === rows[2]).sort((a, b) => a.x - b.x);
  const box = inRow[MANY.columns / 2];
  if (!box) throw new Error('there are too few tiles');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** By a band from the corner before the first tile. */
async function selectMany(page: Page): Promise<void> {
  const boxes = await boxesOf(page);
  const [first] = boxes;
  const lefts = [...new Set(boxes.map(({ x }) => x))].sort((a, b) => a - b);
  const tops = [...new Set(boxes.map(({ y }) => y))].sort((a, b) => a - b);
  const [right, bottom] = [lefts[MANY.columns - 1], tops[MANY.rows - 1]];
  if (!first || right === undefined || bottom === undefined) throw new Error('there are too few tiles');
  await page.mouse.move((lefts[0] ?? 0) - 3, (tops[0] ?? 0) - 3);
  await page.mouse.down();
  await page.mouse.move(right, bottom);
  await page.mouse.move(right + first.width / 2, bottom + first.height / 2);
  await page.mouse.up();
  const selected = await page.locator('[data-tile][data-selected]').count();
  if (selected !== MANY.columns * MANY.rows) throw new Error(`${selected} tiles are selected`);
}

/** Round and round, and put back at the end. */
async function dragRound(page: Page, from: Point): Promise<void> {
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  const begin = performance.now();
  for (let ms = 0; ms < DRAG_MS; ms = performance.now() - begin) {
    const angle = (ms / TURN_MS) * 2 * Math.PI;
    await page.mouse.move(from.x + RADIUS_PX * Math.sin(angle), from.y + RADIUS_PX * (1 - Math.cos(angle)));
    await pause(STEP_MS);
  }
  if ((await page.locator('[data-tile][data-moving]').count()) === 0) throw new Error('nothing is dragged');
  await page.keyboard.press('Escape');
  await page.mouse.up();
}

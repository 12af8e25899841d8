/** The memory and the errors of a wall that stands all day while devices come and go: after some minutes against after one. */
import { setTimeout as pause } from 'node:timers/promises';
import { collectPageErrors } from '../../support/browser/page-errors.ts';
import { startWanderers } from '../../support/devices/wanderers.ts';
import { freeSeats, median } from '../classroom/bench-classroom.ts';
import { createMemoryMeter } from '../meters/browser-memory.ts';
import type { BenchContext } from '../meters/measurement.ts';
import { demandForTile } from './live.ts';
import { tileSize } from './wall-page.ts';
import type { WallStage } from './wall-stage.ts';

const DEFAULT_TILES = 15;
const FIRST_MS = 60_000;
const SAMPLES = 5;
const BETWEEN_MS = 4_000;
const WANDERERS = 3;
const MEBIBYTE = 1024 * 1024;

export async function measureMemory(context: BenchContext, stage: WallStage, minutes: number): Promise<void> {
  const wall = await stage.openWall(DEFAULT_TILES);
  const errors = collectPageErrors(wall.page.context());
  const { classroom, group } = stage;
  const wandering = startWanderers(
    { ...classroom, platform: classroom },
    { seats: freeSeats(classroom).slice(0, WANDERERS), groupId: group.id },
  );
  context.atEnd(wandering.stop);
  await demandForTile(context, stage, await tileSize(wall.page), 1_000);
  const { sample } = await createMemoryMeter(
    stage.classroom.browser,
    await wall.page.context().newCDPSession(wall.page),
  );
  const begin = performance.now();
  const at = async (ms: number) => {
    await pause(Math.max(0, begin + ms - performance.now()));
    // The bench's own notes of each picture would grow.
    await wall.taken();
    const samples = [];
    for (let i = 0; i < SAMPLES; i += 1) {
      samples.push(await sample());
      await pause(BETWEEN_MS);
    }
    const middle = {
      heap: median(samples.map(({ heap }) => heap)) / MEBIBYTE,
      processes: median(samples.flatMap(({ processes }) => processes ?? [])) / MEBIBYTE,
    };
    const passed = Math.round((performance.now() - begin) / 60_000);
    context.say(
      `${passed} min: heap ${middle.heap.toFixed(1)} MiB, processes ${middle.processes.toFixed(1)} MiB`,
    );
    return middle;
  };
  const first = await at(FIRST_MS);
  for (let minute = 2; minute < minutes; minute += 1) await at(minute * 60_000);
  const last = await at(minutes * 60_000);
  for (const [key, measure] of [
    ['processes', 'renderer-memory'],
    ['heap', 'heap'],
  ] as const)
    context.report({
      measure,
      ours: last[key],
      baseline: first[key],
      unit: 'MiB',
      aim: { ratioAtMost: 1.05 },
    });
  await wandering.stop();
  for (const line of errors.found()) context.say(line);
  context.report({ measure: 'errors', ours: errors.found().length, unit: 'of the page', aim: { atMost: 0 } });
  await wall.close();
}

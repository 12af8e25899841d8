/**
 * The wall of a group, on a screen of 4K. A bare tutor asks the devices for a picture a second of the size of a tile: the
 * wall itself asks less often. Class, broker and worker are at work all the time, also where the page is idle.
 *
 * - `upload`: bytes of pictures per device and minute, as the wall itself asks for them, against the group screen's
 *   default by the area of the picture there and of the tile here. A JPEG of any size carries 600 bytes of tables, and a
 *   very large tile is asked for more often.
 * - `live`: 200 tiles at a picture a second. What a picture costs the main thread, against `baselines/img-data-urls.ts`
 *   with images of the same size; frames with all that comes, against the same page idle (`meters/picture-cost.ts`).
 * - `drag`: frames while one tile, and then 50, are dragged over 200 live ones, against the page idle.
 * - `open`: from the navigation to the first picture, and to the last of 200 in view, against a bare page
 *   (`baselines/bare-pictures.ts`) that asks for the same and shows nothing. Both have their scripts and a session.
 * - `school`: as `live`, with 1,000 tiles in view and a picture in two seconds on each.
 *
 * Options: `--only live,drag`, `--rounds N`; `--minutes N` measures the memory of a wall of 200 over that time, and
 * nothing else.
 */
import { parseArgs } from 'node:util';
import { startBenchClassroom } from './classroom/bench-classroom.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { measureDrag } from './wall/drag.ts';
import { measureLive } from './wall/live.ts';
import { measureMemory } from './wall/memory.ts';
import { measureOpen } from './wall/open.ts';
import { measureUpload } from './wall/upload.ts';
import { type WallStage, wallStage } from './wall/wall-stage.ts';

const CLASS = 200;
const SCHOOL = 1_000;
const ROUNDS = 2;
const DEFAULT_TILES = 15;

type Part = (context: BenchContext, stage: WallStage, rounds: number) => Promise<void>;

/** In this order: the first ones make the pictures that the devices then send in turn. */
const OF_A_CLASS: Record<string, Part> = {
  upload: measureUpload,
  live: (context, stage, rounds) =>
    measureLive(context, stage, { rounds, size: DEFAULT_TILES, everyMs: 1_000 }),
  drag: measureDrag,
  open: measureOpen,
};

export const bench: Bench = async (context) => {
  const { values } = parseArgs({
    args: [...context.args],
    options: {
      only: { type: 'string', default: [...Object.keys(OF_A_CLASS), 'school'].join(',') },
      rounds: { type: 'string', default: String(ROUNDS) },
      minutes: { type: 'string' },
    },
  });
  const rounds = atLeastOne('rounds', values.rounds);
  const wanted = values.only.split(',');
  const unknown = wanted.filter((name) => !(name in OF_A_CLASS) && name !== 'school');
  if (unknown.length > 0) throw new Error(`--only does not know ${unknown.join(' and ')}`);
  if (values.minutes !== undefined) {
    const stage = await open(context, CLASS);
    return measureMemory(context, stage, atLeastOne('minutes', values.minutes));
  }
  const parts = Object.entries(OF_A_CLASS).filter(([name]) => wanted.includes(name));
  if (parts.length > 0) {
    const stage = await open(context, CLASS);
    for (const [name, part] of parts) {
      context.say(`── ${name}`);
      await part(context, stage, rounds);
    }
    await stage.close();
  }
  if (!wanted.includes('school')) return;
  context.say('── school');
  const stage = await open(context, SCHOOL);
  await measureLive(context, stage, { rounds: 1, size: 0, everyMs: 2_000, suffix: '-1000' });
};

const open = async (context: BenchContext, students: number) =>
  wallStage(await startBenchClassroom(context, students, { pictures: 'recorded' }));

function atLeastOne(name: string, text: string): number {
  const number = Number(text);
  if (!(number >= 1)) throw new Error(`--${name} takes a number from 1 up`);
  return number;
}

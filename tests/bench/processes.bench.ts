/**
 * Three processes of the platform behind HAProxy against one alone, on the same machine and at the same work: devices of one site that send
 * pictures to tutors who all look at all of them. Then the process that has the site is killed with -9 in the middle of
 * actions, beside the same actions undisturbed. `--devices 60 --tutors 4 --seconds 20` is a smaller run.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from './classroom/bench-classroom.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { type ClassOfProcess, startClass } from './processes/class.ts';
import { type PlatformOfProcesses, startPlatform } from './processes/platform.ts';
import { type BenchTutors, startTutors } from './processes/tutors.ts';

const SITE = 'demo/riverside';
const PROCESSES = 3;
const ACTIONS = 10;
/** Whoever is asked anew answers at once: all devices together, which is not what a lesson is like. */
const FIRST_MS = 5_500;
/** What is on its way arrives in it. */
const LATE_MS = 3_000;
const RECOVER_MS = 30_000;
const SAY_EVERY_MS = 1_000;

type Size = { devices: number; tutors: number; seconds: number };
type Stage = { platform: PlatformOfProcesses; devices: ClassOfProcess; tutors: BenchTutors };
/** Processor for each picture that reached a tutor, in microseconds: of the platform, and of HAProxy. */
type Pictures = { delivered: number; p95Ms: number; cpuUs: number; haproxyUs: number };
type Actions = { ids: readonly string[]; p95Ms: number };

export const bench: Bench = async (context) => {
  const size = sizeOf(context.args);
  const one = await onStage(context, { ...size, processes: 1 }, async (stage) => ({
    pictures: await measurePictures(context, stage, size),
    actions: await act(stage),
  }));
  await onStage(context, { ...size, processes: PROCESSES }, async (stage) => {
    const pictures = await measurePictures(context, stage, size);
    context.report({
      measure: 'delivered',
      ours: pictures.delivered,
      baseline: one.pictures.delivered,
      unit: 'sent over received',
      aim: { atMost: 1.001 },
    });
    context.report({
      measure: 'p95-ms',
      ours: pictures.p95Ms,
      baseline: one.pictures.p95Ms,
      unit: 'ms from draw to tutor',
      aim: { ratioAtMost: 1.5 },
    });
    context.report({
      measure: 'cpu-us',
      ours: pictures.cpuUs,
      baseline: one.pictures.cpuUs,
      unit: 'µs of the platform for each picture that reached a tutor',
    });
    context.report({
      measure: 'haproxy-cpu-us',
      ours: pictures.haproxyUs,
      unit: 'µs of HAProxy for each picture that reached a tutor',
    });
    const undisturbed = await act(stage);
    context.report({
      measure: 'actions-p95-ms',
      ours: undisturbed.p95Ms,
      baseline: one.actions.p95Ms,
      unit: 'ms until all have done it',
    });
    await measureKill(context, stage, { size, undisturbed });
  });
};

async function onStage<Result>(
  context: BenchContext,
  { processes, devices, tutors }: Size & { processes: number },
  work: (stage: Stage) => Promise<Result>,
): Promise<Result> {
  context.say(`${processes} process(es), ${devices} devices, ${tutors} tutors …`);
  const platform = await startPlatform(context, { processes, devices });
  const { port, classFile } = platform;
  const startedClass = await startClass({ platform: `http://127.0.0.1:${port}`, classFile, devices });
  context.atEnd(startedClass.stop);
  const startedTutors = await startTutors(platform, tutors, devices);
  context.atEnd(startedTutors.stop);
  const result = await work({ platform, devices: startedClass, tutors: startedTutors });
  await startedTutors.stop();
  await startedClass.stop();
  await platform.stop();
  return result;
}

/** Nothing is sent before, and everything has arrived after: what is counted on both sides are the same pictures. */
async function measurePictures(
  context: BenchContext,
  { devices, tutors, platform }: Stage,
  size: Size,
): Promise<Pictures> {
  await pause(LATE_MS);
  const before = (await devices.state()).pictures;
  const costBefore = await platform.cost();
  tutors.ages.length = 0;
  await tutors.startPictures();
  await pause(FIRST_MS);
  const first = tutors.ages.length;
  const firstSent = ((await devices.state()).pictures - before) * size.tutors;
  await pause(size.seconds * 1_000 - FIRST_MS);
  await tutors.stopPictures();
  await pause(LATE_MS);
  const cost = await platform.cost();
  const sent = ((await devices.state()).pictures - before) * size.tutors;
  const received = tutors.ages.length;
  context.say(`${sent} pictures for tutors, ${received} received`);
  context.say(`of these ${firstSent} and ${first} when all were asked at once`);
  return {
    delivered: received === 0 ? Number.NaN : sent / received,
    p95Ms: percentile(tutors.ages.slice(first), 0.95),
    cpuUs: (1e6 * (cost.platform - costBefore.platform)) / received,
    haproxyUs: (1e6 * (cost.haproxy - costBefore.haproxy)) / received,
  };
}

async function act({ tutors }: Stage): Promise<Actions> {
  const done: { id: string; ms: number }[] = [];
  for (let n = 0; n < ACTIONS; n += 1) done.push(await tutors.act());
  return {
    ids: done.map(({ id }) => id),
    p95Ms: percentile(
      done.map(({ ms }) => ms),
      0.95,
    ),
  };
}

async function measureKill(
  context: BenchContext,
  stage: Stage,
  { size, undisturbed }: { size: Size; undisturbed: Actions },
): Promise<void> {
  const { platform, devices, tutors } = stage;
  const owner = platform.balanced?.processes[await platform.balanced.ownerOf(SITE)];
  if (!owner) throw new Error('no process has the site');
  const acting = act(stage);
  await pause(50);
  context.say(`killing process ${owner.pid} …`);
  const killedAt = performance.now();
  owner.signal('SIGKILL');
  const isWhole = async () =>
    tutors.connected() === size.tutors && (await devices.state()).online === size.devices;
  while ((await isWhole()) && performance.now() - killedAt < RECOVER_MS) await pause(20);
  for (let nextAt = 0; !(await isWhole()) && performance.now() - killedAt < RECOVER_MS; await pause(50)) {
    const passed = performance.now() - killedAt;
    if (passed < nextAt) continue;
    nextAt += SAY_EVERY_MS;
    const { online } = await devices.state();
    context.say(`${Math.round(passed)} ms: ${tutors.connected()} tutors, ${online} devices`);
  }
  const recovered = (performance.now() - killedAt) / 1_000;
  const disturbed = await acting;
  const { done } = await devices.state();
  context.report({
    measure: 'recovered-s',
    ours: (await isWhole()) ? recovered : Number.NaN,
    unit: 's until every client is back',
    aim: { atMost: 10 },
  });
  const lost = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + size.devices - (done[id]?.length ?? 0), 0);
  const twice = (ids: readonly string[]) =>
    ids.reduce((sum, id) => sum + (done[id] ?? []).filter((times) => times > 1).length, 0);
  for (const [measure, count] of [
    ['actions-lost', lost],
    ['actions-twice', twice],
  ] as const) {
    context.report({
      measure,
      ours: count(disturbed.ids),
      baseline: count(undisturbed.ids),
      unit: 'actions of devices',
      aim: { atMost: 0 },
    });
  }
  context.report({
    measure: 'actions-p95-ms-killed',
    ours: disturbed.p95Ms,
    baseline: undisturbed.p95Ms,
    unit: 'ms until all have done it',
  });
}

function sizeOf(args: readonly string[]): Size {
  const { values } = parseArgs({
    args: [...args],
    options: {
      devices: { type: 'string', default: '600' },
      tutors: { type: 'string', default: '20' },
      seconds: { type: 'string', default: '40' },
    },
  });
  const size = {
    devices: Number(values.devices),
    tutors: Number(values.tutors),
    seconds: Number(values.seconds),
  };
  if (!Object.values(size).every((count) => Number.isInteger(count) && count > 0))
    throw new Error('--devices, --tutors and --seconds are whole numbers above 0');
  return size;
}

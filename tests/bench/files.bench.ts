/**
 * A file of 256 MiB from the tutor's console to the student page, each in a browser of its own.
 *
 * Ours: File Exchange as a person uses it, from the moment the two are connected to the word “Sent”: by then the file
 * is on the student's disk and its SHA-256 was compared. Baseline: as many bytes over a bare RTCDataChannel between the
 * same two pages (`baselines/bare-bytes.ts`), from the moment they are connected to the last byte. The bare channel is
 * tried in several ways first, and goes on with the fastest: the best of several that were all measured to the end would
 * owe a part of its lead to chance. Then ours and the baseline take turns; medians over the rounds.
 * - `main-thread-busy`: what the busier of both main threads computed, in per cent of the whole transfer.
 * - `tab-memory-growth`: the peak of pages and workers of the browser that grew more, less what they held before, in a
 *   transfer of its own.
 * - `p95-frame-ms`: frames of the group screen in another tab of the tutor's, during a transfer and before it.
 * - `thirty-at-once`: 30 simulated devices with 5 MiB each, by the bytes of all of them, beside one file to the student
 *   page.
 *
 * Options: `--mib 256`, `--rounds 9`, `--devices 30`, `--each-mib 5`.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { pressAction, selectAll } from '../support/console/class-actions.ts';
import { cardOf } from '../support/console/wall.ts';
import type { BytesPage, Pacing } from './baselines/bare-bytes.ts';
import { median, percentile } from './classroom/bench-classroom.ts';
import { browserOf, type PeerStage, startPeerStage } from './classroom/peer-stage.ts';
import { peakGrowth } from './meters/browser-memory.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { createMeter } from './meters/page-meter.ts';
import { within } from './meters/within.ts';
import type { FilesPage } from './pages/files-page.ts';

const MIB = 1024 * 1024;
const BARE_BYTES = new URL('./baselines/bare-bytes.ts', import.meta.url);
const LIMIT_MS = 90_000;
const SETTLE_MS = 1_500;
const IDLE_MS = 5_000;
const TRIED: readonly Pacing[] = [64 * 1024, 256 * 1024].flatMap((messageBytes) =>
  [256 * 1024, 1 * MIB].map((pauseAbove) => ({ messageBytes, pauseAbove })),
);
const TRIALS = 3;
const FRAMES_ROUNDS = 5;

type Sent = {
  /** From the connection on. */
  bytesPerSecond: number;
  /** From the press of the button to the connection. */
  connectMs: number;
};

export const bench: Bench = async (context) => {
  const { mib, rounds, devices, eachMib } = optionsOf(context.args);
  const stage = await startPeerStage(context, {
    simulated: devices,
    scripts: {
      tutor: [
        new URL('./pages/our-page.ts', import.meta.url),
        new URL('./pages/files-page.ts', import.meta.url),
        BARE_BYTES,
      ],
      student: [BARE_BYTES],
    },
  });
  const file = await makeFile(context, 'lesson.bin', mib * MIB);
  const page = await stage.openGroup();
  const sendToStudent = await openExchange(page, async () => {
    await cardOf(page, stage.studentName).getByRole('checkbox').first().check();
  });
  const sendBare = await openBare([page, stage.studentPage]);
  const send = async () => {
    const sent = await sendToStudent(file, 1);
    await removeReceived(stage.studentPage, 'lesson.bin');
    return sent;
  };
  const meters = await Promise.all([page, stage.studentPage].map(createMeter));

  const ours: Sent[] = [];
  const pacing = await fastest(context, (tried) => sendBare((mib / 2) * MIB, tried));
  const bare: number[] = [];
  const busy: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await pause(SETTLE_MS);
    const sending = once(async () => ours.push(await send()));
    const [tutorBusy = Number.NaN, studentBusy = Number.NaN] = await Promise.all(
      meters.map((meter) => meter.busyPercent(sending)),
    );
    busy.push(Math.max(tutorBusy, studentBusy));
    await pause(SETTLE_MS);
    bare.push(await sendBare(mib * MIB, pacing));
    const { bytesPerSecond = 0, connectMs = 0 } = ours.at(-1) ?? {};
    context.say(
      `round ${round + 1}: ours ${toMib(bytesPerSecond)}, connected in ${Math.round(connectMs)} ms, busy ${tutorBusy.toFixed(1)} % and ${studentBusy.toFixed(1)} %; bare ${toMib(bare.at(-1) ?? 0)} MiB/s`,
    );
  }
  const one = median(ours.map(({ bytesPerSecond }) => bytesPerSecond));
  context.report({
    measure: 'throughput',
    ours: one / MIB,
    baseline: median(bare) / MIB,
    unit: 'MiB/s',
    aim: { ratioAtLeast: 0.85 },
  });
  context.report({ measure: 'connect-ms', ours: median(ours.map(({ connectMs }) => connectMs)), unit: 'ms' });
  context.report({ measure: 'main-thread-busy', ours: median(busy), unit: '%', aim: { atMost: 20 } });

  await pause(SETTLE_MS);
  const sending = once(send);
  const growths = await Promise.all(
    [stage.tutor, stage.student].map((profile) => peakGrowth(browserOf(profile), sending)),
  );
  context.say(`grew by ${growths.map(toMib).join(' and ')} MiB`);
  context.report({
    measure: 'tab-memory-growth',
    ours: Math.max(...growths) / MIB,
    unit: 'MiB',
    aim: { atMost: 64 },
  });

  await measureFrames(context, stage, send);
  await measureMany(context, { stage, devices, eachMib, one });
};

const toMib = (bytes: number) => (bytes / MIB).toFixed(1);

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      mib: { type: 'string', default: '256' },
      rounds: { type: 'string', default: '9' },
      devices: { type: 'string', default: '30' },
      'each-mib': { type: 'string', default: '5' },
    },
  });
  return {
    mib: Number(values.mib),
    rounds: Number(values.rounds),
    devices: Number(values.devices),
    eachMib: Number(values['each-mib']),
  };
}

/** Of bytes that nothing can make shorter. */
async function makeFile(context: BenchContext, name: string, bytes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-file-'));
  context.atEnd(() => rm(folder, { recursive: true, force: true }));
  const path = join(folder, name);
  const file = await open(path, 'w');
  try {
    for (let at = 0; at < bytes; at += MIB) await file.write(randomBytes(Math.min(MIB, bytes - at)));
  } finally {
    await file.close();
  }
  return path;
}

/** Opens File Exchange for those who `select` selects. What it answers sends one file to `files` devices. */
async function openExchange(page: Page, select: () => Promise<void>) {
  await select();
  await pressAction(page, 'Send Files');
  const panel = page.getByRole('region', { name: 'File Exchange' });
  await panel.waitFor();
  const probe = await page.evaluateHandle(
    () => (globalThis as unknown as { lecternFiles: FilesPage }).lecternFiles,
  );
  return async (path: string, files: number): Promise<Sent> => {
    await panel.locator('input[type=file]').setInputFiles(path);
    await probe.evaluate((p) => p.takeConnections());
    const pressedAt = Date.now();
    await panel.getByRole('button', { name: 'Send', exact: true }).click();
    const sentAt = await within(
      LIMIT_MS,
      'the end of the transfers',
      probe.evaluate((p, count) => p.sent(count), files),
    );
    const connections = await probe.evaluate((p) => p.takeConnections());
    const connectedAt = Math.min(...connections);
    const bytes = files * (await sizeOf(path));
    await panel.getByRole('button', { name: 'Clear', exact: true }).click();
    return {
      bytesPerSecond: (bytes / (sentAt - connectedAt)) * 1_000,
      connectMs: connectedAt - pressedAt,
    };
  };
}

async function sizeOf(path: string): Promise<number> {
  const file = await open(path);
  try {
    return (await file.stat()).size;
  } finally {
    await file.close();
  }
}

/** The student has it, and makes room for the next. */
async function removeReceived(student: Page, name: string): Promise<void> {
  await student.getByRole('button', { name: `Save ${name}` }).waitFor();
  await student.getByRole('button', { name: `Remove ${name}` }).click();
  await student.getByRole('button', { name: `Save ${name}` }).waitFor({ state: 'detached' });
}

/** What it answers sends bytes over a bare channel from the one page to the other: bytes a second. */
async function openBare(pages: readonly [Page, Page]) {
  const [from, to] = await Promise.all(
    pages.map((page) =>
      page.evaluateHandle(() => (globalThis as unknown as { lecternBytes: BytesPage }).lecternBytes),
    ),
  );
  if (!from || !to) throw new Error('there are no two pages');
  return async (bytes: number, pacing: Pacing): Promise<number> => {
    const offer = await from.evaluate((p) => p.offer());
    const answer = await to.evaluate((p, said) => p.answer(said), offer);
    const received = to.evaluate((p, count) => p.received(count), bytes);
    const connectedAt = await from.evaluate((p, said) => p.accept(said), answer);
    await from.evaluate((p, [count, how]) => p.send(count, how), [bytes, pacing] as const);
    const receivedAt = await within(LIMIT_MS, 'the bytes of the bare channel', received);
    for (const side of [from, to]) await side.evaluate((p) => p.close());
    return (bytes / (receivedAt - connectedAt)) * 1_000;
  };
}

/** The bare channel at its best on this machine, now. */
async function fastest(context: BenchContext, send: (tried: Pacing) => Promise<number>): Promise<Pacing> {
  const trials = TRIED.map((pacing) => ({ pacing, rates: [] as number[] }));
  for (let trial = 0; trial < TRIALS; trial += 1) {
    for (const { pacing, rates } of trials) rates.push(await send(pacing));
  }
  for (const { pacing, rates } of trials) {
    const [message, above] = [pacing.messageBytes, pacing.pauseAbove].map((bytes) => bytes / 1024);
    context.say(`bare, ${message} KiB, waits above ${above} KiB: ${rates.map(toMib).join(', ')} MiB/s`);
  }
  const [best] = trials.sort((a, b) => median(b.rates) - median(a.rates));
  if (!best) throw new Error('nothing was tried');
  return best.pacing;
}

/** Several measure the same run of it. */
function once(during: () => Promise<unknown>): () => Promise<unknown> {
  let run: Promise<unknown> | undefined;
  return () => {
    run ??= during();
    return run;
  };
}

/** The group screen in another tab. */
async function measureFrames(
  context: BenchContext,
  stage: PeerStage,
  send: () => Promise<Sent>,
): Promise<void> {
  const beside = await stage.openGroup();
  const meter = await createMeter(beside);
  const idle: number[] = [];
  const busy: number[] = [];
  await pause(IDLE_MS);
  for (let round = 0; round < FRAMES_ROUNDS; round += 1) {
    idle.push(percentile(await meter.frameTimes(() => pause(IDLE_MS)), 0.95));
    busy.push(percentile(await meter.frameTimes(send), 0.95));
    await pause(SETTLE_MS);
  }
  await beside.close();
  context.say(`p95 of frames: idle ${idle.map(Math.round)}, beside a transfer ${busy.map(Math.round)} ms`);
  context.report({
    measure: 'p95-frame-ms',
    ours: median(busy),
    baseline: median(idle),
    unit: 'ms',
    aim: { ratioAtMost: 1.2 },
  });
}

async function measureMany(
  context: BenchContext,
  { stage, devices, eachMib, one }: { stage: PeerStage; devices: number; eachMib: number; one: number },
): Promise<void> {
  const file = await makeFile(context, 'sheet.bin', eachMib * MIB);
  const page = await stage.openGroup();
  const sendToAll = await openExchange(page, async () => {
    await selectAll(page);
    await cardOf(page, stage.studentName).getByRole('checkbox').first().uncheck();
  });
  const { bytesPerSecond, connectMs } = await sendToAll(file, devices);
  context.say(
    `${devices} at once: ${toMib(bytesPerSecond)} MiB/s, the first connected in ${Math.round(connectMs)} ms`,
  );
  context.report({
    measure: 'thirty-at-once',
    ours: bytesPerSecond / MIB,
    baseline: one / MIB,
    unit: 'MiB/s',
    aim: { ratioAtLeast: 0.7 },
  });
}

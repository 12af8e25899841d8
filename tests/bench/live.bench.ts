/**
 * How old the picture of a student's screen is when the tutor sees it, from glass to glass: the student page shares a
 * clock that is drawn as black and white squares, and the console's page reads it from the video on the screen of the
 * single device. Both in browsers of their own.
 *
 * Baseline: the same drawn clock over a bare RTCPeerConnection between two bare pages in the same two browsers
 * (`baselines/bare-video.ts`), read in the same way. Ours and the baseline take turns, nothing of the one is open
 * while the other is measured; medians over the rounds of the rounds' medians.
 * - `first-frame`: from the click on the student's name in the group to the first frame of the live stream.
 * - `latency`: of all frames that were shown once the stream has settled.
 *
 * Options: `--rounds 3`, `--settle-ms 4000`, `--ms 8000`.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { cardOf } from '../support/console/wall.ts';
import { type BaselinePages, serveBaselines } from './baseline-page.ts';
import type { VideoPage } from './baselines/bare-video.ts';
import { median, percentile } from './classroom/bench-classroom.ts';
import { browserOf, type PeerStage, startPeerStage } from './classroom/peer-stage.ts';
import type { Bench } from './meters/measurement.ts';
import { within } from './meters/within.ts';
import type { ClockAges } from './pages/clock-watch.ts';
import type { LivePage } from './pages/live-page.ts';

const CLASSMATES = 5;
const LIMIT_MS = 30_000;
/** What a round left behind has ended by then. */
const REST_MS = 2_000;

type Times = { settleMs: number; forMs: number };

export const bench: Bench = async (context) => {
  const { rounds, times } = optionsOf(context.args);
  const stage = await startPeerStage(context, {
    simulated: CLASSMATES,
    scripts: {
      tutor: [new URL('./pages/live-page.ts', import.meta.url)],
      student: [new URL('./pages/clock-screen.ts', import.meta.url)],
    },
  });
  await stage.studentPage.getByRole('button', { name: 'Share screen' }).click();
  await stage.studentPage.getByRole('button', { name: 'Stop sharing' }).waitFor();
  const baselines = await serveBaselines(context, browserOf(stage.tutor), {
    video: new URL('./baselines/bare-video.ts', import.meta.url),
  });

  const firstFrames: number[] = [];
  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const watched = await watchOurs(stage, times);
    firstFrames.push(watched.firstFrameMs);
    ours.push(median(watched.ages));
    await pause(REST_MS);
    const plain = await watchBare(baselines, stage, times);
    bare.push(median(plain.ages));
    await pause(REST_MS);
    context.say(
      `round ${round + 1}: first frame ${Math.round(watched.firstFrameMs)} ms; ours ${told(watched)}; bare ${told(plain)}`,
    );
  }
  context.report({
    measure: 'first-frame',
    ours: median(firstFrames),
    unit: 'ms',
    aim: { atMost: 1_000 },
  });
  context.report({
    measure: 'latency',
    ours: median(ours),
    baseline: median(bare),
    unit: 'ms',
    aim: { ratioAtMost: 1.2 },
  });
};

const told = ({ ages, unreadable }: ClockAges) =>
  `${median(ages)} ms (p95 ${percentile(ages, 0.95)}, ${ages.length} frames, ${unreadable} unreadable)`;

function optionsOf(args: readonly string[]) {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '3' },
      'settle-ms': { type: 'string', default: '4000' },
      ms: { type: 'string', default: '8000' },
    },
  });
  return {
    rounds: Number(values.rounds),
    times: { settleMs: Number(values['settle-ms']), forMs: Number(values.ms) },
  };
}

/** A fresh tab of the console: the group, the click on the student's name, the live stream. */
async function watchOurs(
  stage: PeerStage,
  { settleMs, forMs }: Times,
): Promise<ClockAges & { firstFrameMs: number }> {
  const page = await stage.openGroup();
  const name = cardOf(page, stage.studentName).getByRole('link', { name: stage.studentName, exact: true });
  await name.waitFor();
  await pause(REST_MS);
  const probe = await page.evaluateHandle(
    () => (globalThis as unknown as { lecternLive: LivePage }).lecternLive,
  );
  const opening = probe.evaluate((p) => p.opening());
  await name.click();
  const firstFrameMs = await within(LIMIT_MS, 'the first frame', opening);
  await pause(settleMs);
  const ages = await probe.evaluate((p, ms) => p.ages(ms), forMs);
  await page.close();
  return { ...ages, firstFrameMs };
}

async function watchBare(
  baselines: BaselinePages,
  { tutor, student }: PeerStage,
  { settleMs, forMs }: Times,
): Promise<ClockAges> {
  const pages = await Promise.all([student, tutor].map((opened) => baselines.openIn(opened, 'video')));
  const [from, to] = await Promise.all(
    pages.map((page) =>
      page.evaluateHandle(() => (globalThis as unknown as { lecternBench: VideoPage }).lecternBench),
    ),
  );
  if (!from || !to) throw new Error('there are no two pages');
  const offer = await from.evaluate((p) => p.sender.offer());
  const answer = await to.evaluate((p, said) => p.viewer.answer(said), offer);
  const shown = to.evaluate((p) => p.shown());
  await from.evaluate((p, said) => p.sender.accept(said), answer);
  await within(LIMIT_MS, 'the first frame of the bare video', shown);
  await pause(settleMs);
  const ages = await to.evaluate((p, ms) => p.ages(ms), forMs);
  for (const page of pages) await page.close();
  return ages;
}

/**
 * What 200 pictures a second cost the main thread of the page that shows them, one a second on each of 200 cards.
 *
 * Ours: the group screen. Baseline: `baselines/img-data-urls.ts`, 200 images of the same size with the same feed of
 * the same broker, as another tutor. Both stand in a viewport in which all 200 are wholly to be seen (checked). The
 * pictures are 320×180; a bare tutor asks the devices for one a second, as the console's own rate is one in 5 s.
 * `--rounds N` makes it shorter or longer. Each page is opened anew for each round, alone in the browser, ours and the baseline by turns, with class and
 * broker at work all the time. Medians over the rounds.
 * - Main-thread time per thumbnail: what the thread computes while pictures come, and nothing else, less what it
 *   computes while the page is idle (`pages/our-page.ts` says how), by the number of pictures shown. What the console
 *   does beside them, and the other page does not (tabs, applications, statuses of 200 students, and the cards that
 *   show them), is counted as well in `main-ms-per-thumbnail-with-records`.
 * - Frames are looked at apart, since asking for every frame costs something itself: with all that comes, against
 *   the same page idle. Once more with the browser on one core (`one-core.ts`).
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { serveBaselines } from './baseline-page.ts';
import type { ImgPage } from './baselines/img-data-urls.ts';
import { bareSession, demandThumbnails } from './classroom/bare-tutor.ts';
import { type BenchClassroom, median, startBenchClassroom } from './classroom/bench-classroom.ts';
import { groupOf, openGroup, openTutorContext, pictureSize, wholeInView } from './group-page.ts';
import type { Bench, BenchContext } from './meters/measurement.ts';
import { reportOnOneCore } from './meters/one-core.ts';
import { createMeter } from './meters/page-meter.ts';
import { measurePictures, type PictureCost, toldCost } from './meters/picture-cost.ts';
import type { OurPage } from './pages/our-page.ts';

const DEVICES = 200;
const ROUNDS = 3;
const GROUP = 'All devices';
const VIEWPORT = { width: 3_840, height: 2_700 };
const SMALLEST_CARDS = 0;
const SETTLE_MS = 3_000;
const FRAMES_MS = 4_000;

export const bench: Bench = async (context) => {
  const classroom = await startBenchClassroom(context, DEVICES, { pictures: 'recorded' });
  // Who keeps a screen private sends no picture.
  for (const device of classroom.simulatedClass.devices) device.setPrivacy(false);
  const { measureBoth, reportOneCore } = await prepare(context, classroom);
  const ours: PictureCost[] = [];
  const img: PictureCost[] = [];
  for (let round = 0; round < roundsOf(context.args); round += 1) {
    const both = await measureBoth(round);
    ours.push(both.ours);
    img.push(both.img);
    context.say(`round ${round + 1}: ours ${toldCost(both.ours)}; img ${toldCost(both.img)}`);
  }

  const middle = (rounds: readonly PictureCost[], key: keyof PictureCost) =>
    median(rounds.map((round) => round[key]));
  const both = (key: keyof PictureCost) => ({ ours: middle(ours, key), baseline: middle(img, key) });
  context.report({
    measure: 'main-ms-per-thumbnail',
    ...both('msPerThumbnail'),
    unit: 'ms',
    aim: { ratioAtMost: 0.25 },
  });
  context.report({
    measure: 'main-ms-per-thumbnail-with-records',
    ...both('msWithRecords'),
    unit: 'ms',
    aim: { ratioAtMost: 0.4 },
  });
  context.report({ measure: 'long-tasks', ...both('longTasks'), unit: '', aim: { atMost: 0 } });
  context.report({
    measure: 'p95-frame-ms',
    ours: middle(ours, 'frameMs'),
    baseline: middle(ours, 'idleFrameMs'),
    unit: 'ms',
    aim: { ratioAtMost: 1.2 },
  });
  context.report({ measure: 'p95-frame-ms-beside-img', ...both('frameMs'), unit: 'ms' });
  context.report({ measure: 'thumbnails-per-second', ...both('perSecond'), unit: '1/s' });
  await reportOneCore();
};

function roundsOf(args: readonly string[]): number {
  if (!args.includes('--rounds')) return ROUNDS;
  const rounds = Number(args[args.indexOf('--rounds') + 1]);
  if (!(rounds > 0)) throw new Error('--rounds takes a number');
  return rounds;
}

/** `measureBoth` is one round: a fresh page of ours, then a fresh page of the baseline. */
async function prepare(context: BenchContext, classroom: BenchClassroom) {
  const tutor = await classroom.signedIn('maintainer@demo.example');
  const baselines = await serveBaselines(context, classroom.browser, {
    img: new URL('./baselines/img-data-urls.ts', import.meta.url),
  });
  const request = { tutor, group: GROUP, cards: DEVICES, viewport: VIEWPORT, zoom: SMALLEST_CARDS };
  let address: string | undefined;

  async function openOurs() {
    const visitor = await openTutorContext(classroom.browser, request);
    const page = await openGroup(visitor, { ...request, ...(address && { address }) });
    if (address === undefined) {
      address = page.url();
      await demandThumbnails(context, classroom, {
        email: 'admin@demo.example',
        groupId: groupOf(address),
        intervalMs: 1_000,
        quality: 22,
        width: 320,
        height: 180,
      });
    }
    await allInView(page);
    const probe = await page.evaluateHandle(
      () => (globalThis as unknown as { lecternBench: OurPage }).lecternBench,
    );
    return { visitor, page, probe };
  }

  async function ourRound(): Promise<{
    round: PictureCost;
    size: { width: number; height: number; gap: number };
  }> {
    const { visitor, page, probe } = await openOurs();
    const size = await pictureSize(page);
    const round = await measurePictures(page, {
      still: (still) => probe.evaluate((p, now) => p.beStill(now), still),
      records: (heard) => probe.evaluate((p, now) => p.hearRecords(now), heard),
      taken: async () => (await probe.evaluate((p) => p.takeFrames())).length,
    });
    await visitor.close();
    return { round, size };
  }

  async function measureBoth(index: number): Promise<{ ours: PictureCost; img: PictureCost }> {
    const { round: ours, size } = await ourRound();
    const session = await bareSession(classroom, 'admin@demo.example', `bench-img-${index}`);
    const page = await baselines.open('img', VIEWPORT);
    const probe = await page.evaluateHandle(
      () => (globalThis as unknown as { lecternBench: ImgPage }).lecternBench,
    );
    await probe.evaluate((p, asked) => p.connect(asked), {
      session,
      groupId: groupOf(address ?? ''),
      ...size,
    });
    await probe.evaluate((p) => p.listen());
    await page.waitForFunction((all) => document.images.length >= all, DEVICES);
    await allInView(page, 'img');
    const img = await measurePictures(page, {
      still: (still) => probe.evaluate((p, now) => (now ? p.stop() : p.listen()), still),
      taken: () => probe.evaluate((p) => p.takeShown()),
    });
    await page.context().close();
    return { ours, img };
  }

  async function reportOneCore(): Promise<void> {
    const { visitor, page, probe } = await openOurs();
    await pause(SETTLE_MS);
    await reportOnOneCore(context, classroom.browser, {
      meter: await createMeter(page),
      still: (still) => probe.evaluate((p, now) => p.beStill(now), still),
      during: () => pause(FRAMES_MS),
    });
    await visitor.close();
  }

  return { measureBoth, reportOneCore };
}

async function allInView(page: Page, selector?: string): Promise<void> {
  const inView = await wholeInView(page, selector);
  if (inView < DEVICES) throw new Error(`only ${inView} of ${DEVICES} are in view`);
}

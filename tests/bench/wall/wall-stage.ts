/** A class whose wall is looked at: all of its devices online, none with its screen private. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import type { BenchClassroom, SignedIn } from '../classroom/bench-classroom.ts';
import { wholeInView } from '../group-page.ts';
import type { OurPage } from '../pages/our-page.ts';
import { openWall, openWallContext, TILES } from './wall-page.ts';

/** Everybody is in it. */
const GROUP = { id: 'g-886', name: 'All devices' };
export const VIEWPORT = { width: 3_840, height: 2_160 };
export const TUTOR = 'admin@demo.example';

/** Devices end the demands of a page that has gone when its last will comes; nothing may profit from the one before. */
const LEFT_MS = 6_000;
/** For each device. */
const CALM_MS = 15;
const IN_VIEW_WITHIN_MS = 30_000;
const RATE_MS = 3_000;
const RATE_TRIES = 15;

export type WallStage = Awaited<ReturnType<typeof wallStage>>;

export async function wallStage(classroom: BenchClassroom) {
  const { simulatedClass, browser, consoleUrl } = classroom;
  const { devices } = simulatedClass;
  for (const device of devices) device.setPrivacy(false);
  // The platform has work to do for each that has connected: meanwhile even a bare page waits.
  await pause(devices.length * CALM_MS);
  const { online } = simulatedClass.counters();
  if (online < devices.length) throw new Error(`only ${online} of ${devices.length} devices are online`);
  const tutor: SignedIn = await classroom.signedIn('maintainer@demo.example');
  const address = `${consoleUrl}/group/${GROUP.id}`;
  const newContext = (size: number) => openWallContext(browser, { tutor, viewport: VIEWPORT, size });

  return {
    classroom,
    devices: devices.length,
    group: { ...GROUP, address },
    tutor,
    newContext,
    wallAddress: `${address}/grid`,
    /** A wall of its own, all of whose tiles are wholly in view. */
    async openWall(size: number) {
      const context = await newContext(size);
      const page = await openWall(context, { address: `${address}/grid`, tiles: devices.length });
      await expectInView(page, devices.length, TILES);
      const probe = await page.evaluateHandle(
        () => (globalThis as unknown as { lecternBench: OurPage }).lecternBench,
      );
      return {
        page,
        still: (still: boolean) => probe.evaluate((p, now) => p.beStill(now), still),
        records: (heard: boolean) => probe.evaluate((p, now) => p.hearRecords(now), heard),
        taken: async () => (await probe.evaluate((p) => p.takeFrames())).length,
        async close() {
          await context.close();
          await pause(LEFT_MS);
        },
      };
    },
    /** Until so many pictures come in a second, as far as they ever do: the first ones of a device are drawn. */
    async atRate(perSecond: number) {
      for (let tries = 0, rate = 0; tries < RATE_TRIES && rate < 0.95 * perSecond; tries += 1) {
        const before = simulatedClass.counters().framesDrawn;
        const from = performance.now();
        await pause(RATE_MS);
        rate = ((simulatedClass.counters().framesDrawn - before) / (performance.now() - from)) * 1_000;
      }
    },
    /** Bytes of pictures that the devices have sent so far. */
    sent: () =>
      devices.reduce((sum, { counters: { published } }) => sum + (published.thumbnail?.bytes ?? 0), 0),
    left: () => pause(LEFT_MS),
    /** Leaves the machine to the next class. */
    async close() {
      await browser.close();
      await simulatedClass.stop();
    },
  };
}

/** Tiles find their places while devices come. */
export async function expectInView(page: Page, all: number, selector: string): Promise<void> {
  const until = performance.now() + IN_VIEW_WITHIN_MS;
  let inView = await wholeInView(page, selector);
  while (inView < all && performance.now() < until) {
    await pause(500);
    inView = await wholeInView(page, selector);
  }
  if (inView < all) throw new Error(`only ${inView} of ${all} are in view`);
}

/** Devices are asked for pictures of what is in view by at least half. */
export const halfInView = (page: Page, selector: string): Promise<number> =>
  page.evaluate(
    (all) =>
      [...document.querySelectorAll(all)].filter((element) => {
        const { top, bottom, height } = element.getBoundingClientRect();
        return Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2;
      }).length,
    selector,
  );

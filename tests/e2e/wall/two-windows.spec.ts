/** What devices send while a group and its wall are looked at: as large and as often as it is shown, and once. */
import type { Page } from '@playwright/test';
import { feedbackAddress } from '#protocol/topics.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const STUDENTS = 6;
const SIZES = { smallest: 0, largest: 100 };
const SMALL = { width: 96, height: 54, frequency: 10_000 };
const LARGE = { width: 768, height: 432, frequency: 2_000 };
/** A beat, the grace after a screen has closed, and a busy machine. */
const LATE = { timeout: 30_000 };

test.use({ viewport: { width: 1600, height: 900 } });

type Picture = { clientId: string; width: number; height: number; topic: string; at: number };
/** What a picture says of itself. */
type Picturing = { userProperties?: Record<string, string> };
type Asked = { width: number; height: number; frequency: number };

/** Notes what the broker takes from consoles and from devices. */
function followPictures({ platform: { broker }, simulatedClass }: RunningClassroom) {
  const devices = simulatedClass?.devices ?? [];
  let pictures: Picture[] = [];
  let asked: Asked | 'nothing' | undefined;
  broker.onPublish(({ topic, payload, properties }) => {
    const from = feedbackAddress(topic);
    if (from?.kind === 'thumbnail') {
      const { clientId } = from;
      const { width, height } = (properties as Picturing | undefined)?.userProperties ?? {};
      pictures.push({ clientId, width: Number(width), height: Number(height), topic, at: Date.now() });
    }
    if (!topic.endsWith('/demands')) return;
    const demand = JSON.parse(String(payload));
    if (demand['demand-type'] !== 'thumbnails') return;
    const { width, height } = demand['demand-parameters'];
    asked = demand.TTL === 0 ? 'nothing' : { width, height, frequency: demand.frequency };
  });
  const of = (clientId: string | undefined) => pictures.filter((picture) => picture.clientId === clientId);
  return {
    /** What devices were last asked for. */
    asked: () => asked,
    forget() {
      pictures = [];
    },
    /** Whose pictures have come, by name. */
    senders: () =>
      devices.filter((device) => of(device.clientId()).length > 0).map(({ hostname }) => hostname),
    sizes: () => [...new Set(pictures.map(({ width, height }) => `${width}×${height}`))],
    topics: () => new Set(pictures.map(({ topic }) => topic)).size,
    fewest: () => Math.min(...devices.map((device) => of(device.clientId()).length)),
    most: () => Math.max(...devices.map((device) => of(device.clientId()).length)),
    /** From now on nothing else has come, once each device has sent a picture of this size. */
    async settle(size: { width: number; height: number }) {
      const isSettled = () =>
        devices.every((device) => {
          const last = of(device.clientId()).at(-1);
          return last?.width === size.width && last.height === size.height;
        });
      await expect.poll(isSettled, LATE).toBe(true);
      pictures = [];
    },
  };
}

async function openGroup(page: Page, classroom: RunningClassroom): Promise<void> {
  for (const device of classroom.simulatedClass?.devices ?? []) device.setPrivacy(false);
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(STUDENTS);
}

/** The wall of the group that a page shows. `size`: as the slider has it. */
async function openWall(page: Page, group: string, size: number): Promise<void> {
  await page.addInitScript((value) => localStorage.setItem('lectern.wallTileSize', String(value)), size);
  await page.goto(`${group}/grid`);
  await expect(page.locator('[data-tile]:not([data-state=offline])')).toHaveCount(STUDENTS);
}

/** As the browser tells a page that is behind another window, or seen again. */
const setVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );

test('a group and its wall in two windows share a connection, and an upload of each device', {
  tag: '@rare',
}, async ({ page, context, ownClassroom }) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: STUDENTS });
  const seen = followPictures(classroom);
  const tutors = () => classroom.platform.broker.connections().filter(({ kind }) => kind === 'tutor');
  // All cards are in view, of the large tiles four.
  await page.setViewportSize({ width: 1600, height: 1600 });
  await openGroup(page, classroom);
  await expect.poll(seen.asked).toBeTruthy();
  const group = seen.asked() as Asked;
  await seen.settle(group);
  const [{ clientId } = { clientId: '' }] = tutors();

  const wall = await context.newPage();
  await openWall(wall, page.url(), SIZES.largest);
  // The larger one wins: what the wall shows serves the cards as well.
  await expect.poll(seen.asked).toMatchObject(LARGE);
  // The first one may be followed by another at once, when the devices hear what is in view.
  await seen.settle(LARGE);
  await seen.settle(LARGE);
  const from = Date.now();
  await expect.poll(seen.fewest, LATE).toBeGreaterThanOrEqual(3);
  // One more that a busy machine took late.
  const beats = Math.ceil((Date.now() - from) / LARGE.frequency) + 1;
  expect(seen.most(), 'more than one picture a beat').toBeLessThanOrEqual(beats);
  expect(seen.topics()).toBe(STUDENTS);
  expect(seen.sizes()).toEqual([`${LARGE.width}×${LARGE.height}`]);
  expect(tutors().map((each) => each.clientId)).toEqual([clientId]);

  await wall.close();
  await expect.poll(seen.asked, LATE).toEqual(group);
  await seen.settle(group);
  await expect.poll(seen.fewest, LATE).toBeGreaterThanOrEqual(1);
  expect(seen.sizes()).toEqual([`${group.width}×${group.height}`]);
  expect(tutors().map((each) => each.clientId)).toEqual([clientId]);
});

test('a tile asks for what it is shown at, out of view for nothing, behind another window for nothing', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: STUDENTS });
  const seen = followPictures(classroom);
  await openGroup(page, classroom);
  const group = page.url();
  await openWall(page, group, SIZES.smallest);
  await expect.poll(seen.asked).toEqual(SMALL);

  // Only some of them have room when they are large.
  const slider = page.getByRole('slider', { name: 'Thumbnail size' });
  await slider.press('End');
  await expect.poll(seen.asked, LATE).toEqual(LARGE);
  const shown = async (end: 'first' | 'last') => {
    const names = await page.locator('[data-tile]:not([data-state=offline]) a').evaluateAll((all) =>
      all
        .filter((tile) => {
          const { top, bottom, height } = tile.getBoundingClientRect();
          return Math.min(bottom, innerHeight) - Math.max(top, 0) >= height / 2;
        })
        .map((tile) => tile.getAttribute('aria-label') ?? ''),
    );
    const all = (classroom.simulatedClass?.devices ?? []).map(({ hostname }) => hostname);
    const inView = all.filter((hostname) => names.some((name) => name.includes(hostname)));
    expect(inView.length, `the ${end} tiles`).toBeGreaterThan(0);
    expect(inView.length, `the ${end} tiles`).toBeLessThan(STUDENTS);
    return inView;
  };
  const expectOnly = async (names: readonly string[]) => {
    await expect
      .poll(
        () => {
          const senders = seen.senders();
          seen.forget();
          return senders;
        },
        { ...LATE, intervals: [2 * LARGE.frequency] },
      )
      .toEqual(names);
  };
  const first = await shown('first');
  await expectOnly(first);
  await page.locator('[data-tile]:not([data-state=offline])').last().scrollIntoViewIfNeeded();
  const last = await shown('last');
  expect(last).not.toEqual(first);
  await expectOnly(last);

  await setVisible(page, false);
  await expect.poll(seen.asked, LATE).toBe('nothing');
  const demands = () => classroom.simulatedClass?.devices.map((device) => device.demands());
  await expect.poll(demands, LATE).toEqual(Array(STUDENTS).fill(0));
  seen.forget();
  await setVisible(page, true);
  await expect.poll(seen.asked, LATE).toEqual(LARGE);
  await expectOnly(last);
});

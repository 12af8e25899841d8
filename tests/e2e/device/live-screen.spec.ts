/** The screen of one device as a stream: its pictures move, it comes back by itself, and it is never blank meanwhile. */
import type { Page } from '@playwright/test';
import { expectMoving } from '../../support/browser/moving-picture.ts';
import { breakPeers, expectRunning, NOTHING } from '../../support/browser/peer-probe.ts';
import { cardOf } from '../../support/console/wall.ts';
import { CAPTURING, expect, shareScreen, simulatedDevice, test } from '../../support/devices/student-page.ts';

test.use({ launchOptions: CAPTURING });
test.setTimeout(150_000);

const NAME = 'Noor Haddad';

async function openDevice(page: Page, name: string): Promise<void> {
  await cardOf(page, name).getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
}

const picture = (page: Page) => page.getByRole('region', { name: 'Screen', exact: true });
const video = (page: Page) => picture(page).locator('video');
const expectShown = (page: Page, shown: 'stream' | 'thumbnail') =>
  expect(picture(page)).toHaveAttribute('data-shown', shown, { timeout: 30_000 });

declare global {
  interface Window {
    blankPictures?: string[];
  }
}

/** Looks with every frame at what stands in the place of the screen; gives out what was found to be nothing. */
async function watchForBlanks(page: Page): Promise<() => Promise<string[]>> {
  await picture(page).evaluate((frame: HTMLElement) => {
    const blanks: string[] = [];
    window.blankPictures = blanks;
    const [stream] = frame.querySelectorAll('video');
    const [thumbnail, still] = frame.querySelectorAll('canvas');
    const look = () => {
      if (!frame.isConnected) return;
      const { shown = '' } = frame.dataset;
      const isThere = {
        stream: (stream?.videoWidth ?? 0) > 1 && (stream?.readyState ?? 0) >= 2,
        still: (still?.width ?? 0) > 1 && still?.width !== 300,
        thumbnail: (thumbnail?.width ?? 0) > 1 && thumbnail?.width !== 300,
      }[shown];
      if (!isThere && blanks.length < 100) blanks.push(`${shown} at ${Math.round(performance.now())}`);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  return () => page.evaluate(() => window.blankPictures ?? ['the page was loaded again']);
}

test('a student page is seen live, and again after its stream has ended', { tag: '@rare' }, async ({
  ownClassroom,
  joinAs,
  openTutor,
}) => {
  const classroom = await ownClassroom();
  const student = await joinAs(classroom, NAME);
  const tutor = await openTutor(classroom, 1);
  await shareScreen(student);
  await openDevice(tutor, NAME);
  await expectShown(tutor, 'stream');
  await expect(picture(tutor).getByText('Live', { exact: true })).toBeVisible();
  await expectMoving(video(tutor));
  await expect(student.getByText(/ can see your screen now\.$/)).toBeVisible();
  // What the student shares, and its clone for the tutor.
  await expectRunning(student, { peers: 1, tracks: 2 });

  const blanks = await watchForBlanks(tutor);
  await breakPeers(student);
  // Its last frame first, which may be for a moment only: the watch sees that it is there.
  await expectShown(tutor, 'thumbnail');
  await expect(picture(tutor).getByText('A picture every 5 s')).toBeVisible();
  await expectShown(tutor, 'stream');
  await expectMoving(video(tutor));

  // Another screen is chosen: it goes out over the same connection.
  await student.getByRole('button', { name: 'Share something else' }).click();
  await expectRunning(student, { peers: 1, tracks: 2 });
  await expectShown(tutor, 'stream');
  await expectMoving(video(tutor));
  expect(await blanks(), 'moments without a picture').toEqual([]);

  // Nothing is shared: nothing old is shown, and what is shared next comes at once.
  await student.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(picture(tutor).getByText('No screen is shared')).toBeVisible();
  await expectRunning(student, NOTHING);
  await shareScreen(student);
  await expectShown(tutor, 'stream');
  await expectMoving(video(tutor));
  const privacy = student.getByRole('switch', { name: 'Hide my screen' });
  await privacy.check();
  await expect(picture(tutor).getByText(/^Privacy is enabled/)).toBeVisible();
  await expect(video(tutor)).toHaveCount(0);
  await expectRunning(student, { peers: 0, tracks: 1 });
  await privacy.uncheck();
  await expectShown(tutor, 'stream');

  await tutor.getByRole('link', { name: 'Back to Group View' }).click();
  await expectRunning(tutor, NOTHING);
  await expectRunning(student, { peers: 0, tracks: 1 });
});

/** As the browser tells a page that is behind another, or seen again. */
const setTabVisible = (page: Page, isVisible: boolean) =>
  page.evaluate(
    (state) => {
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => state });
      document.dispatchEvent(new Event('visibilitychange'));
    },
    isVisible ? 'visible' : 'hidden',
  );

test('a tab that nobody sees lets go of the stream, and has it again without a blank moment', {
  tag: '@rare',
}, async ({ ownClassroom, joinAs, openTutor }) => {
  const classroom = await ownClassroom();
  const student = await joinAs(classroom, NAME);
  const tutor = await openTutor(classroom, 1);
  await shareScreen(student);
  await openDevice(tutor, NAME);
  await expectShown(tutor, 'stream');
  const blanks = await watchForBlanks(tutor);
  await setTabVisible(tutor, false);
  await expectRunning(tutor, NOTHING);
  await expectRunning(student, { peers: 0, tracks: 1 });
  await setTabVisible(tutor, true);
  await expectShown(tutor, 'stream');
  await expectMoving(video(tutor));
  expect(await blanks(), 'moments without a picture').toEqual([]);
});

test('a simulated device is seen live, and one that leaves leaves nothing running', { tag: '@rare' }, async ({
  ownClassroom,
  openTutor,
}) => {
  const classroom = await ownClassroom({ students: 1 });
  const device = simulatedDevice(classroom);
  const tutor = await openTutor(classroom, 1);
  await openDevice(tutor, device.userName);
  await expectShown(tutor, 'stream');
  await expectMoving(video(tutor), { timeout: 40_000 });
  expect(device.peerCounts().peers).toBe(1);
  device.refuseScreens();
  await expectShown(tutor, 'thumbnail');
  await expectShown(tutor, 'stream');
  await device.stop();
  await expect(tutor.getByText('Device is disconnected')).toBeVisible({ timeout: 20_000 });
  await expectRunning(tutor, NOTHING);
});

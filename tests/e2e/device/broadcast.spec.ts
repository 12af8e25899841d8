/** A tutor's screen over the whole of the student's, where the student wants it. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expectMoving } from '../../support/browser/moving-picture.ts';
import { pressAction } from '../../support/console/class-actions.ts';
import { openShareDialog, shareCard, startShare } from '../../support/console/share-dialog.ts';
import {
  asks,
  broadcastOf,
  broadcastVideo,
  CAPTURING,
  expect,
  test,
} from '../../support/devices/student-page.ts';

test.use({ launchOptions: CAPTURING });
test.setTimeout(120_000);

const NAME = 'Noor Haddad';

/** What fills the student's whole screen: undefined where nothing does. */
const wholeScreen = (student: Page) =>
  student.evaluate(() => {
    const { fullscreenElement: element } = document;
    if (element === null) return undefined;
    const { width, height } = element.getBoundingClientRect();
    return {
      isFilled: width === innerWidth && height === innerHeight,
      pictures: [...element.querySelectorAll('video')].map((video) => video.getAttribute('aria-label')),
    };
  });

/**
 * A student who comes back by a reload has touched nothing on the page yet. The page says itself that the picture moves:
 * whatever a test asks of it counts as a gesture of its user.
 */
async function expectMovingUntouched(student: Page): Promise<void> {
  await student.addInitScript(() => {
    const look = setInterval(() => {
      const video = document.querySelector<HTMLVideoElement>('dialog video');
      if (!video || video.paused || video.getVideoPlaybackQuality().totalVideoFrames < 5) return;
      clearInterval(look);
      console.info(`moves, touched: ${navigator.userActivation.hasBeenActive}`);
    }, 200);
  });
  const moves = student.waitForEvent('console', {
    predicate: (message) => message.text().startsWith('moves'),
    timeout: 40_000,
  });
  await student.reload();
  expect((await moves).text()).toBe('moves, touched: false');
}

test('the student sees the tutor’s screen on the whole screen, until either ends it', {
  tag: '@rare',
}, async ({ ownClassroom, joinAs, openTutor }) => {
  const classroom = await ownClassroom();
  const student = await joinAs(classroom, NAME);
  const tutor = await openTutor(classroom, 1);
  await openShareDialog(tutor);
  await startShare(tutor);
  await expectMoving(broadcastVideo(student));
  expect(await wholeScreen(student)).toBeUndefined();

  const button = (name: string) => broadcastOf(student).getByRole('button', { name, exact: true });
  const filled = { isFilled: true, pictures: ['The teacher’s screen'] };
  await button('Full screen').click();
  await expect.poll(() => wholeScreen(student)).toEqual(filled);
  await expectMoving(broadcastVideo(student));

  // What the tutor says meanwhile is seen there too.
  await pressAction(tutor, 'Notification');
  const form = tutor.getByRole('dialog', { name: 'Send notification', exact: true });
  await form.getByRole('textbox', { name: 'Message' }).fill('Look at the upper half');
  await tutor.keyboard.press('Control+Enter');
  const words = asks(student).getByText('Look at the upper half');
  await expect(words).toBeVisible();
  await expectAccessible(student, 'dialog');
  await asks(student).getByRole('button', { name: 'Dismiss' }).click();
  await expect(words).toHaveCount(0);

  await button('End full screen').click();
  await expect.poll(() => wholeScreen(student)).toBeUndefined();
  await expectMoving(broadcastVideo(student));

  await expectMovingUntouched(student);
  await button('Full screen').click();
  await expect.poll(() => wholeScreen(student)).toEqual(filled);
  await shareCard(tutor)
    .getByRole('button', { name: /^Stop Sharing/ })
    .click();
  await expect(broadcastOf(student)).toHaveCount(0);
  await expect.poll(() => wholeScreen(student)).toBeUndefined();
});

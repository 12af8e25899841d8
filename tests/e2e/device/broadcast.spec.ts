/** A tutor's screen over the whole of the student's, where the student wants it. */
import type { Page } from '@playwright/test';
import { expectMoving } from '../../support/moving-picture.ts';
import { openShareDialog, shareCard, startShare } from '../../support/share-dialog.ts';
import { broadcastOf, broadcastVideo, CAPTURING, expect, test } from '../../support/student-page.ts';

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

test('the student sees the tutor’s screen on the whole screen, until either ends it', async ({
  ownClassroom,
  joinAs,
  openTutor,
}) => {
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

  await button('End full screen').click();
  await expect.poll(() => wholeScreen(student)).toBeUndefined();
  await expectMoving(broadcastVideo(student));

  await button('Full screen').click();
  await expect.poll(() => wholeScreen(student)).toEqual(filled);
  await shareCard(tutor)
    .getByRole('button', { name: /^Stop Sharing/ })
    .click();
  await expect(broadcastOf(student)).toHaveCount(0);
  await expect.poll(() => wholeScreen(student)).toBeUndefined();
});

/** Shared screens, both ways: from the button to moving pictures on the other side, and nothing left of them after. */
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expectMoving } from '../../support/browser/moving-picture.ts';
import { expectRunning, NOTHING, sentVideos } from '../../support/browser/peer-probe.ts';
import { press, pressAction, select, selectAll } from '../../support/console/class-actions.ts';
import { shareCard, shareDialog } from '../../support/console/share-dialog.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import {
  broadcastOf,
  broadcastVideo,
  CAPTURING,
  expect,
  shareScreen,
  simulatedDevice,
  test,
} from '../../support/devices/student-page.ts';

test.use({ launchOptions: CAPTURING });
test.setTimeout(150_000);

const LATE = { timeout: 30_000 };
const expectIdle = (device: SimulatedDevice) =>
  expect.poll(() => device.peerCounts(), LATE).toMatchObject({ peers: 0, runs: 0 });

/** Pictures go on coming to it. */
async function expectFrames(device: SimulatedDevice): Promise<void> {
  const before = device.broadcastFrames();
  await expect.poll(() => device.broadcastFrames(), LATE).toBeGreaterThan(before + 3);
}

const sentTo = async (tutor: Page) => (await sentVideos(tutor))[0];

test('a tutor shares to the group, in the quality that was chosen; who comes late sees it too', {
  tag: '@rare',
}, async ({ ownClassroom, joinAs, openTutor }) => {
  const classroom = await ownClassroom({ students: 1 });
  const device = simulatedDevice(classroom);
  const noor = await joinAs(classroom, 'Noor Haddad');
  const tutor = await openTutor(classroom, 2);

  await selectAll(tutor);
  await pressAction(tutor, 'Share Screen');
  const dialog = shareDialog(tutor);
  await expect(dialog.getByRole('radio', { name: 'My screen' })).toBeChecked();
  await dialog.getByRole('radio', { name: /^All of / }).check();
  await dialog.getByRole('radio', { name: /^Medium/ }).check();
  await dialog.getByRole('button', { name: 'Share', exact: true }).click();
  await expect(dialog).toHaveCount(0);
  await expect(broadcastOf(noor)).toBeVisible(LATE);
  await expectMoving(broadcastVideo(noor));
  await expectFrames(device);
  await expect(shareCard(tutor)).toContainText('2 of 2 watching', LATE);
  await expect(
    cardOf(tutor, 'Noor Haddad').getByRole('img', { name: 'Takes part in a screen share' }),
  ).toBeVisible();
  await expect
    .poll(() => sentTo(tutor), LATE)
    .toMatchObject({ maxBitrate: 1_500_000, maxFramerate: 20, scale: 1.5, degradation: 'balanced' });

  await shareCard(tutor).getByRole('button', { name: 'Quality' }).click();
  const quality = tutor.getByRole('dialog', { name: /^Quality: / });
  await quality.getByRole('radio', { name: /^Custom/ }).check();
  await quality.getByRole('textbox', { name: 'Bitrate in kbps' }).fill('700');
  await quality.getByRole('combobox', { name: 'Codec' }).selectOption({ label: 'VP9' });
  await quality.getByRole('button', { name: 'Apply' }).click();
  await expect
    .poll(() => sentVideos(tutor), LATE)
    .toContainEqual(expect.objectContaining({ maxBitrate: 700_000, codec: 'video/VP9' }));
  await expectMoving(broadcastVideo(noor));

  const mika = await joinAs(classroom, 'Mika Late');
  await expectMoving(broadcastVideo(mika), { timeout: 40_000 });
  await expect(shareCard(tutor)).toContainText('3 of 3 watching', LATE);

  // A student who wants to see it no more is told of, and the others go on.
  await broadcastOf(mika).getByRole('button', { name: 'Close' }).click();
  await expectRunning(mika, NOTHING);
  await expect(shareCard(tutor)).toContainText('2 of 3 watching', LATE);
  await mika.getByRole('button', { name: 'Show again' }).click();
  await expectMoving(broadcastVideo(mika));
  await expect(shareCard(tutor)).toContainText('3 of 3 watching', LATE);

  // Whoever locks the screens and shows their own is seen; the lock is there again when that is over.
  await press(tutor, 'Lock');
  await expect.poll(() => device.state().lock, LATE).toMatchObject({ name: 'message' });
  await expect(cardOf(tutor, 'Noor Haddad').getByRole('img', { name: /locked/i })).toBeVisible(LATE);
  await expectMoving(broadcastVideo(noor));

  await shareCard(tutor)
    .getByRole('button', { name: /^Stop Sharing/ })
    .click();
  await expect(shareCard(tutor)).toHaveCount(0);
  await expect(broadcastOf(noor)).toHaveCount(0);
  await expect(noor.getByRole('dialog', { name: 'Your screen is locked' })).toBeVisible();
  await expectIdle(device);
  for (const page of [tutor, noor, mika]) await expectRunning(page, NOTHING);
  const mark = cards(tutor).getByRole('img', { name: 'Takes part in a screen share' });
  await expect(mark).toHaveCount(0);
});

test('a student is shown to others, and is seen by the tutor meanwhile', { tag: '@rare' }, async ({
  ownClassroom,
  joinAs,
  openTutor,
}) => {
  const classroom = await ownClassroom({ students: 1 });
  const device = simulatedDevice(classroom);
  const noor = await joinAs(classroom, 'Noor Haddad');
  const tutor = await openTutor(classroom, 2);
  await cardOf(tutor, 'Noor Haddad').getByRole('checkbox').check();
  await select(tutor, [device]);
  await pressAction(tutor, 'Share Screen');
  const dialog = shareDialog(tutor);
  await dialog.getByRole('radio', { name: 'A student’s screen' }).check();
  await dialog.getByRole('combobox', { name: 'Student' }).selectOption({ label: 'Noor Haddad' });
  await dialog.getByRole('radio', { name: /^The .*selected device/ }).check();
  const share = dialog.getByRole('button', { name: 'Share', exact: true });
  await share.click();
  await expect(dialog.getByRole('alert')).toHaveText(/^Noor Haddad shares no screen now\.$/);
  await expectRunning(tutor, NOTHING);

  await shareScreen(noor);
  await share.click();
  await expect(tutor).toHaveURL(/shareScreenPeer=/, LATE);
  await expect(tutor.getByRole('heading', { name: 'Noor Haddad', level: 1 })).toBeVisible();
  await expect(tutor.getByText('The screen that you pass on')).toBeVisible(LATE);
  await expectMoving(tutor.getByRole('region', { name: 'Screen', exact: true }).locator('video'));
  await expectFrames(device);
  await expect(noor.getByText(/ shows your screen to the class\.$/)).toBeVisible();
  await expect(shareCard(tutor)).toContainText('1 of 1 watching', LATE);

  await shareCard(tutor)
    .getByRole('button', { name: /^Stop Sharing/ })
    .click();
  await expect(shareCard(tutor)).toHaveCount(0);
  await expectIdle(device);
  await expect(noor.getByText(/ shows your screen to the class\.$/)).toHaveCount(0);
  await tutor.getByRole('link', { name: 'Back to Group View' }).click();
  await expectRunning(tutor, NOTHING);
  // The student goes on sharing with the teacher.
  await expectRunning(noor, { peers: 0, tracks: 1 });
});

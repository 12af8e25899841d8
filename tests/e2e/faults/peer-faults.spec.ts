/** Faults under peers: the platform restarts, two tabs share at once, viewers vanish. Nothing of it runs on afterwards. */
import type { Page } from '@playwright/test';
import { expectMoving } from '../../support/moving-picture.ts';
import { breakPeers, expectRunning, NOTHING } from '../../support/peer-probe.ts';
import { openShareDialog, shareCard, startShare } from '../../support/share-dialog.ts';
import {
  broadcastOf,
  broadcastVideo,
  CAPTURING,
  expect,
  shareScreen,
  test,
} from '../../support/student-page.ts';
import { vanishing } from '../../support/vanishing-viewers.ts';
import { cardOf, cards } from '../../support/wall.ts';

test.use({ launchOptions: CAPTURING });
test.setTimeout(150_000);

const NAME = 'Noor Haddad';
const LATE = { timeout: 40_000 };
/** What a platform that is away makes a page say. */
const AWAY = /ERR_|WebSocket|Failed to|request failed|unreachable|fetch|503|mqtt|peer|live screen/i;

const picture = (page: Page) => page.getByRole('region', { name: 'Screen', exact: true });

test('a live screen outlives a restart of the platform, and can be had anew after it', async ({
  ownClassroom,
  joinAs,
  openTutor,
  pageErrors,
}) => {
  pageErrors.allow(AWAY);
  const classroom = await ownClassroom();
  const student = await joinAs(classroom, NAME);
  const tutor = await openTutor(classroom, 1);
  await shareScreen(student);
  await cardOf(tutor, NAME).getByRole('link', { name: NAME, exact: true }).click();
  const frame = picture(tutor);
  await expect(frame).toHaveAttribute('data-shown', 'stream', LATE);
  await classroom.stopPlatform();
  // The pictures go from peer to peer.
  await expectMoving(frame.locator('video'));
  await classroom.restartPlatform();
  await expect(student.getByText('Connected', { exact: true })).toBeVisible(LATE);
  await breakPeers(student);
  await expect(frame).not.toHaveAttribute('data-shown', 'stream', LATE);
  await expect(frame).toHaveAttribute('data-shown', 'stream', LATE);
  await expectMoving(frame.locator('video'));
  await expectRunning(student, { peers: 1, tracks: 2 });
  await tutor.getByRole('link', { name: 'Back to Group View' }).click();
  await expectRunning(tutor, NOTHING);
  await expectRunning(student, { peers: 0, tracks: 1 });
});

test('two tabs start a share at once: each tells the truth, and both end', async ({
  ownClassroom,
  joinAs,
  openTutor,
}) => {
  const classroom = await ownClassroom();
  const student = await joinAs(classroom, NAME);
  const first = await openTutor(classroom, 1);
  const second = await first.context().newPage();
  await second.goto(first.url());
  await expect(cards(second)).toHaveCount(1);
  const tabs = [first, second];
  for (const tab of tabs) await openShareDialog(tab);
  await Promise.all(tabs.map(startShare));
  await expectMoving(broadcastVideo(student));
  // The student sees one of them.
  const watching = async () => (await Promise.all(tabs.map((tab) => shareCard(tab).textContent()))).join();
  await expect.poll(async () => (await watching()).match(/1 of 1 watching/g)?.length, LATE).toBe(1);
  await expectRunning(student, { peers: 1, tracks: 1 });
  for (const tab of tabs)
    await shareCard(tab)
      .getByRole('button', { name: /^Stop Sharing/ })
      .click();
  await expect(broadcastOf(student)).toHaveCount(0);
  for (const page of [...tabs, student]) await expectRunning(page, NOTHING);
});

test('ten watch and four of them vanish: the others go on, and nothing is left', async ({
  ownClassroom,
  openTutor,
}) => {
  const classroom = await ownClassroom({ students: 10 });
  await vanishing({ classroom, tutor: await openTutor(classroom, 10), count: 10, vanish: 4 });
});

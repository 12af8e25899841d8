/** Faults under peers: the platform restarts, two tabs share at once, viewers vanish. Nothing of it runs on afterwards. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectMoving } from '../../support/browser/moving-picture.ts';
import {
  breakPeers,
  expectOpen,
  expectRunning,
  LINE_KEPT,
  openThings,
  slowReading,
} from '../../support/browser/peer-probe.ts';
import { expectDevicesAtRest } from '../../support/classroom/file-class.ts';
import { pressAction } from '../../support/console/class-actions.ts';
import { fileOf, probe, send, sha256, transferOf } from '../../support/console/file-exchange.ts';
import { openShareDialog, shareCard, startShare } from '../../support/console/share-dialog.ts';
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
import { vanishing } from '../../support/faults/vanishing-viewers.ts';

// With the service worker, as people have it: a platform that is away can give no code.
test.use({ launchOptions: CAPTURING, serviceWorkers: 'allow' });
test.setTimeout(150_000);

const NAME = 'Noor Haddad';
const LATE = { timeout: 40_000 };
/** What a platform that is away makes a page say. */
const AWAY = /ERR_|WebSocket|Failed to|request failed|unreachable|fetch|503|mqtt|peer|live screen/i;

/** At this pace the file is on its way for longer than the platform takes to come back. */
const [FILE_BYTES, SLOW_BYTES_PER_SECOND] = [48 * 1_048_576, 750_000];

/** Percent, of a file that is on its way. */
const progressOf = async (page: Page, name: string): Promise<number> =>
  Number(await transferOf(page, name).getByRole('progressbar').getAttribute('value'));

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
  const [before, studentBefore] = [await openThings(tutor), await openThings(student)];
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
  await expectOpen(tutor, { ...before, ...LINE_KEPT });
  expect(studentBefore).toMatchObject({ peers: 0, tracks: 1 });
  await expectOpen(student, { ...studentBefore, ...LINE_KEPT });
});

test('a shared screen and a file on its way outlive a restart of the platform', async ({
  context,
  ownClassroom,
  openTutor,
  pageErrors,
}, testInfo) => {
  pageErrors.allow(AWAY);
  const classroom = await ownClassroom({ students: 1 });
  const device = simulatedDevice(classroom);
  await probe(context, { hasShortWaits: true });
  const tutor = await openTutor(classroom, 1);
  const before = await openThings(tutor);
  await openShareDialog(tutor);
  await startShare(tutor);
  await expect(shareCard(tutor)).toContainText('1 of 1 watching', LATE);
  const file = fileOf('atlas.pdf', FILE_BYTES, 31);
  const path = testInfo.outputPath(file.name);
  await writeFile(path, file.buffer);
  await pressAction(tutor, 'Send Files');
  const letGo = await slowReading(tutor, SLOW_BYTES_PER_SECOND);
  await send(tutor, [path]);
  const sent = () => progressOf(tutor, file.name);
  await expect.poll(sent, LATE).toBeGreaterThan(0);

  await classroom.stopPlatform();
  const [percent, frames] = [await sent(), device.broadcastFrames()];
  await expect.poll(sent, LATE).toBeGreaterThan(percent);
  await expect.poll(() => device.broadcastFrames(), LATE).toBeGreaterThan(frames);
  await expect(shareCard(tutor)).toContainText('1 of 1 watching');
  await classroom.restartPlatform();
  await expect.poll(() => device.online(), LATE).toBe(true);
  expect(device.receivedFiles()).toEqual([]);
  await letGo();

  await expect(transferOf(tutor, file.name)).toContainText('Sent', LATE);
  const [received] = device.receivedFiles();
  expect(received).toMatchObject({ size: FILE_BYTES, sha256: sha256(file.buffer) });
  await expect(shareCard(tutor)).toContainText('1 of 1 watching');
  const later = device.broadcastFrames();
  await expect.poll(() => device.broadcastFrames(), LATE).toBeGreaterThan(later + 3);
  await shareCard(tutor)
    .getByRole('button', { name: /^Stop Sharing/ })
    .click();
  await expectDevicesAtRest([device]);
  await expectOpen(tutor, before);
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
  const pages = [...tabs, student];
  const before = await Promise.all(pages.map(openThings));
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
  for (const [i, page] of pages.entries()) await expectOpen(page, { ...before[i], ...LINE_KEPT });
});

test('ten watch and four of them vanish: the others go on, and nothing is left', async ({
  ownClassroom,
  openTutor,
}) => {
  const classroom = await ownClassroom({ students: 6 });
  await vanishing({ classroom, openTutor, vanish: 4 });
});

/**
 * Transfers whose connection is lost for longer than a device dials again: the panel says that they failed and why,
 * nothing runs on, and Retry or Resume brings the rest from where it was.
 */
import type { Locator, Page } from '@playwright/test';
import { expectOpen, LINE_KEPT, openThings } from '../support/browser/peer-probe.ts';
import {
  devicesOf,
  expect,
  expectDevicesAtRest,
  openEverybody,
  PAGE_STUDENT,
  test,
} from '../support/classroom/file-class.ts';
import {
  bytesPerConnection,
  collectTicked,
  cutEach,
  downloaded,
  fileOf,
  mostOfRest,
  panel,
  probe,
  type SentFile,
  saveButton,
  savedByStudent,
  send,
  sha256,
  tickLarge,
  transferOf,
} from '../support/console/file-exchange.ts';
import { loseWhenReceived } from '../support/faults/lost-peers.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

const MEBIBYTE = 1_048_576;
const FILE_BYTES = 40 * MEBIBYTE;
/** 15 s of silence, and the question to the device. */
const FAILED = { timeout: 60_000 };
const MOVING = { timeout: 90_000 };
/** The panel shows tenths of a megabyte. */
const ROUNDED_BYTES = 0.05 * MEBIBYTE;
/** What a page keeps in case it is used again. */
const AT_REST = { timeout: 90_000 };

const retry = (page: Page) => panel(page).getByRole('button', { name: `Retry: ${PAGE_STUDENT}` });

/** The student saves the file, and it is the one that was sent. */
const expectArrived = async (student: Page, { name, buffer }: SentFile): Promise<void> =>
  expect(await savedByStudent(student, name)).toEqual({ size: buffer.length, sha256: sha256(buffer) });

/** Bytes that are on the device by the words of the panel, of a file that is not whole there. */
async function shownBytes(transfer: Locator): Promise<number> {
  const [, megabytes] = /([\d.]+) MB of [\d.]+ MB/.exec((await transfer.textContent()) ?? '') ?? [];
  return Number(megabytes) * MEBIBYTE;
}

/** Whichever is found out first: both end after 15 s. */
const NO_WAY = /Nothing moved for 15 seconds|No direct connection to the device could be made/;

/** A device waits 10 s before it dials for the last time: on a busy machine the rest of 15 s is short for dialling. */
const waitLonger = (tutor: Page): Promise<void> =>
  tutor.evaluate(() => {
    const { setTimeout: later } = window;
    Object.assign(window, {
      setTimeout: (call: () => void, ms?: number, ...rest: unknown[]) =>
        later(call, ms === 15_000 ? 45_000 : ms, ...rest),
    });
  });

const LOSSES = [
  {
    lost: 'way',
    what: 'no way between the two is found again',
    why: NO_WAY,
  },
  {
    lost: 'peer server',
    what: 'the student gets no line to the peer server',
    why: /Nothing moved for 15 seconds/,
  },
] as const;

for (const { lost, what, why } of LOSSES) {
  test(`a file that is cut when ${what} has failed, and Retry brings the rest`, async ({
    page,
    openWithPageStudent,
  }) => {
    const { student, before, studentBefore } = await openWithPageStudent('Send Files');
    const file = fileOf('lecture.mp4', FILE_BYTES, 41);
    await send(page, [file]);
    const regain = await loseWhenReceived(student, lost, FILE_BYTES / 2);
    const transfer = transferOf(page, file.name);
    await expect(transfer).toContainText('Can’t upload', FAILED);
    await expect(transfer).toContainText(why);
    const come = (await bytesPerConnection(student)).received[0] ?? 0;
    const shown = await shownBytes(transfer);
    expect(shown).toBeGreaterThan(0);
    expect(shown).toBeLessThan(come + ROUNDED_BYTES);
    await expectOpen(page, { peers: 0 });
    await expectOpen(student, { peers: 0, openFiles: 0 });
    await expect(saveButton(student, file.name)).toHaveCount(0);

    await regain();
    await retry(page).click();
    await expect(transfer).toContainText('Sent', MOVING);
    const { sent } = await bytesPerConnection(page);
    expect(sent.at(-1)).toBeLessThan(mostOfRest(FILE_BYTES, come));
    await expectArrived(student, file);
    await expectOpen(page, before, AT_REST);
    await expectOpen(student, { ...studentBefore, ...LINE_KEPT }, AT_REST);
  });
}

test('a file whose every connection breaks has failed when the device dials no more, and Retry brings the rest', async ({
  page,
  openWithPageStudent,
}) => {
  const { student, before, studentBefore } = await openWithPageStudent('Send Files');
  const file = fileOf('lecture.mp4', FILE_BYTES, 43);
  await waitLonger(page);
  const letGo = await cutEach(page, 8 * MEBIBYTE);
  await send(page, [file]);
  const transfer = transferOf(page, file.name);
  await expect(transfer).toContainText('Can’t upload', FAILED);
  await expect(transfer).toContainText('The connection to the device broke again and again');
  // The first call, and three more.
  expect((await bytesPerConnection(page)).sent).toHaveLength(4);
  await expectOpen(page, { peers: 0 });
  await expectOpen(student, { peers: 0, openFiles: 0 });

  await letGo();
  const earlier = (await bytesPerConnection(student)).received;
  await retry(page).click();
  await expect(transfer).toContainText('Sent', MOVING);
  const { sent } = await bytesPerConnection(page);
  expect(sent).toHaveLength(5);
  expect(sent[4]).toBeLessThan(mostOfRest(FILE_BYTES, Math.max(...earlier)));
  await expectArrived(student, file);
  await expectOpen(page, before, AT_REST);
  await expectOpen(student, { ...studentBefore, ...LINE_KEPT }, AT_REST);
});

test('a collect that is cut when no way is found again is interrupted, and Resume brings the rest', async ({
  page,
  context,
  ownClassroom,
}) => {
  await probe(context, { hasShortWaits: true });
  const classroom = await ownClassroom({ students: 1 });
  const { devices, windows } = devicesOf(classroom);
  await openEverybody(page, classroom, 1);
  const before = await openThings(page);
  const large = await tickLarge(page, windows, 10);
  await collectTicked(page);
  const regain = await loseWhenReceived(page, 'way', (large.megabytes * MEBIBYTE) / 2);
  const transfer = transferOf(page, large.fileName);
  await expect(transfer).toContainText('Interrupted', FAILED);
  await expect(transfer).toContainText(NO_WAY);
  await expectDevicesAtRest(devices);
  await expectOpen(page, { peers: 0, openFiles: 0 });

  await regain();
  const downloading = page.waitForEvent('download', MOVING);
  await page.getByRole('button', { name: `Resume: ${large.fileName}` }).click();
  const whole = await downloaded(await downloading);
  expect(whole.sha256).toBe(windows.sha256Of({ ...large, size: whole.size }));
  await expect(transfer).toContainText('Collected');
  const { received } = await bytesPerConnection(page);
  expect(received.at(-1)).toBeLessThan(mostOfRest(whole.size, received[0] ?? 0));
  await expectDevicesAtRest(devices);
  await expectOpen(page, before, AT_REST);
});

/** Transfers that fail, and what brings them whole in the end. */
import type { Page } from '@playwright/test';
import { expectOpen, slowReading } from '../../support/browser/peer-probe.ts';
import {
  devicesOf,
  expect,
  expectDevicesAtRest,
  openEverybody,
  PAGE_STUDENT,
  selectPageStudent,
  test,
} from '../../support/classroom/file-class.ts';
import { pressAction } from '../../support/console/class-actions.ts';
import {
  bytesPerConnection,
  collectTicked,
  downloaded,
  endChunksWorker,
  fileOf,
  limitStorage,
  panel,
  probe,
  type SentFile,
  send,
  sha256,
  tickLarge,
  transferOf,
  whenMoved,
} from '../../support/console/file-exchange.ts';

test.use({ viewport: { width: 1920, height: 1080 } });
test.describe.configure({ timeout: 120_000 });

const MEBIBYTE = 1_048_576;

/** The student saves the file, and it is the one that was sent. */
async function expectArrived(student: Page, { name, buffer }: SentFile): Promise<void> {
  const saving = student.waitForEvent('download');
  await student.getByRole('button', { name: `Save ${name}` }).click();
  expect((await downloaded(await saving)).sha256).toBe(sha256(buffer));
}

/** In private windows the room is not known before it has run out. */
test('a student who has no room gets the file by Retry once there is some, from where it was', {
  tag: '@rare',
}, async ({ page, context, joinPage, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  await probe(context);
  const student = await joinPage(classroom);
  await openEverybody(page, classroom, 2);
  await selectPageStudent(page);
  await pressAction(page, 'Send Files');
  const file = fileOf('film.mp4', 8 * MEBIBYTE, 17);
  const giveRoom = await limitStorage(student, 4 * MEBIBYTE);
  await send(page, [file]);
  await expect(transferOf(page, file.name)).toContainText('Can’t upload', { timeout: 30_000 });
  await expect(transferOf(page, file.name)).toContainText('There is not enough room');
  await expect(student.getByText('There is no room for this file on this computer.')).toBeVisible();

  await giveRoom();
  await panel(page)
    .getByRole('button', { name: `Retry: ${PAGE_STUDENT}` })
    .click();
  await expect(transferOf(page, file.name)).toContainText('Sent', { timeout: 30_000 });
  await expectArrived(student, file);
  const { sent } = await bytesPerConnection(page);
  expect(sent).toHaveLength(2);
  expect(sent[1]).toBeLessThan(file.buffer.length - 2 * MEBIBYTE);
  await expectOpen(student, { peers: 0, openFiles: 0 });
});

test('a student who did not want a file gets it by Retry after all', { tag: '@rare' }, async ({
  page,
  context,
  joinPage,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 1 });
  await probe(context);
  const student = await joinPage(classroom);
  await openEverybody(page, classroom, 2);
  await selectPageStudent(page);
  await pressAction(page, 'Send Files');
  const file = fileOf('homework.zip', 24 * MEBIBYTE, 19);
  const letGo = await slowReading(page, MEBIBYTE);
  await send(page, [file]);
  // Before it begins it would be one that was never wanted.
  await whenMoved(page, 0, MEBIBYTE);
  await student.getByRole('button', { name: `Cancel ${file.name}` }).click();
  await expect(transferOf(page, file.name)).toContainText('Ended on the device', { timeout: 30_000 });
  await expectOpen(student, { peers: 0, openFiles: 0 });

  await letGo();
  await panel(page)
    .getByRole('button', { name: `Retry: ${PAGE_STUDENT}` })
    .click();
  await expect(transferOf(page, file.name)).toContainText('Sent', { timeout: 60_000 });
  await expectArrived(student, file);
});

test('a collect for which the tutor has no room leaves nothing, and Retry brings it whole', {
  tag: '@rare',
}, async ({ page, context, ownClassroom }) => {
  await probe(context);
  const classroom = await ownClassroom({ students: 1 });
  const { devices, windows } = devicesOf(classroom);
  await openEverybody(page, classroom, 1);
  const large = await tickLarge(page, windows, 3);
  const giveRoom = await limitStorage(page, MEBIBYTE);
  await collectTicked(page);
  await expect(transferOf(page, large.fileName)).toContainText('There is not enough room', {
    timeout: 30_000,
  });

  await giveRoom();
  const downloading = page.waitForEvent('download');
  await panel(page)
    .getByRole('button', { name: `Retry: ${large.fileName}` })
    .click();
  const whole = await downloaded(await downloading);
  expect(whole.sha256).toBe(windows.sha256Of({ ...large, size: whole.size }));
  await expect(transferOf(page, large.fileName)).toContainText('Collected');
  await expectDevicesAtRest(devices);
});

test.describe('a worker that dies in a transfer', () => {
  for (const whose of ['student', 'tutor'] as const) {
    test(`of the ${whose}: the file goes on by itself with another one`, { tag: '@rare' }, async ({
      page,
      context,
      joinPage,
      ownClassroom,
    }) => {
      const classroom = await ownClassroom({ students: 1 });
      await probe(context);
      const student = await joinPage(classroom);
      await openEverybody(page, classroom, 2);
      await selectPageStudent(page);
      await pressAction(page, 'Send Files');
      const file = fileOf('lesson.mp4', 40 * MEBIBYTE, 23);
      // At full speed all of it may have come before the worker ends, on a busy machine.
      const letGo = await slowReading(page, 8 * MEBIBYTE);
      await send(page, [file]);
      await whenMoved(page, 0, 8 * MEBIBYTE);
      await endChunksWorker(whose === 'student' ? student : page);
      await letGo();

      await expect(transferOf(page, file.name)).toContainText('Sent', { timeout: 60_000 });
      await expectArrived(student, file);
      const { sent } = await bytesPerConnection(page);
      expect(sent).toHaveLength(2);
      expect(sent[1]).toBeLessThan(file.buffer.length - 2 * MEBIBYTE);
      await expectOpen(student, { peers: 0, openFiles: 0 });
    });
  }
});

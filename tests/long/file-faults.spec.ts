/** Transfers that are cut: each goes on where it was, the panel tells the truth, and nothing runs on afterwards. */
import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { expectOpen, LINE_KEPT, openThings } from '../support/browser/peer-probe.ts';
import {
  devicesOf,
  expect,
  expectConnected,
  expectDevicesAtRest,
  openEverybody,
  test,
} from '../support/classroom/file-class.ts';
import {
  bytesPerConnection,
  collectTicked,
  cutAt,
  downloaded,
  fileOf,
  foundFiles,
  list,
  mostOfRest,
  panel,
  probe,
  savedByStudent,
  send,
  sha256,
  tickLarge,
  transferOf,
  whenMoved,
} from '../support/console/file-exchange.ts';

test.use({ viewport: { width: 1920, height: 1080 } });
// They move tens of megabytes, and wait for devices that dial again.
test.describe.configure({ timeout: 300_000 });

const MEBIBYTE = 1_048_576;
const CUTS = [0.1, 0.5, 0.99];
const LARGE_MEGABYTES = 10;
/** A page keeps its worker, and its line to the peer server, for up to a minute. */
const WORKER_KEPT = { timeout: 90_000 };

/** Cuts the page's next connection there, and waits until there is another. */
async function cut(page: Page, { at, bytes }: { at: number; bytes: number }): Promise<void> {
  const count = async () => (await bytesPerConnection(page)).received.length;
  // It waits for the connection too: a quick one would be over before it could be asked about.
  await cutAt(page, at, bytes);
  await expect.poll(count, { timeout: 30_000 }).toBeGreaterThan(at + 1);
}

test('a collect that is cut at 10, 50 and 99 % goes on by itself with what is there', async ({
  page,
  context,
  ownClassroom,
}) => {
  await probe(context);
  const classroom = await ownClassroom({ students: 1 });
  const { devices, windows } = devicesOf(classroom);
  await openEverybody(page, classroom, 1);
  const before = await openThings(page);
  const large = await tickLarge(page, windows, LARGE_MEGABYTES);
  for (const [round, part] of CUTS.entries()) {
    if (round > 0) {
      await list(page, large.fileName, large.folder);
      await (await foundFiles(page))[0]?.box.check();
    }
    const downloading = page.waitForEvent('download');
    await collectTicked(page);
    await cut(page, { at: 2 * round, bytes: part * large.megabytes * MEBIBYTE });
    const whole = await downloaded(await downloading);
    expect(whole.sha256).toBe(windows.sha256Of({ ...large, size: whole.size }));
    const { received } = await bytesPerConnection(page);
    expect(received).toHaveLength(2 * round + 2);
    expect(received.at(-1)).toBeLessThan(mostOfRest(whole.size, part * whole.size));
  }
  await expectDevicesAtRest(devices);
  await expectOpen(page, before, WORKER_KEPT);
});

test('the tutor reloads the tab in a collect, and Resume goes on with what is there', async ({
  page,
  context,
  ownClassroom,
}) => {
  await probe(context, { hasShortWaits: true });
  const classroom = await ownClassroom({ students: 1 });
  const { devices, windows } = devicesOf(classroom);
  await openEverybody(page, classroom, 1);
  const before = await openThings(page);
  const large = await tickLarge(page, windows, LARGE_MEGABYTES);
  await collectTicked(page);
  await whenMoved(page, 0, large.megabytes * MEBIBYTE * 0.7);
  // The transport counts what it sends again: what has come is less.
  const come = (await bytesPerConnection(page)).received.at(-1) ?? 0;
  await page.reload();

  await expect(panel(page)).toBeVisible({ timeout: 20_000 });
  await expect(transferOf(page, large.fileName)).toContainText('Interrupted');
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: `Resume: ${large.fileName}` }).click();
  const whole = await downloaded(await downloading);
  expect(whole.sha256).toBe(windows.sha256Of({ ...large, size: whole.size }));
  await expect(transferOf(page, large.fileName)).toContainText('Collected');
  const { received } = await bytesPerConnection(page);
  expect(received).toHaveLength(1);
  expect(received[0]).toBeLessThan(mostOfRest(whole.size, come));

  await expectDevicesAtRest(devices);
  await expectOpen(page, before);
});

test('a file to the student page that is cut at 10, 50 and 99 % goes on by itself', async ({
  page,
  openWithPageStudent,
}) => {
  const { student, before, studentBefore } = await openWithPageStudent('Send Files', {});
  for (const [round, part] of CUTS.entries()) {
    const file = fileOf(`film ${round}.mp4`, 12 * MEBIBYTE, 11 + round);
    await send(page, [file]);
    await cut(page, { at: 2 * round, bytes: part * file.buffer.length });
    await expect(transferOf(page, file.name)).toContainText('Sent', { timeout: 40_000 });
    const { sent } = await bytesPerConnection(page);
    expect(sent).toHaveLength(2 * round + 2);
    // The transport may have sent much of it twice before it was cut.
    const { received } = await bytesPerConnection(student);
    expect(sent.at(-1)).toBeLessThan(mostOfRest(file.buffer.length, received.at(-2) ?? 0));
    expect((await savedByStudent(student, file.name)).sha256).toBe(sha256(file.buffer));
  }
  await expectOpen(page, before, WORKER_KEPT);
  await expectOpen(student, { ...studentBefore, ...LINE_KEPT }, WORKER_KEPT);
});

test('a student who closes the page in a transfer is said to be gone, and gets the rest after coming back', async ({
  page,
  openWithPageStudent,
}, testInfo) => {
  const { classroom, student: first, before, studentBefore } = await openWithPageStudent('Send Files');
  const file = fileOf('concert.mp4', 16 * MEBIBYTE, 13);
  // On disk it stays the same file, with the time of its last change.
  const path = testInfo.outputPath(file.name);
  await writeFile(path, file.buffer);
  await send(page, [path]);
  await whenMoved(page, 0, file.buffer.length / 2);
  const gone = (await bytesPerConnection(page)).sent[0] ?? 0;
  await first.close();
  await expect(transferOf(page, file.name)).toContainText('Client disconnected', { timeout: 40_000 });

  // There is nobody to try it with.
  await expect(panel(page).getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  const student = await first.context().newPage();
  await student.goto(`${classroom.consoleUrl}/student/`);
  await student.getByRole('button', { name: 'Yes, go on' }).click();
  await expectConnected(student);
  await send(page, [path]);
  await expect(transferOf(page, file.name)).toContainText('Sent', { timeout: 60_000 });
  const { sent } = await bytesPerConnection(page);
  expect(sent.at(-1)).toBeLessThan(mostOfRest(file.buffer.length, gone));
  expect((await savedByStudent(student, file.name)).sha256).toBe(sha256(file.buffer));
  await expectOpen(page, before);
  await expectOpen(student, { ...studentBefore, ...LINE_KEPT }, WORKER_KEPT);
});

/** Transfers that are cut: each goes on where it was, the panel tells the truth, and nothing runs on afterwards. */
import type { Page } from '@playwright/test';
import type { SimulatedDevice } from '../../agent/simulated/simulated-device.ts';
import { pressAction } from '../support/class-actions.ts';
import {
  devicesOf,
  expect,
  expectConnected,
  expectDevicesAtRest,
  openEverybody,
  selectPageStudent,
  test,
} from '../support/file-class.ts';
import {
  bytesPerConnection,
  collectTicked,
  cutAt,
  downloaded,
  type FoundFile,
  fileOf,
  foundFiles,
  list,
  NOTHING_OPEN,
  openPanel,
  openThings,
  panel,
  probe,
  send,
  sha256,
  transferOf,
  whenMoved,
} from '../support/file-exchange.ts';

test.use({ viewport: { width: 1920, height: 1080 } });
// They move tens of megabytes, and wait for devices that dial again.
test.describe.configure({ timeout: 120_000 });

const MEBIBYTE = 1_048_576;
/** What may be under way and unacknowledged when a connection ends (6 chunks of 640 KiB), and what lies in buffers. */
const UNACKNOWLEDGED = 8 * 640 * 1_024;
/** Of a connection's bytes that are no content: headers, acknowledgements, handshakes. */
const OVERHEAD = 1.15;
const CUTS = [0.1, 0.5, 0.99];
const LARGE_MEGABYTES = 10;

const FOLDERS = ['%downloads%', '%documents%', '%desktop%'];

/** A large file of the student, ticked. */
async function tickLarge(page: Page, device: SimulatedDevice): Promise<FoundFile & { folder: string }> {
  await openPanel(page, 'Collect Files', [device]);
  for (const folder of FOLDERS) {
    await list(page, '*', folder);
    const large = (await foundFiles(page)).find(({ megabytes }) => megabytes > LARGE_MEGABYTES);
    if (large) {
      await large.box.check();
      return { ...large, folder };
    }
    await panel(page).getByRole('button', { name: 'Back', exact: true }).click();
  }
  throw new Error('the student has no large file');
}

/** Cuts the page's next connection there, and waits until there is another. */
async function cut(page: Page, { at, bytes }: { at: number; bytes: number }): Promise<void> {
  const count = async () => (await bytesPerConnection(page)).received.length;
  await expect.poll(count, { intervals: [10] }).toBeGreaterThan(at);
  await cutAt(page, at, bytes);
  await expect.poll(count, { timeout: 20_000 }).toBeGreaterThan(at + 1);
}

/** The most that a connection may carry of a file of which so much had gone over the one before. */
const remainder = (size: number, gone: number): number =>
  Math.min(size, size - gone + UNACKNOWLEDGED) * OVERHEAD;

test('a collect that is cut at 10, 50 and 99 % goes on by itself with what is there', async ({
  page,
  context,
  ownClassroom,
}) => {
  await probe(context);
  const classroom = await ownClassroom({ students: 1 });
  const { devices, windows } = devicesOf(classroom);
  await openEverybody(page, classroom, 1);
  const large = await tickLarge(page, windows);
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
    expect(received.at(-1)).toBeLessThan(remainder(whole.size, part * whole.size));
  }
  await expectDevicesAtRest(devices);
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
  const large = await tickLarge(page, windows);
  await collectTicked(page);
  const most = large.megabytes * MEBIBYTE * 0.7;
  await whenMoved(page, 0, most);
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
  expect(received[0]).toBeLessThan(remainder(whole.size, most));

  await expectDevicesAtRest(devices);
  await expect.poll(() => openThings(page), { timeout: 15_000 }).toEqual(NOTHING_OPEN);
});

test('a file to the student page that is cut at 10, 50 and 99 % goes on by itself', async ({
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
  for (const [round, part] of CUTS.entries()) {
    const file = fileOf(`film ${round}.mp4`, 12 * MEBIBYTE, 11 + round);
    await send(page, [file]);
    await cut(page, { at: 2 * round, bytes: part * file.buffer.length });
    await expect(transferOf(page, file.name)).toContainText('Sent', { timeout: 20_000 });
    const { sent } = await bytesPerConnection(page);
    expect(sent).toHaveLength(2 * round + 2);
    expect(sent.at(-1)).toBeLessThan(remainder(file.buffer.length, part * file.buffer.length));
    const saving = student.waitForEvent('download');
    await student.getByRole('button', { name: `Save ${file.name}` }).click();
    expect((await downloaded(await saving)).sha256).toBe(sha256(file.buffer));
  }
  await expect.poll(() => openThings(student)).toMatchObject({ peers: 0, openFiles: 0 });
});

test('a student who closes the page in a transfer is said to be gone, and gets the file after coming back', async ({
  page,
  context,
  joinPage,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 1 });
  await probe(context, { hasShortWaits: true });
  const first = await joinPage(classroom);
  await openEverybody(page, classroom, 2);
  await selectPageStudent(page);
  await pressAction(page, 'Send Files');
  const file = fileOf('concert.mp4', 16 * MEBIBYTE, 13);
  await send(page, [file]);
  await whenMoved(page, 0, file.buffer.length / 2);
  await first.close();
  await expect(transferOf(page, file.name)).toContainText('Client disconnected', { timeout: 40_000 });

  // There is nobody to try it with.
  await expect(panel(page).getByRole('button', { name: /^Retry/ })).toHaveCount(0);
  const student = await first.context().newPage();
  await student.goto(`${classroom.consoleUrl}/student/`);
  await expectConnected(student);
  await send(page, [file]);
  await expect(transferOf(page, file.name)).toContainText('Sent', { timeout: 30_000 });
  const saving = student.waitForEvent('download');
  await student.getByRole('button', { name: `Save ${file.name}` }).click();
  expect((await downloaded(await saving)).sha256).toBe(sha256(file.buffer));
  await expect.poll(() => openThings(page), { timeout: 15_000 }).toEqual(NOTHING_OPEN);
  await expect.poll(() => openThings(student)).toMatchObject({ peers: 0, openFiles: 0 });
});

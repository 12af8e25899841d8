/** Files from a tutor to devices and back, from the button to the bytes on the other side. */

import { expectOpen, LINE_KEPT, openThings } from '../../support/browser/peer-probe.ts';
import {
  devicesOf,
  expect,
  expectDevicesAtRest,
  openEverybody,
  test,
} from '../../support/classroom/file-class.ts';
import { pressAction } from '../../support/console/class-actions.ts';
import {
  collectTicked,
  downloaded,
  fileOf,
  foundFiles,
  list,
  openPanel,
  probe,
  send,
  sha256,
  transferOf,
  transfers,
} from '../../support/console/file-exchange.ts';

test.use({ viewport: { width: 1920, height: 1080 } });
test.describe.configure({ timeout: 120_000 });

const EMPTY = fileOf('empty.txt', 0);
const ALPHABETS = [
  fileOf('Домашняя работа.docx', 1_500_001, 3),
  fileOf('宿題 واجب.pdf', 700_003, 5),
  fileOf('volcano 🌋 (1).pptx', 12, 7),
];
const LEAVING = fileOf('..%2f..\\..\\evil.txt', 1_000, 9);

test('files of any name reach simulated devices as they were, and leave nothing open', {
  tag: '@rare',
}, async ({ page, context, ownClassroom }) => {
  await probe(context, { hasShortWaits: true });
  const classroom = await ownClassroom({ students: 8 });
  const { devices, windows } = devicesOf(classroom);
  await openEverybody(page, classroom, devices.length);
  const before = await openThings(page);
  await openPanel(page, 'Send Files', devices);
  const files = [...ALPHABETS, EMPTY, LEAVING];
  await send(page, files);
  await expect(transfers(page).getByText('Sent', { exact: true })).toHaveCount(
    files.length * devices.length,
    {
      timeout: 60_000,
    },
  );
  for (const device of devices) {
    const received = device.receivedFiles();
    expect(received.map(({ sha256 }) => sha256).sort()).toEqual(
      files.map(({ buffer }) => sha256(buffer)).sort(),
    );
    const names = received.map(({ name }) => name);
    for (const { name } of [...ALPHABETS, EMPTY]) expect(names).toContain(name);
    for (const { path } of received) {
      expect(path).toContain(device.hostname);
      expect(path.replace(/\/[^/]*$/, '')).toMatch(/\/Downloads$/);
    }
  }
  expect(windows.receivedFiles().find(({ size }) => size === 1_000)?.name).not.toMatch(/[\\/]|^\./);

  await expectDevicesAtRest(devices);
  await expectOpen(page, before);
});

test('files are collected from a Windows device by the wizard, and one is cancelled', async ({
  page,
  ownClassroom,
}) => {
  const classroom = await ownClassroom({ students: 2 });
  const { devices, windows } = devicesOf(classroom);
  await openEverybody(page, classroom, devices.length);
  await openPanel(page, 'Collect Files', [windows]);
  await list(page, '*', '%downloads%');
  const found = await foundFiles(page);
  const small = found.find(({ megabytes }) => megabytes > 0.7 && megabytes < 8);
  const large = found.toSorted((a, b) => b.megabytes - a.megabytes)[0];
  if (!small || !large || small === large) throw new Error('the student has no such files');
  await small.box.check();
  const downloading = page.waitForEvent('download');
  await collectTicked(page);
  await expect(transferOf(page, small.fileName)).toContainText('Collected');
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(small.fileName);
  const whole = await downloaded(download);
  expect(whole.sha256).toBe(windows.sha256Of({ ...small, size: whole.size }));

  await list(page, '*', '%downloads%');
  await (await foundFiles(page)).find(({ fileName }) => fileName === large.fileName)?.box.check();
  await collectTicked(page);
  await page.getByRole('button', { name: `Cancel: ${large.fileName}` }).click();
  await expect(transferOf(page, large.fileName)).toContainText('Cancelled');
  await expectDevicesAtRest(devices);
});

test('the student page takes files, and hands in what its student picks', { tag: '@rare' }, async ({
  page,
  openWithPageStudent,
}) => {
  const { student, before, studentBefore } = await openWithPageStudent('Send Files');
  const files = [...ALPHABETS, EMPTY, LEAVING];
  await send(page, files);
  await expect(transfers(page).getByText('Sent', { exact: true })).toHaveCount(files.length, {
    timeout: 30_000,
  });
  const kept = student.getByRole('list', { name: 'Files', exact: true }).getByRole('listitem');
  await expect(kept).toHaveCount(files.length);
  for (const { name, buffer } of files) {
    const button =
      name === LEAVING.name
        ? /^Save [^\\/]*evil\.txt$/
        : new RegExp(`^Save ${name.replace(/[().]/g, '\\$&')}$`);
    const saving = student.waitForEvent('download');
    await student.getByRole('button', { name: button }).click();
    const download = await saving;
    expect(await downloaded(download)).toEqual({ size: buffer.length, sha256: sha256(buffer) });
    expect(download.suggestedFilename()).not.toMatch(/[\\/]/);
  }

  await pressAction(page, 'Collect Files');
  await list(page, '*.docx', '%documents%');
  const [essay] = ALPHABETS;
  if (!essay) throw new Error('there is a file');
  await expect(student.getByText('Your teacher collects files')).toBeVisible();
  await student.getByLabel('Choose files').setInputFiles([essay]);
  const [found] = await foundFiles(page);
  expect(found?.fileName).toBe(essay.name);
  await found?.box.check();
  const downloading = page.waitForEvent('download');
  await collectTicked(page);
  expect(await downloaded(await downloading)).toEqual({
    size: essay.buffer.length,
    sha256: sha256(essay.buffer),
  });
  await expect(student.getByText('Handed in', { exact: true })).toBeVisible();

  await expectOpen(page, before);
  // It keeps its line to the peer server for a while, and its worker for half a minute.
  await expectOpen(student, { ...studentBefore, ...LINE_KEPT }, { timeout: 60_000 });
});

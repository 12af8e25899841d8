/** Large files that are cut near their end: what is there is read again on both sides, and only the rest goes over. */
import { writeFile } from 'node:fs/promises';
import type { TestInfo } from '@playwright/test';
import { expectOpen, LINE_KEPT } from '../support/browser/peer-probe.ts';
import { expect, test } from '../support/classroom/file-class.ts';
import {
  bytesPerConnection,
  collectTicked,
  cutWhenReceived,
  downloaded,
  fileOf,
  foundFiles,
  list,
  mostOfRest,
  panel,
  savedByStudent,
  send,
  sha256,
  transferOf,
} from '../support/console/file-exchange.ts';

test.use({ viewport: { width: 1920, height: 1080 } });

const FILE_BYTES = 240 * 1_048_576 + 77;
/** Parts of the whole: the second cut comes while the sender still reads again what had come before the first. */
const [FIRST_CUT, SECOND_CUT] = [0.95, 0.97];
const MOVING = { timeout: 180_000 };
const AT_REST = { timeout: 90_000 };

/** On disk: no page has it in its memory. */
async function writeLarge(testInfo: TestInfo, name: string, seed: number) {
  const { buffer } = fileOf(name, FILE_BYTES, seed);
  const path = testInfo.outputPath(name);
  await writeFile(path, buffer);
  return { name, path, sha256: sha256(buffer) };
}

test('a file of 240 MiB that is cut at 95 % and again soon after arrives whole, and its beginning goes over once', async ({
  page,
  openWithPageStudent,
}, testInfo) => {
  const { student, before, studentBefore } = await openWithPageStudent('Send Files');
  const film = await writeLarge(testInfo, 'film.mkv', 29);
  await send(page, [film.path]);
  await cutWhenReceived(student, 0, FIRST_CUT * FILE_BYTES);
  await cutWhenReceived(student, 1, (SECOND_CUT - FIRST_CUT) * FILE_BYTES);
  await expect(transferOf(page, film.name)).toContainText('Sent', MOVING);

  const { sent } = await bytesPerConnection(page);
  const { received } = await bytesPerConnection(student);
  expect(sent).toHaveLength(3);
  expect(sent[1]).toBeLessThan(mostOfRest(FILE_BYTES, received[0] ?? 0));
  expect(sent[2]).toBeLessThan(mostOfRest(FILE_BYTES, FIRST_CUT * FILE_BYTES));
  expect(await savedByStudent(student, film.name)).toEqual({ size: FILE_BYTES, sha256: film.sha256 });
  await expectOpen(page, before, AT_REST);
  await expectOpen(student, { ...studentBefore, ...LINE_KEPT }, AT_REST);
});

test('a file of 240 MiB that a tutor collects and that is cut at 95 % comes whole, and its beginning comes once', async ({
  page,
  openWithPageStudent,
}, testInfo) => {
  const { student, before, studentBefore } = await openWithPageStudent('Collect Files');
  await list(page, '*.mov', '%documents%');
  const film = await writeLarge(testInfo, 'project.mov', 37);
  await student.getByLabel('Choose files').setInputFiles([film.path]);
  const [found] = await foundFiles(page);
  await found?.box.check();
  const downloading = page.waitForEvent('download', MOVING);
  await collectTicked(page);
  await cutWhenReceived(page, 0, FIRST_CUT * FILE_BYTES);
  const whole = await downloaded(await downloading);

  expect(whole).toEqual({ size: FILE_BYTES, sha256: film.sha256 });
  await expect(transferOf(page, film.name)).toContainText('Collected');
  const { received } = await bytesPerConnection(page);
  expect(received).toHaveLength(2);
  expect(received[1]).toBeLessThan(mostOfRest(FILE_BYTES, received[0] ?? 0));
  await panel(page).getByRole('button', { name: 'Clear', exact: true }).click();
  await expectOpen(page, before, AT_REST);
  await expectOpen(student, { ...studentBefore, ...LINE_KEPT }, AT_REST);
});

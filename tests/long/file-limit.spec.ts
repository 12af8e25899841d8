/** The largest file that may be sent: a byte less than 1.5 GB. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from '@playwright/test';
import { MAX_FILES_BYTES } from '#domain/files/file-exchange-rules.ts';
import { peakGrowth } from '../bench/meters/browser-memory.ts';
import { expectOpen } from '../support/browser/peer-probe.ts';
import {
  expect,
  expectConnected,
  openEverybody,
  PAGE_STUDENT,
  selectPageStudent,
  test,
} from '../support/classroom/file-class.ts';
import type { RunningClassroom } from '../support/classroom/running-classroom.ts';
import { pressAction } from '../support/console/class-actions.ts';
import {
  downloaded,
  fileOf,
  hashOf,
  panel,
  probe,
  send,
  transferOf,
} from '../support/console/file-exchange.ts';
import { studentLink } from '../support/devices/join-student-page.ts';

test.use({ viewport: { width: 1920, height: 1080 } });
test.describe.configure({ timeout: 1_200_000 });

const MEBIBYTE = 1_048_576;
const BLOCK_BYTES = 64 * 1_024;
const BLOCK_EVERY_BYTES = 8 * MEBIBYTE;
const SENDING_MS = 900_000;
/** Of all pages and workers of one browser, garbage included: a twelfth of the file. */
const MAX_GROWTH_BYTES = 128 * MEBIBYTE;

const folders: string[] = [];
test.afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-limit-'));
  folders.push(folder);
  return folder;
}

/** Mostly holes, which cost no disk and are read as zeros; blocks between them make every part unlike the others. */
async function makeFile(name: string, size: number): Promise<string> {
  const path = join(await makeFolder(), name);
  const file = await open(path, 'w');
  try {
    await file.truncate(size);
    for (let at = 0; at + BLOCK_BYTES < size; at += BLOCK_EVERY_BYTES) {
      await file.write(fileOf('block', BLOCK_BYTES, at + 1).buffer, 0, BLOCK_BYTES, at);
    }
    const { buffer: end } = fileOf('end', BLOCK_BYTES, 5);
    await file.write(end, 0, BLOCK_BYTES, size - BLOCK_BYTES);
  } finally {
    await file.close();
  }
  return path;
}

function browserOf(context: BrowserContext): Browser {
  const browser = context.browser();
  if (browser === null) throw new Error('the context belongs to no browser');
  return browser;
}

async function joinPersistently(context: BrowserContext, classroom: RunningClassroom): Promise<Page> {
  const page = await context.newPage();
  await page.goto(await studentLink(classroom));
  await page.getByRole('textbox', { name: 'Your name' }).fill(PAGE_STUDENT);
  await page.getByRole('button', { name: 'Join' }).click();
  await expectConnected(page);
  return page;
}

test('a file of a byte less than 1.5 GB arrives as it was, and passes through no tab as a whole', async ({
  page,
  context,
  browser,
  playwright,
  launchOptions,
  ownClassroom,
}, testInfo) => {
  const classroom = await ownClassroom({ students: 1 });
  await probe(context);
  // Without a profile on disk a browser keeps what pages store in its memory, and less than that.
  const profile = await makeFolder();
  const students = await playwright.chromium.launchPersistentContext(profile, launchOptions);
  try {
    await probe(students);
    const student = await joinPersistently(students, classroom);
    await openEverybody(page, classroom, 2);
    await selectPageStudent(page);
    await pressAction(page, 'Send Files');
    const tooLarge = await makeFile('too large.iso', MAX_FILES_BYTES);
    await panel(page).locator('input[type=file]').setInputFiles(tooLarge);
    await expect(panel(page).getByRole('alert')).toHaveText('Max size of file should be less than 1.5GB');

    const film = await makeFile('film.iso', MAX_FILES_BYTES - 1);
    const startedAt = Date.now();
    let seconds = Number.NaN;
    const sending = (async () => {
      await send(page, [film]);
      await expect(transferOf(page, 'film.iso')).toContainText(/Sent|Can’t|disconnected/, {
        timeout: SENDING_MS,
      });
      seconds = Math.round((Date.now() - startedAt) / 1_000);
    })();
    const growths = await Promise.all(
      [browser, browserOf(students)].map((of) => peakGrowth(of, () => sending)),
    );
    const mebibytes = growths.map((bytes) => Math.round(bytes / MEBIBYTE));
    testInfo.annotations.push({
      type: 'measured',
      description: `${seconds} s, tabs grew by ${mebibytes.join(' and ')} MiB`,
    });
    await expect(transferOf(page, 'film.iso')).toContainText('Sent');
    const saving = student.waitForEvent('download');
    await student.getByRole('button', { name: 'Save film.iso' }).click();
    expect(await downloaded(await saving)).toEqual(await hashOf(film));
    for (const growth of growths) expect(growth).toBeLessThan(MAX_GROWTH_BYTES);
    await expectOpen(student, { peers: 0, openFiles: 0 });
  } finally {
    await students.close();
  }
});

/** A lesson with the real console and a browser with the extension: what tutors do most, from both sides. */
import type { Page } from '@playwright/test';
import { drawNumbers, picturesPerSecond } from '../../support/browser/counted-pictures.ts';
import { pressAction, selectAll } from '../../support/console/class-actions.ts';
import {
  collectTicked,
  downloaded,
  fileOf,
  foundFiles,
  list,
  send,
  sha256,
  transfers,
} from '../../support/console/file-exchange.ts';
import { askClass, barsOf, summaryOf } from '../../support/console/poll-class.ts';
import { cardOf } from '../../support/console/wall.ts';
import {
  downloadedFiles,
  type ExtensionBrowser,
  openedPanel,
} from '../../support/extension/extension-browser.ts';
import { expect, test } from '../../support/extension/extension-classroom.ts';

test.setTimeout(240_000);

/** Ten to thirteen on two idle cores. A machine that runs other tests meanwhile shows fewer. */
const PICTURES_PER_SECOND = 6;

const STUDENT = 'Student';
const BLOCKING_POLICY = 'No games';
const WORKSHEET = fileOf('Домашняя работа.docx', 1_500_001, 3);
const ESSAY = fileOf('volcano 🌋 (1).docx', 700_003, 5);

async function openDevice(tutor: Page): Promise<void> {
  await cardOf(tutor, STUDENT).getByRole('link', { name: STUDENT, exact: true }).click();
  await expect(tutor.getByRole('heading', { name: STUDENT, level: 1 })).toBeVisible();
}

async function applyPolicy(tutor: Page, name: string): Promise<void> {
  await pressAction(tutor, 'Policies');
  const dialog = tutor.getByRole('dialog', { name: 'Apply Policy' });
  await dialog.getByRole('checkbox', { name }).check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
}

/** The number of rules that the browser's own blocker has now. */
const blockerRules = async (browser: ExtensionBrowser): Promise<number> =>
  (await browser.worker()).evaluate(
    async () => (await chrome.declarativeNetRequest.getDynamicRules()).length,
  );

test('a lesson: live screen, a blocked page, files both ways, and a poll', { tag: '@rare' }, async ({
  extensionClassroom,
}) => {
  const { browser, tutor, web } = await extensionClassroom();
  const page = browser.context.pages()[0] ?? (await browser.context.newPage());

  await test.step('the live screen moves', async () => {
    await page.goto('http://lesson.example/');
    await drawNumbers(page);
    await page.bringToFront();
    await openDevice(tutor);
    const screen = tutor.getByRole('region', { name: 'Screen', exact: true });
    await expect(screen).toHaveAttribute('data-shown', 'stream', { timeout: 30_000 });
    await expect
      .poll(() => picturesPerSecond(screen.locator('video')), { timeout: 60_000 })
      .toBeGreaterThanOrEqual(PICTURES_PER_SECOND);
    await tutor.getByRole('link', { name: 'Back to Group View' }).click();
    await page.reload();
  });

  await test.step('a blocked page is not requested, and the student sees which policy blocks it', async () => {
    await selectAll(tutor);
    await applyPolicy(tutor, BLOCKING_POLICY);
    await expect.poll(() => blockerRules(browser)).toBeGreaterThan(0);
    // The navigation ends on another page.
    await page.goto('http://games.example/').catch(() => {});
    const main = page.getByRole('main');
    await expect(main).toContainText('This page is blocked');
    await expect(main).toContainText('http://games.example/');
    await expect(main).toContainText(BLOCKING_POLICY);
    await page.goto('http://books.example/');
    await expect(page.getByRole('heading', { name: 'books.example' })).toBeVisible();
    expect(web.requestsTo('games.example')).toBe(0);
    expect(web.requestsTo('books.example')).toBe(1);
    const messages = tutor.getByRole('region', { name: 'Messages' });
    await expect(messages).toContainText('Opened a blocked website: http://games.example/');
    await messages.getByRole('button', { name: 'Close All' }).click();
  });

  await test.step('a file of the tutor is in the downloads of the browser', async () => {
    await pressAction(tutor, 'Send Files');
    await send(tutor, [WORKSHEET]);
    await expect(transfers(tutor).getByText('Sent', { exact: true })).toBeVisible({ timeout: 30_000 });
    expect(await downloadedFiles(browser)).toEqual([
      { name: WORKSHEET.name, sha256: sha256(WORKSHEET.buffer) },
    ]);
  });

  const panel = await test.step('a file that the student hands in arrives at the tutor', async () => {
    await pressAction(tutor, 'Collect Files');
    await list(tutor, '*.docx', '%documents%');
    const opened = await openedPanel(browser);
    await opened.getByLabel('Choose files').setInputFiles([ESSAY]);
    const [found] = await foundFiles(tutor);
    expect(found?.fileName).toBe(ESSAY.name);
    await found?.box.check();
    const downloading = tutor.waitForEvent('download');
    await collectTicked(tutor);
    expect((await downloaded(await downloading)).sha256).toBe(sha256(ESSAY.buffer));
    await expect(opened.getByText('Handed in', { exact: true })).toBeVisible();
    return opened;
  });

  await test.step('the answer to a poll counts', async () => {
    // The panel opens again by itself.
    await panel.close();
    await askClass(tutor, { body: 'Which one is a volcano?', answers: ['Etna', 'Po'] }, []);
    const question = await openedPanel(browser);
    await question.getByRole('radio', { name: /Etna/ }).check();
    await question.getByRole('button', { name: 'Send answer' }).click();
    await expect(summaryOf(tutor)).toContainText('Received 1 out of 1');
    expect(await barsOf(tutor)).toEqual({ 'A: Etna': '1 of 1', 'B: Po': '0 of 1' });
  });
});

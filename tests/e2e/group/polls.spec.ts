/** A question to the class: from the dialog to the results in the tutor's downloads. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { select } from '../../support/console/class-actions.ts';
import {
  askClass,
  barsOf,
  barsWanted,
  pollButton,
  respondentOf,
  summaryOf,
} from '../../support/console/poll-class.ts';
import { cardOf, cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

test.use({ viewport: { width: 1600, height: 1200 } });

const answers = ['Etna', 'Po', 'Elbe'];
const LETTERS = ['A', 'B', 'C'];
/** As the list of who answered what has it. */
const wordsOf = (answer = '') =>
  answer
    .split(',')
    .map((letter) => `${letter}: ${answers[LETTERS.indexOf(letter)]}`)
    .join(', ');

/** Three of the class are selected. */
async function begin(page: Page, classroom: RunningClassroom, from: number) {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  const devices = classroom.simulatedClass?.devices.slice(from, from + 3) ?? [];
  const [first, second, third] = devices;
  if (!first || !second || !third) throw new Error('no class');
  await expect(cardOf(page, third.hostname)).toBeVisible({ timeout: 20_000 });
  await select(page, devices);
  return { devices, first, second, third };
}

/** Presses "Save and Close" and opens what was downloaded, as a file. */
async function saveResults(page: Page, folder: string) {
  const downloading = page.waitForEvent('download');
  await summaryOf(page).getByRole('button', { name: 'Save and Close' }).click();
  const download = await downloading;
  const name = download.suggestedFilename();
  const path = join(folder, name);
  await download.saveAs(path);
  const file = await page.context().newPage();
  await file.goto(pathToFileURL(path).href);
  const content = await file.evaluate(() => ({
    heading: document.querySelector('h1')?.textContent,
    active: document.querySelectorAll('script, img, link, iframe').length,
    rows: [...document.querySelectorAll('tr')].map((row) =>
      [...row.children].map((cell) => cell.textContent).join(' | '),
    ),
  }));
  await file.close();
  return { name, ...content };
}

test('a poll is asked, answered live, finished and saved', async ({ page, classroom }, testInfo) => {
  const { devices, first, second, third } = await begin(page, classroom, 0);
  await askClass(page, { body: 'Which one is a volcano?', answers }, devices);

  expect(first.answerPoll('A')).toBe(true);
  await expect(cardOf(page, first.hostname).getByText(/Answer:/)).toBeVisible();
  second.answerPoll('B');
  second.answerPoll('C');
  await expect(await respondentOf(page, second.userName)).toContainText('Changed the answer');
  // Students answer by themselves meanwhile.
  await expect(async () => expect(await barsOf(page)).toEqual(barsWanted(answers, devices))).toPass({
    timeout: 10_000,
  });
  await expectAccessible(page);

  await expect(await pollButton(page)).toHaveAttribute('aria-disabled', 'true');
  await page.keyboard.press('Escape');

  await summaryOf(page).getByRole('button', { name: 'Finish Poll' }).click();
  await expect
    .poll(() => devices.map((device) => device.state().poll))
    .toEqual([undefined, undefined, undefined]);
  for (const letter of LETTERS) expect(third.answerPoll(letter)).toBe(true);
  await expect(await respondentOf(page, third.userName)).toContainText('Answered late');
  await expect(summaryOf(page)).toContainText('Received 3 out of 3');

  const results = await saveResults(page, testInfo.outputDir);
  expect(results.name).toBe('Which one is a volcano.html');
  expect(results.heading).toBe('Which one is a volcano?');
  expect(results.active).toBe(0);
  expect(results.rows.find((row) => row.startsWith(third.userName))).toMatch(
    /^[^|]+ \| (A: Etna|B: Po|C: Elbe) \| Answered late$/,
  );
  await expect(summaryOf(page)).toHaveCount(0);
  await expect(await pollButton(page)).not.toHaveAttribute('aria-disabled', 'true');
});

test('the results survive a reload, and devices that leave are told', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  const { devices, first, second, third } = await begin(page, classroom, 3);
  const body = 'Which ones are rivers?';
  await askClass(page, { body, type: 'Multiple choice', answers }, devices);
  first.answerPoll('B,C');
  await third.stop();
  await expect(await respondentOf(page, third.userName)).toContainText('(left)', { timeout: 20_000 });
  await expect(await respondentOf(page, first.userName)).toContainText('nswer');

  await page.reload();
  await expect(summaryOf(page)).toContainText(body);
  await expect(await respondentOf(page, first.userName)).toContainText(/: (Po|Etna|Elbe)/);
  await expect(await respondentOf(page, third.userName)).toContainText('(left)');
  // The question goes on where it was: on the same screens, by the same id.
  second.answerPoll('A,B');
  const row = await respondentOf(page, second.userName);
  await expect
    .poll(async () => (await row.textContent())?.includes(wordsOf(second.state().poll?.answer)))
    .toBe(true);
  expect(first.state().poll?.question).toBe(body);
  third.start();
  await expect.poll(() => third.online(), { timeout: 20_000 }).toBe(true);

  await summaryOf(page).getByRole('button', { name: 'Finish Poll' }).click();
  await expect.poll(() => first.state().poll).toBeUndefined();
  // A simulated student may still answer late: once its card is gone, the console has heard all that it said.
  await second.stop();
  await expect(cardOf(page, second.hostname)).toHaveCount(0, { timeout: 20_000 });
  const said = await row.textContent();
  second.start();
  await expect.poll(() => second.online(), { timeout: 20_000 }).toBe(true);
  await page.reload();
  expect(await (await respondentOf(page, second.userName)).textContent()).toBe(said);
  await summaryOf(page).getByRole('button', { name: 'Discard results' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Discard results' }).click();
  await expect(summaryOf(page)).toHaveCount(0);
  await page.reload();
  await expect(cardOf(page, first.hostname)).toBeVisible();
  await expect(summaryOf(page)).toHaveCount(0);
});

test(
  'hostile words are words, on the card of the poll and in its results',
  { tag: '@rare' },
  async ({ page, classroom }, testInfo) => {
    const { devices, first, second, third } = await begin(page, classroom, 6);
    const html = '<img src=x onerror="document.title=1"><script>document.title=1</script>';
    await askClass(page, { body: `${html}\u202e`, type: 'Short answer' }, devices);
    const words = summaryOf(page).getByRole('list', { name: 'Answers' });
    const line = cardOf(page, first.hostname).locator('[data-line="answer"]');
    // Students answer by themselves as well: theirs may come in between.
    await expect(async () => {
      first.answerPoll(html);
      second.answerPoll('x'.repeat(10_000));
      third.answerPoll(`\u202e😀${'\u0301'.repeat(500)}`);
      await expect(words.getByText(html)).toBeVisible({ timeout: 2_000 });
      await expect(line).toContainText(html, { timeout: 2_000 });
      await expect(words.getByText(/x{100}/)).toBeVisible({ timeout: 2_000 });
      await expect(words.getByText('😀')).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await expect(summaryOf(page)).toContainText('Received 3 out of 3');
    await expect(summaryOf(page).locator('img, script')).toHaveCount(0);
    await expect(cards(page).locator('img[src="x"], script')).toHaveCount(0);
    await page.setViewportSize({ width: 360, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth))
      .toBe(true);
    await expectAccessible(page);
    await summaryOf(page).getByRole('button', { name: 'Finish Poll' }).click();
    const results = await saveResults(page, testInfo.outputDir);
    expect(results.active).toBe(0);
    expect(results.heading?.startsWith(html)).toBe(true);
  },
);

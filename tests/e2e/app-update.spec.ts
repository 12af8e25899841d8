/** A new version of the console is offered, never forced, and all tabs change over together. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { followRequests } from '../support/browser/served-requests.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { createDeployment, NEXT_MARK } from '../support/classroom/deployment.ts';
import { pressAction, select } from '../support/console/class-actions.ts';
import { cards, expectLivePictures } from '../support/console/wall.ts';
import { signIn } from '../support/tutors/sign-in.ts';

// Pictures come for cards in sight: the whole class is, with those who are absent.
test.use({ viewport: { width: 1600, height: 1400 }, serviceWorkers: 'allow' });

/** The browser's own look comes about a second after the last request of a page that has opened. */
const BROWSER_QUIET_MS = 5_000;

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'A new version is ready' });

/** Which version the page runs, and whether it is still the page that was marked. */
const about = (page: Page) =>
  page.evaluate((mark) => {
    const script = document.querySelector<HTMLScriptElement>('script[type="module"]')?.src ?? '';
    return { isNext: script.includes(mark), isMarked: 'marked' in window };
  }, NEXT_MARK);

/** From now on it is known whether the page is loaded anew, and how many times it looks for a new version. */
const mark = (page: Page) =>
  page.evaluate(() => {
    const { update } = ServiceWorkerRegistration.prototype;
    const marked = Object.assign(window, { marked: true, looks: 0 });
    ServiceWorkerRegistration.prototype.update = function () {
      marked.looks += 1;
      return update.call(this);
    };
  });
const looksOf = (page: Page) => page.evaluate(() => (window as { looks?: number }).looks);

/** The person comes back to the tab after two minutes. */
const comeBack = (page: Page) =>
  page.evaluate(() => {
    const now = Date.now;
    Date.now = () => now() + 120_000;
    document.dispatchEvent(new Event('visibilitychange'));
  });

test('a new version is offered in every tab, waits for a yes and for what is open, and then all change over together', {
  tag: '@rare',
}, async ({ page, context, ownClassroom }) => {
  test.setTimeout(120_000);
  const deployment = await createDeployment();
  try {
    const classroom = await ownClassroom({ students: 4, distDir: deployment.distDir });
    await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
    await expect(cards(page)).toHaveCount(4);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    const looks = followRequests(classroom.platform.port, '/service-worker.js');
    const openedAt = Date.now();
    const second = await context.newPage();
    await second.goto(page.url());
    await expect(cards(second)).toHaveCount(4);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    for (const tab of [page, second]) await mark(tab);

    // The browser looks by itself a moment after a page has opened; that look must find the old version.
    await expect.poll(() => looks.since(openedAt)).toBeGreaterThan(0);
    // On a busy machine it looks once more, when the pages have loaded everything.
    await expect.poll(() => looks.since(Date.now() - BROWSER_QUIET_MS), { timeout: 30_000 }).toBe(0);
    const deployedAt = Date.now();
    await deployment.deployNext();
    // Going about within the console is no reason to look.
    await navigation(second).getByRole('link', { name: 'Room 7A' }).click();
    await expect(cards(second)).toHaveCount(4);
    for (const tab of [page, second]) await expect(offer(tab)).toHaveCount(0);
    expect(looks.since(deployedAt)).toBe(0);
    await comeBack(second);
    // The whole version is fetched first, which takes a busy machine its time.
    for (const tab of [page, second]) await expect(offer(tab)).toBeVisible({ timeout: 30_000 });
    // The browser may have looked by itself meanwhile.
    expect(await Promise.all([page, second].map(looksOf))).toEqual([0, 1]);
    looks.stop();

    // “Later” leaves everything as it is, also what has not been loaded yet and is gone from the server.
    await offer(page).getByRole('button', { name: 'Later' }).click();
    await expect(offer(page)).toHaveCount(0);
    await page.bringToFront();
    await page.keyboard.press('Control+g');
    await expect(page.getByRole('combobox', { name: 'Search groups...' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expectLivePictures(page, 3);
    await expect(offer(second)).toBeVisible();
    for (const tab of [page, second]) expect(await about(tab)).toEqual({ isNext: false, isMarked: true });
    // Opened again, a page still is the old version, and asks again.
    await page.reload();
    await expect(offer(page)).toBeVisible();
    expect(await about(page)).toEqual({ isNext: false, isMarked: false });
    await mark(page);

    // In the middle of a lesson: two devices are selected, a message to them is being written, and feedback in the other tab.
    const two = classroom.simulatedClass?.devices.slice(0, 2) ?? [];
    await select(page, two);
    await pressAction(page, 'Notification');
    const dialog = page.getByRole('dialog', { name: 'Send notification' });
    await dialog.getByRole('textbox', { name: 'Message' }).fill('Please look here');
    await second.bringToFront();
    await navigation(second).getByRole('link', { name: 'Submit Feedback' }).click();
    const feedback = second.getByRole('textbox', { name: 'What happened?' });
    await feedback.fill('Half a sentence');
    await offer(second).getByRole('button', { name: 'Update' }).click();
    const wait = second
      .getByRole('status')
      .filter({ hasText: 'The update starts once open dialogs and tasks are finished' });
    await expect(wait.getByRole('button', { name: 'Update now' })).toBeVisible();
    await expectAccessible(second);
    for (const tab of [page, second]) expect(await about(tab)).toEqual({ isNext: false, isMarked: true });
    await page.bringToFront();
    await expect(dialog.getByRole('textbox', { name: 'Message' })).toHaveText('Please look here');
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();

    await expect(feedback).toHaveValue('Half a sentence', { timeout: 30_000 });
    for (const { userName, hostname } of two)
      await expect(page.getByRole('checkbox', { name: `Select ${userName}, ${hostname}` })).toBeChecked({
        timeout: 30_000,
      });
    for (const tab of [page, second]) {
      await expect
        .poll(() => about(tab).catch(() => undefined), { timeout: 15_000 })
        .toEqual({ isNext: true, isMarked: false });
      if (tab === second) await navigation(tab).getByRole('link', { name: 'Room 7A' }).click();
      await expect(cards(tab)).toHaveCount(4, { timeout: 15_000 });
      await expect(offer(tab)).toHaveCount(0);
      await tab.bringToFront();
      await expectLivePictures(tab, 3);
    }
  } finally {
    await deployment.remove();
  }
});

test('a new version takes over though the page asks for much just then', { tag: '@rare' }, async ({
  page,
  ownClassroom,
}) => {
  test.setTimeout(90_000);
  const deployment = await createDeployment();
  try {
    const classroom = await ownClassroom({ students: 1, distDir: deployment.distDir });
    await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await deployment.deployNext();
    await comeBack(page);
    await expect(offer(page)).toBeVisible({ timeout: 30_000 });
    await mark(page);
    // The old version ends when it has nothing to do, and is started again by each of these requests.
    await page.evaluate(() => {
      let left = 300;
      const asking = setInterval(() => {
        void fetch('/index.html').catch(() => {});
        left -= 1;
        if (left === 0) clearInterval(asking);
      }, 5);
    });
    await offer(page).getByRole('button', { name: 'Update' }).click();
    await expect
      .poll(() => about(page).catch(() => undefined), { timeout: 20_000 })
      .toEqual({ isNext: true, isMarked: false });
  } finally {
    await deployment.remove();
  }
});

/** A browser with the extension beside the real console. */
import { press, pressAction, selectAll } from '../../support/console/class-actions.ts';
import { cardOf, expectLivePictures } from '../../support/console/wall.ts';
import {
  expectLocked,
  lockPages,
  lockWindowIds,
  stopWorker,
  storedSession,
  windowsOf,
} from '../../support/extension/extension-browser.ts';
import { expect, test } from '../../support/extension/extension-classroom.ts';

test.setTimeout(120_000);

test('a browser is a card with live pictures, and obeys', async ({ extensionClassroom }) => {
  const { browser, tutor } = await extensionClassroom();
  const lesson = browser.context.pages()[0] ?? (await browser.context.newPage());
  await lesson.setContent('<title>Volcanoes</title><h1 id="count">0</h1>');
  await lesson.evaluate(() => {
    let count = 0;
    setInterval(() => {
      count += 1;
      document.body.style.background = `hsl(${(count * 37) % 360} 80% 50%)`;
    }, 300);
  });
  await lesson.bringToFront();
  await expect(cardOf(tutor, 'Student')).toContainText('Volcanoes');
  await expectLivePictures(tutor, 1);

  await selectAll(tutor);
  await press(tutor, 'Lock');
  await expectLocked(browser);
  const [locked] = lockPages(browser);
  await expect(locked?.locator('main') ?? tutor.locator('none')).toContainText(/./);
  // The student closes it.
  await locked?.close();
  await expectLocked(browser);
  await pressAction(tutor, 'Unlock');
  await expectLocked(browser, 0);
  expect((await windowsOf(browser)).filter(({ type }) => type === 'popup')).toEqual([]);
});

test('a worker that is stopped under a lock comes back with the same window', async ({
  extensionClassroom,
}) => {
  const { browser, tutor } = await extensionClassroom();
  await selectAll(tutor);
  await press(tutor, 'Lock');
  await expectLocked(browser);
  const before = await lockWindowIds(browser);
  const session = await storedSession(browser);
  await stopWorker(browser);
  await expect(cardOf(tutor, 'Student')).toBeVisible();
  await expect.poll(() => storedSession(browser), { timeout: 40_000 }).not.toBe(session);
  // The next worker continues the session: it refreshes its token, and opens no second window.
  await expectLocked(browser);
  expect(await lockWindowIds(browser)).toEqual(before);
  await pressAction(tutor, 'Unlock');
  await expectLocked(browser, 0);
});

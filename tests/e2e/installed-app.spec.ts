/** The console as an installed app: what the browser says of its manifest, where its shortcuts lead, and the number on its icon. */
import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { expect, test } from '../support/classroom/classroom.ts';
import { cards } from '../support/console/wall.ts';
import { signIn } from '../support/tutors/sign-in.ts';

test.use({ serviceWorkers: 'allow' });

const manifestSchema = v.object({
  start_url: v.string(),
  shortcuts: v.array(
    v.object({
      name: v.string(),
      url: v.string(),
      icons: v.array(v.object({ src: v.string(), sizes: v.string() })),
    }),
  ),
  icons: v.array(v.object({ src: v.string(), sizes: v.string(), type: v.string() })),
});

/** Of the screen that each shortcut leads to. */
const SHOWN: Record<string, string> = { Groups: '10A Computing', Wall: '1 of 1 online', Devices: 'CB-7A-08' };

/** What the shown icon has of pixels; undefined: it is no picture. */
const sizeOf = (page: Page, src: string) =>
  page.evaluate(
    (address) =>
      new Promise<string | undefined>((resolve) => {
        const image = new Image();
        image.onload = () => resolve(`${image.naturalWidth}x${image.naturalHeight}`);
        image.onerror = () => resolve(undefined);
        image.src = address;
      }),
    src,
  );

/** The number that the icon of the app shows; undefined: none. */
const badge = (page: Page) => page.evaluate(() => (window as { shownBadge?: number }).shownBadge);

test('can be installed, its shortcuts lead to their screens, and its icon counts unseen alerts', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  await page.addInitScript(() => {
    const app = window as { shownBadge?: number };
    navigator.setAppBadge = async (count) => {
      app.shownBadge = count;
    };
    navigator.clearAppBadge = async () => {
      delete app.shownBadge;
    };
  });
  // Only alerts of the last day are new to somebody who has never looked: where the time stands, none becomes too old
  // between two loads of the page.
  await page.clock.setFixedTime(new Date());
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  const browser = await page.context().newCDPSession(page);
  const read = await browser.send('Page.getAppManifest');
  expect([read.url, read.errors]).toEqual([`${classroom.consoleUrl}/manifest.webmanifest`, []]);
  const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors');
  // Pages of a test are in a private window, where nothing is installed.
  expect(installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')).toEqual(
    [],
  );
  const manifest = v.parse(manifestSchema, JSON.parse(read.data ?? ''));
  const icons = [...manifest.icons, ...manifest.shortcuts.flatMap((shortcut) => shortcut.icons)];
  for (const { src, sizes } of icons)
    expect(await sizeOf(page, src), src).toEqual(sizes === 'any' ? expect.any(String) : sizes);

  // The class has reported things that nobody has looked at.
  const tab = page.getByRole('tab', { name: /^Alerts/ });
  await expect(tab).toHaveText(/^Alerts\d+$/);
  const unseen = Number((await tab.textContent())?.replace('Alerts', ''));
  await expect.poll(() => badge(page)).toBe(unseen);

  expect(manifest.shortcuts.map(({ name }) => name)).toEqual(Object.keys(SHOWN));
  for (const { name, url } of manifest.shortcuts) {
    await page.goto(classroom.consoleUrl + url);
    await expect(page.locator('main')).toContainText(SHOWN[name] ?? '');
    // A page that shows no alert leaves the number as it is.
    expect([undefined, unseen]).toContain(await badge(page));
  }

  await page.goto(classroom.consoleUrl + manifest.start_url);
  await expect.poll(() => badge(page)).toBe(unseen);
  await tab.click();
  await expect.poll(() => badge(page)).toBe(undefined);
});

import type { Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { cards, expectLivePictures } from '../support/console/wall.ts';
import { expireKeptSessions, keptSessions, tokenLeftMs } from '../support/tutors/kept-sessions.ts';
import { signIn } from '../support/tutors/sign-in.ts';

// Pictures come for cards in sight: the whole class is, with those who are absent.
test.use({ viewport: { width: 1600, height: 1400 }, serviceWorkers: 'allow' });

const notice = (page: Page) => page.getByText('You are offline — shown from this device’s copy');
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
/** What a platform that is away makes a page say. */
const OUTAGE = /ERR_|WebSocket|Failed to|request failed|unreachable|fetch|503/i;

test('the shell opens with the platform stopped, says so, and recovers', { tag: '@rare' }, async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(OUTAGE);
  const classroom = await ownClassroom({ students: 4 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(4);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(cards(page)).toHaveCount(4);

  await classroom.stopPlatform();
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await expect(navigation(page)).toBeVisible();

  await classroom.restartPlatform();
  await expect(cards(page)).toHaveCount(4, { timeout: 40_000 });
  await expectLivePictures(page, 3);
  await expect(notice(page)).toHaveCount(0);
});

test('the shell opens with the platform stopped and the access token expired, and goes on by itself', {
  tag: '@rare',
}, async ({ page, ownClassroom, pageErrors }) => {
  test.setTimeout(180_000);
  pageErrors.allow(OUTAGE);
  const classroom = await ownClassroom({ students: 4, options: { accessTokenSeconds: 10 } });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(4);
  const groups = await navigation(page).getByRole('link').allTextContents();
  expect(groups).toContain('7A Mathematics');
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  await classroom.stopPlatform();
  await expect.poll(() => tokenLeftMs(page), { timeout: 60_000 }).toBeLessThan(0);
  await page.reload();
  await expect(notice(page)).toBeVisible();
  expect(await navigation(page).getByRole('link').allTextContents()).toEqual(groups);
  // Nothing changes for as long as nobody answers.
  await page.waitForEvent('requestfailed');
  await page.waitForEvent('requestfailed');
  await expect(notice(page)).toBeVisible();
  await expect(navigation(page)).toBeVisible();

  await classroom.restartPlatform({ accessTokenSeconds: 900 });
  await expect(notice(page)).toHaveCount(0, { timeout: 40_000 });
  expect(await tokenLeftMs(page)).toBeGreaterThan(600_000);
  await expect(cards(page)).toHaveCount(4, { timeout: 40_000 });
  await expectLivePictures(page, 3);
});

test('a session that was refused while the shell was offline is signed out, and leaves nothing behind', {
  tag: '@rare',
}, async ({ page, ownClassroom, pageErrors }) => {
  test.setTimeout(120_000);
  pageErrors.allow(OUTAGE, /401/);
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expireKeptSessions(page);
  const refreshToken = Object.values(await keptSessions(page))[0]?.refreshToken;
  await fetch(`http://127.0.0.1:${classroom.platform.port}/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${refreshToken}`, 'tenant-key': 'demo' },
  });
  await classroom.stopPlatform();
  await page.reload();
  await expect(notice(page)).toBeVisible();
  await expect(navigation(page).getByRole('link', { name: '7A Mathematics' })).toBeVisible();

  await classroom.restartPlatform();
  await expect(page).toHaveURL((url) => url.origin === classroom.loginUrl, { timeout: 40_000 });
  await page.goto(`${classroom.consoleUrl}/manifest.webmanifest`);
  const left = await page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('lectern-query-copy');
      opening.onsuccess = () => resolve(opening.result);
      opening.onerror = () => reject(opening.error);
    });
    const copies = await new Promise<number>((resolve, reject) => {
      const counting = database.transaction('copies').objectStore('copies').count();
      counting.onsuccess = () => resolve(counting.result);
      counting.onerror = () => reject(counting.error);
    });
    return copies;
  });
  expect(left).toBe(0);
  expect(await keptSessions(page)).toEqual({});
});

test('a sign-out without the platform takes the shell away at once, and says so on a page of ours', {
  tag: '@rare',
}, async ({ page, ownClassroom, pageErrors }) => {
  pageErrors.allow(OUTAGE);
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await classroom.stopPlatform();
  // What is seen at the moment in which the shell goes.
  const gone = new Promise<string>((resolve) => void page.exposeFunction('tellShown', resolve));
  await page.evaluate(() => {
    const root = document.getElementById('root') as HTMLElement;
    new MutationObserver(() => {
      const { tellShown } = window as unknown as { tellShown: (text: string) => void };
      if (root.querySelector('nav') === null) tellShown(root.textContent);
    }).observe(root, { childList: true, subtree: true });
  });
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  expect(await gone).toBe('');
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();
  await expectAccessible(page);
  expect(await keptSessions(page)).toEqual({});
  await page.reload();
  await expect(page.getByRole('heading', { name: 'You are signed out' })).toBeVisible();

  await classroom.restartPlatform();
  await page.getByRole('button', { name: 'Sign in' }).click();
  // The account that has signed out is not offered to the next visitor.
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await expect(page.getByText('Choose a site')).toHaveCount(0);
});

test('no cache of the browser holds an authorised answer', { tag: '@rare' }, async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page).first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await page.reload();
  await expect(cards(page).first()).toBeVisible();
  const cached = await page.evaluate(async () => {
    const addresses: string[] = [];
    for (const name of await caches.keys())
      for (const request of await (await caches.open(name)).keys()) addresses.push(request.url);
    return addresses;
  });
  expect(cached.some((address) => address.endsWith('/demo.json'))).toBe(true);
  expect(cached.filter((address) => /\/(v1|auth|mqtt|peerjs)(\/|$)/.test(new URL(address).pathname))).toEqual(
    cached.filter((address) => address.includes('/stun/')),
  );
});

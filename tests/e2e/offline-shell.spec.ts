import type { Page } from '@playwright/test';
import { expect, test } from '../support/classroom.ts';
import { signIn } from '../support/sign-in.ts';
import { cards, expectLivePictures } from '../support/wall.ts';

const notice = (page: Page) => page.getByText('You are offline — shown from this device’s copy');
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
/** What a platform that is away makes a page say. */
const OUTAGE = /ERR_|WebSocket|Failed to|request failed|unreachable|fetch|503/i;

/** When the access token of the page's session runs out, in ms from now. */
const tokenLeftMs = (page: Page) =>
  page.evaluate(() => {
    const sessions = JSON.parse(localStorage.getItem('lectern.sessions') ?? '{}') as Record<
      string,
      { expiresAtMs: number }
    >;
    return Math.max(...Object.values(sessions).map(({ expiresAtMs }) => expiresAtMs)) - Date.now();
  });

test('the shell opens with the platform stopped, says so, and recovers', async ({
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

test('the shell opens with the platform stopped and the access token expired, and goes on by itself', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  test.setTimeout(180_000);
  pageErrors.allow(OUTAGE);
  const classroom = await ownClassroom({ students: 4, options: { accessTokenSeconds: 20 } });
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

test('a session that was refused while the shell was offline is signed out, and leaves nothing behind', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  pageErrors.allow(OUTAGE, /401/);
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  const refreshToken = await page.evaluate(() => {
    const sessions = JSON.parse(localStorage.getItem('lectern.sessions') ?? '{}');
    const one = Object.values(sessions)[0] as { refreshToken: string; expiresAtMs: number };
    one.expiresAtMs = Date.now() - 1_000;
    localStorage.setItem('lectern.sessions', JSON.stringify(sessions));
    return one.refreshToken;
  });
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
    return { copies, sessions: localStorage.getItem('lectern.sessions') };
  });
  expect(left).toEqual({ copies: 0, sessions: null });
});

test('a sign-out without the platform takes the shell away at once', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  pageErrors.allow(OUTAGE);
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page)).toHaveCount(1);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await classroom.stopPlatform();
  // The way to the login page is no page of ours: what is seen until then is.
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
});

test('no cache of the browser holds an authorised answer', async ({ page, classroom }) => {
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

/** Networks that schools have: guest Wi-Fi that answers in the place of every server, and filters that let no WebSocket through. */
import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/browser/accessibility.ts';
import { expectLiveAgain } from '../../support/console/card-pictures.ts';
import {
  expectConfirmed,
  followActions,
  hostnames,
  press,
  select,
} from '../../support/console/class-actions.ts';
import { cards, expectLivePictures } from '../../support/console/wall.ts';
import { openCaptivePortal, PORTAL_PAGE } from '../../support/faults/captive-portal.ts';
import { CLASS_SIZE, expect, lasts, OUTAGE, test } from '../../support/faults/fault-stage.ts';
import { expireKeptSessions, keptSessions } from '../../support/tutors/kept-sessions.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test.describe('a network that wants to be signed in to', () => {
  test.use({ serviceWorkers: 'allow' });

  const named = (page: Page) =>
    page.getByText(
      'This network answers in the place of Lectern: sign in to it, or ask for Lectern to be let through — shown from this device’s copy',
    );

  /** The addresses whose kept answer is the page of the network, in every cache. */
  const keptPortalPages = (page: Page) =>
    page.evaluate(async (text) => {
      const found: string[] = [];
      for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const request of await cache.keys())
          if ((await (await cache.match(request, { ignoreVary: true }))?.text()) === text)
            found.push(request.url);
      }
      return found;
    }, PORTAL_PAGE);

  test('is named, keeps nothing of itself here and ends no session, and all comes back by itself', async ({
    page,
    ownClassroom,
    pageErrors,
  }) => {
    test.setTimeout(120_000);
    const classroom = await ownClassroom({ students: 4 });
    await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'maintainer@demo.example' });
    await expect(cards(page)).toHaveCount(4);
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await page.reload();
    await expect(cards(page)).toHaveCount(4);
    const sessions = Object.keys(await keptSessions(page));

    pageErrors.allow(
      OUTAGE,
      /503|no answer|Failed to|Unexpected token|not valid JSON|MIME|CORS|service worker|screen/i,
    );
    const { port } = classroom.platform;
    await classroom.stopPlatform();
    const portal = await openCaptivePortal(port);
    try {
      // An open page learns it when it reads something.
      await navigation(page).getByRole('link', { name: 'Events' }).click();
      await expect(named(page)).toBeVisible();
      // A page that is loaded again, with a session that has to be renewed, and a screen that was never open.
      await expireKeptSessions(page);
      await page.goto(`${classroom.consoleUrl}/policies/catalogue`);
      await expect(named(page)).toBeVisible();
      await expect(navigation(page).getByRole('link', { name: '7A Mathematics' })).toBeVisible();
      await expect(page.getByText('Welcome to the guest network')).toHaveCount(0);
      await expect(page.getByRole('main')).toContainText('answered in the place of the server');
      await expectAccessible(page);
      // What the browser asks for by itself gets that page as well: a new version of the console is none.
      await page.evaluate(() =>
        navigator.serviceWorker
          .getRegistration()
          .then((registration) => registration?.update().catch(() => {})),
      );
      expect([...portal.asked()]).toEqual(expect.arrayContaining(['/service-worker.js', '/mqtt/riverside']));
      await expect(page.getByText('A new version is ready')).toHaveCount(0);
      expect(await keptPortalPages(page)).toEqual([]);
      expect(Object.keys(await keptSessions(page))).toEqual(sessions);
    } finally {
      await portal.close();
    }

    await classroom.restartPlatform();
    await expect(named(page)).toHaveCount(0, { timeout: 40_000 });
    await expect(page.getByRole('main')).toContainText('Encyclopaedia only', { timeout: 20_000 });
    await navigation(page).getByRole('link', { name: '7A Mathematics' }).click();
    await expect(cards(page)).toHaveCount(4, { timeout: 40_000 });
    await expectLivePictures(page, 3);
    await page.reload();
    await expect(cards(page)).toHaveCount(4);
    expect(await keptPortalPages(page)).toEqual([]);
  });
});

test('a proxy that ends what is idle ends nothing of a quiet class, and a filter of WebSockets is named until it lets them through', async ({
  stage: { classroom, network },
  openTabs,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  const { tabs, expectNotReloaded } = await openTabs(classroom);
  const [page] = tabs;
  // Proxies wait for a minute, which is three times as long.
  const ended = network.endIdle(20_000);
  await lasts(30);
  expect(ended()).toBe(0);
  await expect(page.getByRole('alert')).toHaveCount(0);

  pageErrors.allow(OUTAGE);
  const devices = classroom.simulatedClass?.devices ?? [];
  const done = followActions(devices);
  const some = devices.filter((device) => !device.muted()).slice(3, 8);
  await select(page, some);
  network.filter();
  await press(page, 'Mute');
  const banner = page.getByRole('alert').filter({
    hasText:
      "Broker connection error. Please adjust your network to allow access to the product's two service domains on port 443 using the protocols https and wss",
  });
  await expect(banner).toBeVisible({ timeout: 30_000 });
  await expect(banner).toContainText(
    / The domains? (is|are) .*demo\.localhost:\d+.* Lectern tries again by itself\./,
  );
  // What comes by HTTP still comes.
  await navigation(page).getByRole('link', { name: 'Policies' }).click();
  await expect(page.getByRole('main')).toContainText('Encyclopaedia only');
  await page.goBack();
  await expect(cards(page)).toHaveCount(CLASS_SIZE);
  await expect(page.getByText('You are offline')).toHaveCount(0);
  const endedAt = Date.now();
  await network.restore();
  await Promise.all([
    expectLiveAgain(tabs, { scenario: 'a filter of WebSockets', endedAt, cards: CLASS_SIZE }),
    expectConfirmed(page, 'Mute', some.length),
  ]);
  await expect(banner).toHaveCount(0);
  expect(done.whoDid('mute')).toEqual(hostnames(some));
  await expectNotReloaded();

  // As the class was.
  await select(page, some);
  await press(page, 'Unmute');
  await expectConfirmed(page, 'Unmute', some.length);
  done.stop();
});

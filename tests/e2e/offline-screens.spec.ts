/** Every screen of both realms without the platform, after one visit: by its address, in a page that is loaded anew. */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from '../support/browser/accessibility.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { cards } from '../support/console/wall.ts';
import { signIn } from '../support/tutors/sign-in.ts';

test.use({ viewport: { width: 1600, height: 1400 }, serviceWorkers: 'allow' });

const OUTAGE = /ERR_|WebSocket|Failed to|request failed|unreachable|fetch|503|screen|no answer/i;

type Screen = {
  path: string;
  /** Text of the screen while the platform answers. */
  visited: string | RegExp;
  /** Text of it without the platform; as before, where not said: then it is of the copy, and the line says of when. */
  offline?: string | RegExp;
  /** Named so: a button that says, before it is pressed, that it cannot do anything now. */
  cannot?: string | RegExp;
};

const IMPOSSIBLE = 'Not possible while you are offline';
const NO_TUTOR = 'The tutor could not be read';
const NOT_READ = /The server does not answer\. Check your connection and try again\./;

const DARK_SCREEN = 'Its screen appears here when the connection is back';

/** `place`: such as `/user/u/device/d/m`. */
const consoleScreens = (group: string, place: string): readonly Screen[] => [
  {
    path: group,
    visited: 'Adam Bauer',
    offline: 'Devices of this group appear here',
    cannot: 'Edit Members',
  },
  { path: `${group}?tab=members`, visited: 'Arjun Walker', cannot: 'Edit Members' },
  { path: `${group}?tab=policies`, visited: 'No games', cannot: 'Apply Policy' },
  { path: `${group}/grid`, visited: '2 of 2 online', offline: 'Devices of this group appear here' },
  { path: `${group}/debug`, visited: 'Group Demands Sent', offline: 'No clients yet' },
  { path: `${group}?tab=alerts`, visited: 'What happened', offline: NOT_READ },
  { path: group + place, visited: 'Adam Bauer', offline: DARK_SCREEN },
  { path: '/wall', visited: '2 of 2 online', offline: 'Devices of this group appear here' },
  { path: '/users', visited: 'Aaliyah Ahmed' },
  { path: place.replace('/user/', '/users/'), visited: 'Adam Bauer', offline: DARK_SCREEN },
  { path: '/clients', visited: 'CB-7A-08' },
  { path: place.replace('/user/', '/clients/u/'), visited: 'Adam Bauer', offline: DARK_SCREEN },
  { path: '/policies/catalogue', visited: 'Encyclopaedia only', cannot: 'Add Policy' },
  { path: '/policies/applied-to-groups', visited: 'Exam Laptops', cannot: /^Remove No games from/ },
  { path: '/policies/applied-to-users', visited: 'Aaliyah Lewis', cannot: /^Remove No social media from/ },
  // With how many members and tutors it has.
  { path: '/settings/groups', visited: /7B Art(Users)+281/, cannot: 'Add Group' },
  { path: '/settings/site-settings', visited: 'Wake on LAN', offline: 'Failed to load site settings.' },
  { path: '/events/students', visited: 'What happened', offline: NOT_READ, cannot: 'Refresh' },
  { path: '/events/tutors-events', visited: 'Refresh', offline: NOT_READ, cannot: 'Refresh' },
  { path: '/events/resource-events', visited: 'Refresh', offline: NOT_READ, cannot: 'Refresh' },
  { path: '/rooms', visited: 'There are no live chat created yet', offline: 'The rooms could not be read.' },
  { path: '/feedback', visited: 'What happened?', cannot: 'Send' },
];

const ROLES: Screen = {
  path: '/admin/tutors/tutor-maintainer/roles-site',
  visited: 'Riverside School',
  offline: NO_TUTOR,
};
const ADMIN_SCREENS: readonly Screen[] = [
  { path: '/admin/overview', visited: 'Tutors', offline: NOT_READ },
  { path: '/admin/sites/sites-tags', visited: 'Hillcrest Campus', cannot: 'Add site' },
  { path: '/admin/sites/tags-management', visited: 'Sixth form', cannot: 'Add new tag' },
  { path: '/admin/sites/site-runners', visited: 'Riverside server room', offline: NOT_READ },
  { path: '/admin/sites/sites-installer', visited: 'Chromebooks', offline: NOT_READ },
  { path: '/admin/tutors', visited: 'Ada Admin', offline: NOT_READ, cannot: 'Invite Tutors' },
  ROLES,
  { path: '/admin/tutors/tutor-maintainer/tags-roles', visited: 'Sixth form', offline: NO_TUTOR },
  { path: '/admin/tutors/tutor-maintainer/admin-roles', visited: 'Super Admin', offline: NO_TUTOR },
  { path: '/admin/sync-jobs', visited: 'Riverside devices', offline: NOT_READ },
  { path: '/admin/integrations', visited: 'Demo directory', offline: NOT_READ },
  { path: '/admin/changes', visited: 'Export CSV', offline: NOT_READ, cannot: 'Refresh' },
  { path: '/admin/feedback', visited: 'What happened?', cannot: 'Send' },
];

const main = (page: Page): Locator => page.locator('main');
const navigation = (page: Page) => page.getByRole('navigation', { name: /^(Main|Administration)$/ });
const notice = (page: Page) => page.getByText('You are offline — shown from this device’s copy');

/** Within the page, as by its links: what was read is kept a moment later, and nobody leaves the console by that. */
async function visit(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, visited } of screens) {
    await page.evaluate((to) => history.pushState(null, '', to), path);
    await expect(main(page), path).toContainText(visited);
    await expect(notice(page)).toHaveCount(0);
  }
}

const keptNames = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('lectern-query-copy');
        opening.onerror = () => reject(opening.error);
        opening.onsuccess = () => {
          const reading = opening.result.transaction('copies').objectStore('copies').getAllKeys();
          reading.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(reading.result));
          };
        };
      }),
  );

async function expectOffline(page: Page, origin: string, screens: readonly Screen[]): Promise<void> {
  for (const { path, visited, offline, cannot } of screens) {
    await test.step(path, async () => {
      await page.goto(origin + path);
      await expect(notice(page)).toBeVisible();
      // The wall has the whole window.
      if (!/\/(grid|wall)$/.test(path)) await expect(navigation(page), path).toBeVisible();
      await expect(main(page)).toContainText(offline ?? visited);
      if (offline === undefined && !path.endsWith('/feedback'))
        await expect(notice(page)).toContainText('As of ');
      if (cannot === undefined) return;
      const button = main(page).getByRole('button', { name: cannot }).first();
      await expect(button).toHaveAttribute('aria-disabled', 'true');
      await expect(button).toHaveAccessibleDescription(IMPOSSIBLE);
      await button.click({ force: true });
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
  }
}

test('every screen opens by its address without the platform, as last seen, and says what cannot be done', {
  tag: '@rare',
}, async ({ page, browser, contextOptions, ownClassroom, pageErrors }) => {
  test.setTimeout(240_000);
  const classroom = await ownClassroom({ students: 2 });
  const { consoleUrl } = classroom;
  await signIn(page, { consoleUrl, email: 'maintainer@demo.example' });
  await expect(cards(page)).toHaveCount(2);
  const group = new URL(page.url()).pathname;
  const device = (await cards(page).first().getByRole('link').first().getAttribute('href')) ?? '';
  const screens = consoleScreens(group, device.slice(group.length));
  await visit(page, screens);
  const ofAdmin = await browser.newContext(contextOptions);
  pageErrors.watch(ofAdmin);
  const admin = await ofAdmin.newPage();
  await signIn(admin, { consoleUrl, email: 'admin@demo.example', site: 'admin' });
  await visit(admin, ADMIN_SCREENS);
  for (const name of ['counts', 'applications', 'members'])
    await expect.poll(() => keptNames(page)).toContain(name);
  await expect.poll(() => keptNames(admin)).toContain('tags');
  for (const tab of [page, admin])
    await tab.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));

  await visit(admin, [ROLES]);
  pageErrors.allow(OUTAGE);
  // What is on the screen says so too, when the network goes.
  await ofAdmin.setOffline(true);
  await expect(
    main(admin).getByRole('checkbox', { name: 'Event Viewer, Riverside School' }),
  ).toHaveAccessibleDescription(IMPOSSIBLE);
  await ofAdmin.setOffline(false);
  await classroom.stopPlatform();
  await Promise.all([
    expectOffline(page, consoleUrl, screens),
    expectOffline(admin, consoleUrl, ADMIN_SCREENS),
  ]);
  await expectAccessible(page);

  // Nothing has to be loaded again.
  await classroom.restartPlatform();
  for (const tab of [page, admin]) {
    await expect(notice(tab)).toHaveCount(0, { timeout: 40_000 });
    await expect(tab.getByRole('button', { name: 'Send' })).not.toHaveAttribute('aria-disabled', 'true');
  }
  await ofAdmin.close();
});

/** What each kind of tutor gets to see, by address and in the navigation. */
import { expect, test } from '../support/classroom/classroom.ts';
import { groupsFor } from '../support/classroom/directory.ts';
import { cards } from '../support/console/wall.ts';
import { signIn } from '../support/tutors/sign-in.ts';

const console_ = [
  { email: 'teacher@demo.example', all: false },
  { email: 'maintainer@demo.example', all: true },
  { email: 'admin@demo.example', all: true },
  { email: 'manager@demo.example', all: false },
];

for (const { email, all } of console_) {
  test(`${email}: admin and unknown addresses lead home, ${all ? 'every group opens' : 'a group without permission does not'}`, async ({
    page,
    classroom,
  }) => {
    await signIn(page, { consoleUrl: classroom.consoleUrl, email });
    await expect(page).toHaveURL(/\/(group\/[^/]+|settings\/groups)$/);
    const home = page.url();
    for (const path of ['/admin', '/admin/sites/tags-management', '/no/such/page']) {
      await page.goto(`${classroom.consoleUrl}${path}`);
      await expect(page).toHaveURL(home);
    }
    const [foreign] = (await groupsFor(classroom.platform, email)).foreign;
    expect(foreign).toBeDefined();
    await page.goto(`${classroom.consoleUrl}/group/${foreign?.id}`);
    if (all) await expect(page.getByRole('heading', { name: foreign?.name ?? '' })).toBeVisible();
    else await expect(page).toHaveURL(home);
  });
}

test('the admin realm has no console routes', { tag: '@rare' }, async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'manager@demo.example', site: 'admin' });
  await expect(page).toHaveURL(/\/admin\/sites\/sites-tags$/);
  for (const path of ['/', '/settings/groups', '/admin', '/admin/no/such/page', '/group/x']) {
    await page.goto(`${classroom.consoleUrl}${path}`);
    await expect(page).toHaveURL(/\/admin\/sites\/sites-tags$/);
  }
});

test('without a session every address leads to the login page and remembers where to go on', async ({
  page,
  classroom,
}) => {
  for (const path of ['/', '/group/x', '/settings/groups', '/admin']) {
    await page.goto(`${classroom.consoleUrl}${path}`);
    await expect(page).toHaveURL((url) => url.origin === classroom.loginUrl);
    expect(new URLSearchParams(new URL(page.url()).hash.slice(1)).get('continue')).toBe(path);
  }
});

test('the navigation shows a tutor only the groups that they may see', async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(page).first()).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Main' }).locator('a[href^="/group/"]');
  const shown = (
    await links.evaluateAll((all) => all.map((a) => a.getAttribute('href')?.split('/').pop()))
  ).sort();
  // Hostname-restricted groups are hidden while the site runner is out of reach.
  const permitted = (await groupsFor(classroom.platform, 'teacher@demo.example')).permitted
    .filter(({ isHostnameRestricted }) => !isHostnameRestricted)
    .map(({ id }) => id)
    .sort();
  expect(shown).toEqual(permitted);
});

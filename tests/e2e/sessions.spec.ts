/** The life of a session after sign-in: renewal, its end, several tabs, other sites and realms. */
import { expect, test } from '../support/classroom/classroom.ts';
import { cards } from '../support/console/wall.ts';
import { expireKeptSessions, keptSessions } from '../support/tutors/kept-sessions.ts';
import { signIn } from '../support/tutors/sign-in.ts';

// With the service worker, as people have it.
test.use({ serviceWorkers: 'allow' });

const teacher = 'teacher@demo.example';
const admin = 'admin@demo.example';

const stored = async (page: import('@playwright/test').Page) =>
  Object.entries(await keptSessions(page)).map(([key, { token, refreshToken }]) => ({
    key,
    token,
    refreshToken,
  }));

test('signing out in one tab signs out every tab of the site', async ({
  page,
  context,
  classroom,
  pageErrors,
}) => {
  // The other tab may be reading when the session ends, whatever it is: its chat rooms, credentials for its streams.
  pageErrors.allow(/401/);
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: teacher });
  await expect(cards(page).first()).toBeVisible();
  const second = await context.newPage();
  await second.goto(page.url());
  await expect(cards(second).first()).toBeVisible();
  const [before] = await stored(page);

  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  for (const tab of [page, second]) {
    await expect(tab).toHaveURL((url) => url.origin === classroom.loginUrl);
    await expect(tab.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  }
  await expect
    .poll(() => classroom.platform.broker.connections().filter(({ kind }) => kind === 'tutor').length)
    .toBe(0);
  // The refresh token that was in storage is worth nothing any more.
  const answer = await fetch(`http://127.0.0.1:${classroom.platform.port}/auth/refresh`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${before?.refreshToken}`,
      'tenant-key': 'demo',
      'content-type': 'application/json',
    },
    body: '{}',
  });
  expect(answer.status).toBe(401);
});

test('a session is renewed before it ends, by one tab for both, and the class stays live', {
  tag: '@rare',
}, async ({ page, context, ownClassroom }) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: 3, options: { accessTokenSeconds: 30 } });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: teacher });
  await expect(cards(page)).toHaveCount(3);
  const second = await context.newPage();
  const spent: (string | undefined)[] = [];
  context.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/auth/refresh'))
      spent.push(request.headers().authorization);
  });
  await second.goto(page.url());
  await expect(cards(second)).toHaveCount(3);
  const [first] = await stored(page);
  await expect.poll(async () => (await stored(page))[0]?.token, { timeout: 20_000 }).not.toBe(first?.token);
  // It may have been renewed while the second tab opened, too.
  expect(spent.length).toBeGreaterThan(0);
  expect(new Set(spent).size).toBe(spent.length);
  await expect(cards(second)).toHaveCount(3);
  await expect(cards(page)).toHaveCount(3);
});

test('a session that has ended on the platform leads to the login page and back to where it was', {
  tag: '@rare',
}, async ({ page, ownClassroom, pageErrors }) => {
  pageErrors.allow(/401/);
  const classroom = await ownClassroom({ students: 3 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: teacher });
  await expect(cards(page)).toHaveCount(3);
  const address = page.url();
  const [session] = await stored(page);
  await fetch(`http://127.0.0.1:${classroom.platform.port}/auth/logout`, {
    method: 'POST',
    headers: { authorization: `Bearer ${session?.refreshToken}`, 'tenant-key': 'demo' },
  });
  // The access token is spent too: the page has to ask for a new one, and is refused.
  await expireKeptSessions(page);
  await page.reload();
  await expect(page).toHaveURL((url) => url.origin === classroom.loginUrl && url.hash.includes('continue='));
  // `fresh`: the account that was signed in is not simply taken again.
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
  await signIn(page, { consoleUrl: address, email: teacher, byHand: true });
  await expect(page).toHaveURL(address);
});

test('a spent refresh token ends the whole family', async ({ page, ownClassroom, pageErrors }) => {
  pageErrors.allow(/401/);
  let now = Date.now();
  const classroom = await ownClassroom({ students: 1 });
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: teacher });
  await expect(cards(page)).toHaveCount(1);
  const [session] = await stored(page);
  const refresh = async (token: string | undefined) => {
    const answer = await fetch(`http://127.0.0.1:${classroom.platform.port}/auth/refresh`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'tenant-key': 'demo', 'content-type': 'application/json' },
      body: '{}',
    });
    return { status: answer.status, body: (await answer.json()) as { refreshToken?: string } };
  };
  const stolen = await refresh(session?.refreshToken);
  expect(stolen.status).toBe(200);
  // An identical retry within 10 s is answered alike …
  expect((await refresh(session?.refreshToken)).body.refreshToken).toBe(stolen.body.refreshToken);
  // … but once the successor has been used, the old one is a theft, and everybody is out.
  const next = await refresh(stolen.body.refreshToken);
  expect(next.status).toBe(200);
  now += 11_000;
  await classroom.platform.store.db
    .updateTable('refresh_tokens')
    .set({ used_at: new Date(now - 60_000) } as never)
    .where('used_at', 'is not', null)
    .execute();
  expect((await refresh(session?.refreshToken)).status).toBe(401);
  expect((await refresh(next.body.refreshToken)).status).toBe(401);
});

test('an administrator changes to the admin panel and back to a site', { tag: '@rare' }, async ({
  page,
  classroom,
}) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: admin, byHand: true });
  await expect(cards(page).first()).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Admin panel' }).click();
  await expect(page).toHaveURL(/\/admin\/sites\/sites-tags$/);
  await expect(page.getByRole('cell', { name: /Riverside School/ }).first()).toBeVisible();
  // The admin realm opens no broker connection.
  await expect
    .poll(() => classroom.platform.broker.connections().filter(({ kind }) => kind === 'tutor').length, {
      timeout: 15_000,
    })
    .toBe(0);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Admin panel' })).toHaveCount(0);
  await page.getByRole('menuitem', { name: 'Hillcrest Campus' }).click();
  await expect(page).toHaveURL((url) => !url.pathname.startsWith('/admin'));
  await expect(page.getByText('Hillcrest Campus').first()).toBeVisible();
});

test('an administrator can sign in to the admin panel directly', async ({ page, classroom }) => {
  await signIn(page, {
    consoleUrl: classroom.consoleUrl,
    email: admin,
    provider: 'Microsoft',
    site: 'admin',
  });
  await expect(page).toHaveURL(/\/admin\/sites\/sites-tags$/);
});

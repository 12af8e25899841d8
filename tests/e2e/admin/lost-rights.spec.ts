/** Rights that are taken from somebody who is at their console in that moment: roles, the account, the site. */
import type { Page } from '@playwright/test';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { cards, expectLivePictures } from '../../support/console/wall.ts';
import { keptSessions } from '../../support/tutors/kept-sessions.ts';
import { adminSession, ask } from '../../support/tutors/platform-session.ts';
import { chooseAccount, signIn } from '../../support/tutors/sign-in.ts';

/** Nobody may go on for longer, on any channel. */
const AT_ONCE = { timeout: 5_000 };
const GROUP = '7A Mathematics';
type Link = { id: string; roleId: string; siteId?: string; global: boolean };

/** Another administrator, without a browser. */
async function administratorOf({ platform, consoleUrl }: RunningClassroom) {
  const { accessToken } = await adminSession(platform, 'admin@demo.example');
  const call = async (method: string, path: string, body?: object) => {
    const answer = await ask(`${consoleUrl}/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${accessToken}`,
        'tenant-key': 'demo',
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return JSON.parse(answer.body);
  };
  const linksOf = (tutorId: string): Promise<Link[]> => call('GET', `/rolelinks?tutorId=${tutorId}`);
  return {
    call,
    give: (tutorId: string, body: object) =>
      call('POST', `/rolelinks?tutorId=${tutorId}`, { tutorId, canGrant: false, ...body }),
    async take(tutorId: string, which: (link: Link) => boolean) {
      for (const { id } of (await linksOf(tutorId)).filter(which))
        await call('DELETE', `/rolelinks/${id}?tutorId=${tutorId}`);
    },
  };
}

const tutorFilters = ({ platform }: RunningClassroom) =>
  platform.broker.connections().flatMap(({ kind, filters }) => (kind === 'tutor' ? filters : []));
const tutorsConnected = ({ platform }: RunningClassroom) =>
  platform.broker.connections().filter(({ kind }) => kind === 'tutor').length;
const read = async ({ consoleUrl }: RunningClassroom, token: string, path: string) =>
  (
    await ask(`${consoleUrl}/v1${path}`, {
      headers: { authorization: `Bearer ${token}`, 'tenant-key': 'demo' },
    })
  ).status;

async function tokenOf(page: Page): Promise<string> {
  const [kept] = Object.values(await keptSessions(page));
  if (!kept) throw new Error('no session is kept');
  return kept.token;
}

async function expectAtLogin(page: Page, words: string): Promise<void> {
  await expect(page.getByText(words)).toBeVisible(AT_ONCE);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeVisible();
}

test('who loses a role, the last one, the account or the site is led on with words, on every channel at once', {
  tag: '@rare',
}, async ({ page, context, ownClassroom, pageErrors }) => {
  test.setTimeout(180_000);
  // What the consoles ask for in the moment in which it is taken from them.
  pageErrors.allow(/40[134]/);
  const classroom = await ownClassroom({ students: 3 });
  const { consoleUrl, platform } = classroom;
  const admin = await administratorOf(classroom);
  const group = await platform.store.db
    .selectFrom('groups')
    .select('id')
    .where('name', '=', GROUP)
    .executeTakeFirstOrThrow();
  const second = await context.newPage();
  const tabs = [page, second];

  await test.step('a role that opens all groups: the group is left, and nothing of it comes any more', async () => {
    await signIn(page, { consoleUrl: `${consoleUrl}/group/${group.id}`, email: 'maintainer@demo.example' });
    await second.goto(`${consoleUrl}/group/${group.id}`);
    for (const tab of tabs) await expect(cards(tab)).toHaveCount(3);
    await expectLivePictures(page, 1);
    const before = await tokenOf(page);
    expect(await read(classroom, before, `/groups/${group.id}`)).toBe(200);
    await admin.take('tutor-maintainer', ({ roleId }) => roleId === 'groupMaintainer');
    const heard = () => tutorFilters(classroom).filter((filter) => filter.includes(group.id));
    await expect.poll(heard, AT_ONCE).toEqual([]);
    for (const tab of tabs) {
      await expect(tab).toHaveURL(/\/settings\/groups$/, AT_ONCE);
      await expect(tab.getByText(`You do not see ${GROUP} any more`)).toBeVisible();
      await expect(
        tab.getByText(/Ask an administrator of your school for the role, or for this group/),
      ).toBeVisible();
      await expect(tab.getByText(/Your roles on Riverside School have changed/)).toBeVisible();
      await expect(tab.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0);
    }
    expect(heard()).toEqual([]);
    for (const token of [before, await tokenOf(page)])
      expect(await read(classroom, token, `/groups/${group.id}`)).toBe(404);
  });

  await test.step('the site gets another name: both tabs show it', async () => {
    await admin.call('PUT', '/sites/riverside', { name: 'Riverside Academy' });
    for (const tab of tabs)
      await expect(tab.getByText('Riverside Academy', { exact: true })).toBeVisible(AT_ONCE);
  });

  await test.step('the last role on the site: both tabs are signed out', async () => {
    const before = await tokenOf(page);
    await admin.take('tutor-maintainer', ({ siteId }) => siteId === 'riverside');
    await expect.poll(() => tutorsConnected(classroom), AT_ONCE).toBe(0);
    for (const tab of tabs) await expectAtLogin(tab, 'you have no role on that site any more');
    expect([401, 403]).toContain(await read(classroom, before, '/groups'));
    expect(await keptSessions(await consolePage(second, consoleUrl))).toEqual({});
  });

  await test.step('the account', async () => {
    await signIn(page, { consoleUrl, email: 'teacher@demo.example' });
    await expect(cards(page).first()).toBeVisible();
    const before = await tokenOf(page);
    await admin.call('DELETE', '/tutors/tutor-teacher');
    await expect.poll(() => tutorsConnected(classroom), AT_ONCE).toBe(0);
    await expectAtLogin(page, 'your account was removed from this tenant');
    expect(await read(classroom, before, '/groups')).toBe(401);
  });

  await test.step('the site: the tutor goes on with another one', async () => {
    await signIn(page, { consoleUrl, email: 'manager@demo.example' });
    await expect(page).toHaveURL(/\/group\//);
    await admin.call('DELETE', '/sites/riverside');
    await expectAtLogin(page, 'the site that you were on was deleted');
    await chooseAccount(page, { email: 'manager@demo.example', provider: 'Google' });
    await page.getByRole('radio', { name: 'Hillcrest Campus' }).check();
    await page.getByRole('button', { name: 'Login', exact: true }).click();
    await expect(page.getByText('Hillcrest Campus', { exact: true })).toBeVisible();
  });

  await test.step('a role of the whole tenant, and then all that lets somebody into the admin realm', async () => {
    await admin.give('tutor-manager', { roleId: 'superAdmin', global: true });
    await page.getByRole('button', { name: /^Account of/ }).click();
    await page.getByRole('menuitem', { name: 'Admin panel' }).click();
    await page.getByRole('link', { name: 'Integrations' }).click();
    await expect(page).toHaveURL(/\/admin\/integrations$/);
    await admin.take('tutor-manager', ({ global }) => global);
    await page.getByRole('link', { name: 'Sync Jobs' }).click();
    await expect(page).toHaveURL(/\/admin\/sites\/sites-tags$/, AT_ONCE);
    await expect(page.getByText('Your roles have changed')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Integrations' })).toHaveCount(0);
    await admin.take('tutor-manager', () => true);
    await page.getByRole('link', { name: 'Tutors' }).click();
    // Nobody tells the admin realm: what is refused next does, unless that was a moment ago.
    await expect(page.getByText('you do not manage this tenant any more')).toBeVisible({ timeout: 15_000 });
  });
});

/** A page of the console's own origin that is no console: where its storage can be read. */
async function consolePage(page: Page, consoleUrl: string): Promise<Page> {
  await page.goto(`${consoleUrl}/student/`);
  return page;
}

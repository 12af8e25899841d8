/**
 * Every screen of the admin realm and every dialog on it: opened by the keyboard alone, light and dark, narrow and wide, with
 * nothing that axe finds serious, and the focus back where it was.
 */
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { button, type Stop, tabTo } from '../../support/browser/tab-to.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { adminSession, ask } from '../../support/tutors/platform-session.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1920, height: 1080 };
/** How a dialog is opened: a button, or a row's menu and what is chosen of it. */
type Opened = {
  stop: Stop;
  item?: string;
  /** What makes the button appear. */
  before?: Stop;
  /** Waits until something is there. */
  shows?: (dialog: Locator) => Promise<unknown>;
  /** Changes what is in the fields: then it asks before it is left. */
  change?: (dialog: Locator) => Promise<unknown>;
};
type Screen = { path: string; ready: Stop; dialogs?: readonly Opened[] };

const menu = (row: string, item: string): Opened => ({ stop: button(`Actions for ${row}`), item });
const of = (name: string): Opened => ({ stop: button(name) });

const SCREENS: readonly Screen[] = [
  { path: 'overview', ready: { role: 'heading', name: 'Overview' } },
  {
    path: 'sites/sites-tags',
    ready: { role: 'button', name: 'Add site' },
    dialogs: [
      of('Filter sites by tags'),
      of('Add site'),
      { stop: { role: 'link', name: 'Chromebook Config for Hillcrest Campus' } },
      { stop: { role: 'link', name: 'Windows Installer for Hillcrest Campus' } },
      menu('Hillcrest Campus', 'Edit site'),
      menu('Hillcrest Campus', 'Issue new token'),
      menu('Hillcrest Campus', 'Revoke tokens'),
      menu('Hillcrest Sixth Form', 'Delete site'),
      { stop: button('Add tags'), before: { role: 'checkbox', name: 'Select Hillcrest Campus' } },
    ],
  },
  { path: 'sites/sites-installer?site=hillcrest', ready: { role: 'textbox', name: 'Policy (JSON)' } },
  {
    path: 'sites/tags-management',
    ready: { role: 'button', name: 'Add new tag' },
    dialogs: [of('Add new tag'), menu('Secondary', 'Edit tag'), menu('Secondary', 'Delete tag')],
  },
  {
    path: 'sites/site-runners',
    ready: { role: 'button', name: 'Set up a Site Runner' },
    dialogs: [
      of('Set up a Site Runner'),
      of('Hillcrest office'),
      menu('Hillcrest office', 'Edit name'),
      menu('Hillcrest office', 'Delete'),
    ],
  },
  {
    path: 'sites/duplicate-devices',
    ready: { role: 'table', name: 'Devices that may be one' },
    dialogs: [
      {
        stop: { role: 'button', name: /^Unite CART-PC/ },
        change: (dialog) => dialog.getByRole('radio').first().check(),
      },
      { stop: { role: 'button', name: /^Separate / } },
    ],
  },
  {
    path: 'tutors',
    ready: { role: 'button', name: 'Invite Tutors' },
    dialogs: [
      of('Invite Tutors'),
      { stop: button('Invite Tutors'), change: (dialog) => dialog.getByLabel('Several people').check() },
      { stop: { role: 'button', name: /^Actions of/ }, item: 'Delete Tutor' },
    ],
  },
  {
    path: 'tutors/tutor-maintainer/roles-site',
    ready: { role: 'checkbox', name: 'Event Viewer, Riverside School' },
    dialogs: [
      of('Filter sites by tags'),
      of('Filter sites by assigned roles'),
      { stop: button('Assign Roles'), before: { role: 'checkbox', name: 'Select Riverside School' } },
    ],
  },
  {
    path: 'tutors/tutor-maintainer/tags-roles',
    ready: { role: 'checkbox', name: 'Console User, Secondary' },
    dialogs: [{ stop: button('Assign Roles'), before: { role: 'checkbox', name: 'Select Secondary' } }],
  },
  { path: 'tutors/tutor-maintainer/admin-roles', ready: { role: 'checkbox', name: /^Super Admin/ } },
  {
    path: 'integrations',
    ready: { role: 'button', name: 'Add integration' },
    dialogs: [
      of('Add integration'),
      {
        stop: button('Add integration'),
        change: (dialog) => dialog.getByRole('radio', { name: 'Microsoft' }).check(),
      },
      menu('Google for schools', 'Edit Integration'),
      menu('Google for schools', 'Delete Integration'),
    ],
  },
  {
    path: 'sync-jobs',
    ready: { role: 'button', name: 'Add Job' },
    dialogs: [
      of('Add Job'),
      ...['Tutors', 'Groups'].map(
        (kind): Opened => ({
          stop: button('Add Job'),
          change: (dialog) => dialog.getByLabel('What to import').selectOption(kind),
        }),
      ),
      menu('Hillcrest classes', 'Edit Job'),
      {
        ...menu('Hillcrest classes', 'Preview…'),
        shows: (dialog) => expect(dialog.getByText(/^Would add/)).toBeVisible(),
      },
      menu('Hillcrest classes', 'History'),
      menu('Hillcrest classes', 'Delete Job'),
    ],
  },
  {
    path: 'changes',
    ready: { role: 'button', name: /Evening school/ },
    dialogs: [{ stop: { role: 'button', name: /: Ada Admin, / } }],
  },
  { path: 'feedback', ready: { role: 'button', name: /Send/ } },
];

/** So that the page of changes has some. */
async function changeSomething({ platform }: RunningClassroom): Promise<void> {
  const { accessToken } = await adminSession(platform, 'admin@demo.example');
  const machine = {
    tenant: 'demo',
    site_id: 'riverside',
    type: 'windowsAgent',
    hostname: 'CART-PC',
  } as const;
  await platform.store.db
    .insertInto('devices')
    .values([
      { ...machine, id: 'cart-1' },
      { ...machine, id: 'cart-2' },
      { ...machine, id: 'hall-1', hostname: 'HALL-PC' },
      { ...machine, id: 'hall-2', hostname: 'HALL-PC-OLD' },
    ])
    .execute();
  const given = { tutorId: 'tutor-newcomer', canGrant: false };
  for (const [path, body] of [
    ['/tags', { name: 'Evening school' }],
    ['/admin/duplicate-devices/unite', { id: 'hall-1', otherId: 'hall-2' }],
    ['/sites/hillcrest/tokens/rotate', {}],
    ['/rolelinks?tutorId=tutor-newcomer', { ...given, roleId: 'consoleUser', siteId: 'hillcrest' }],
  ] as const) {
    const answer = await ask(`${platform.origin('demo')}/v1${path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'content-type': 'application/json',
        'tenant-key': 'demo',
      },
      body: JSON.stringify(body),
    });
    expect(answer.status, answer.body).toBe(200);
  }
}

async function expectGood(page: Page, within?: Locator): Promise<void> {
  await page.setViewportSize(NARROW);
  await expectAccessibleInBoth(page, within);
  await expectFits(page);
  await page.setViewportSize(WIDE);
  // The colours of a dialog do not depend on its width.
  await (within ? expectAccessible(page, within) : expectAccessibleInBoth(page));
  await expectFits(page);
}

/** By the keyboard alone. Answers what has the focus before. */
async function open(page: Page, { stop, item, before }: Opened): Promise<Locator> {
  if (before) {
    await tabTo(page, before);
    await page.keyboard.press('Space');
  }
  await tabTo(page, stop);
  const opener = await page.locator(':focus').elementHandle();
  await page.keyboard.press('Enter');
  if (item !== undefined) {
    const wanted = page.getByRole('menuitem', { name: item, exact: true });
    await expect(wanted).toBeVisible();
    await expect(async () => {
      await page.keyboard.press('ArrowDown');
      await expect(wanted).toBeFocused({ timeout: 50 });
    }).toPass({ intervals: [0], timeout: 10_000 });
    await page.keyboard.press('Enter');
  }
  await opener?.evaluate((element) => element.setAttribute('data-opener', ''));
  return page.locator('[data-opener]');
}

test('each is reached, read and left again', { tag: '@rare' }, async ({ page, ownClassroom }) => {
  test.setTimeout(300_000);
  const classroom = await ownClassroom({ students: 1 });
  await changeSomething(classroom);
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'admin@demo.example', site: 'admin' });
  for (const { path, ready, dialogs = [] } of SCREENS) {
    await test.step(path, async () => {
      await page.goto(`${classroom.consoleUrl}/admin/${path}`);
      await expect(page.getByRole(ready.role as 'button', { name: ready.name }).first()).toBeVisible();
      await expectGood(page);
      for (const each of dialogs) {
        const opener = await open(page, each);
        const dialog = page.getByRole('dialog').last();
        await expect(dialog).toBeVisible();
        await each.shows?.(dialog);
        await each.change?.(dialog);
        await expectGood(page, dialog);
        await page.keyboard.press('Escape');
        if (each.change) {
          await tabTo(page, button('Discard changes'));
          await page.keyboard.press('Enter');
        }
        await expect(dialog).toHaveCount(0);
        await expect(opener).toBeFocused();
        await opener.evaluate((element) => element.removeAttribute('data-opener'));
      }
    });
  }
});

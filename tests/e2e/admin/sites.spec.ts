/** Sites and tags: made, changed, deployed, revoked and deleted by a super admin, with devices that come and go by it. */
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { deployedClass } from '../../../agent/simulated/deployed-class.ts';
import { createSimulatedClass } from '../../../agent/simulated/simulated-class.ts';
import { expectAccessible, expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { cards, expectLivePictures } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1920, height: 1080 };

test.use({ colorScheme: 'light' });

async function openSites(page: Page, classroom: RunningClassroom, who = 'admin') {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: `${who}@demo.example`, site: 'admin' });
  await expect(page.getByRole('table')).toBeVisible();
}

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const submit = (page: Page, name: string) =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

async function press(page: Page, site: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${site}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** Makes a site, and answers the prompt that follows. */
async function addSite(page: Page, name: string, answer: 'Create Secret' | 'Skip') {
  await page.getByRole('button', { name: 'Add site' }).click();
  await dialog(page, 'Add site').getByRole('textbox', { name: 'Name' }).fill(name);
  await submit(page, 'Add site').click();
  await expect(dialog(page, `Create a secret for ${name}?`)).toBeVisible();
  await submit(page, answer).click();
}

const value = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });

test('a site is made, named, moved, tagged, found and deleted', { tag: '@rare' }, async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  test.setTimeout(180_000);
  pageErrors.allow(/409/);
  const classroom = await ownClassroom({});
  await openSites(page, classroom);

  await test.step('what is wrong with a name is said', async () => {
    await page.getByRole('button', { name: 'Add site' }).click();
    const add = dialog(page, 'Add site');
    await expect(add).toHaveCSS('width', '704px');
    const name = add.getByRole('textbox', { name: 'Name' });
    await expect(submit(page, 'Add site')).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Enter');
    await expect(add.getByText('Field is required')).toBeVisible();
    await name.fill('  Riverside School ');
    await expect(add.getByText('Site with name Riverside School already exists')).toBeVisible();
    await expect(submit(page, 'Add site')).toHaveAttribute('aria-disabled', 'true');
    await expectAccessibleInBoth(page, add);
    await page.emulateMedia({ colorScheme: 'light' });
    await name.fill('Taken meanwhile');
    await classroom.platform.store.db
      .insertInto('sites')
      .values({ tenant: 'demo', id: 'meanwhile', name: 'Taken meanwhile', parent_id: null })
      .execute();
    await submit(page, 'Add site').click();
    await expect(name).toHaveAccessibleDescription('Site with name Taken meanwhile already exists');
    await name.fill('Harbour');
    await add.getByLabel('Parent site').selectOption({ label: 'Hillcrest Campus' });
    await submit(page, 'Add site').click();
    await expect(dialog(page, 'Create a secret for Harbour?')).toBeVisible();
    await expectAccessible(page, dialog(page, 'Create a secret for Harbour?'));
    await submit(page, 'Skip').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(row(page, 'Harbour').getByText('Level 2:')).toBeAttached();
  });

  await test.step('an unchanged name closes, its own name is no duplicate, another one is', async () => {
    await press(page, 'Harbour', 'Edit site');
    await expect(submit(page, 'Save')).not.toHaveAttribute('aria-disabled', 'true');
    await submit(page, 'Save').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await press(page, 'Harbour', 'Edit site');
    const name = dialog(page, 'Edit site').getByRole('textbox', { name: 'Name' });
    await name.fill('Hillcrest Campus');
    await expect(dialog(page, 'Edit site').getByText('already exists')).toBeVisible();
    await name.fill('Harbour School');
    await dialog(page, 'Edit site').getByLabel('Parent site').selectOption({ label: 'None' });
    await submit(page, 'Save').click();
    await expect(row(page, 'Harbour School')).toBeVisible();
    await expect(row(page, 'Harbour School').getByText('Level')).toHaveCount(0);
  });

  await test.step('tags are put on where they stand, taken off, and found by', async () => {
    const tags = row(page, 'Harbour School').getByRole('listitem');
    await page.getByRole('button', { name: 'Add a tag to Harbour School' }).click();
    await page.getByRole('menuitem').first().click();
    await expect(tags).toHaveCount(1);
    const tag = (await tags.textContent())?.trim() ?? '';
    await page.getByRole('button', { name: 'Filter sites by tags' }).click();
    await page.getByRole('checkbox', { name: tag, exact: true }).check();
    await page.keyboard.press('Escape');
    await expect(row(page, 'Harbour School')).toBeVisible();
    await page.reload();
    await page.getByRole('button', { name: `Remove ${tag} from Harbour School` }).click();
    await expect(tags).toHaveCount(0);
    await page.getByRole('checkbox', { name: 'Select Harbour School' }).check();
    await page.getByRole('checkbox', { name: 'Select Riverside School' }).check();
    await page.getByRole('button', { name: 'Add tags', exact: true }).click();
    const adding = dialog(page, 'Add tags to 2 sites');
    await expect(submit(page, 'Add tags')).toHaveAttribute('aria-disabled', 'true');
    await adding.getByRole('option', { name: tag }).click();
    await expectAccessible(page, adding);
    await submit(page, 'Add tags').click();
    await expect(tags).toHaveText([tag]);
    await page.getByRole('searchbox', { name: 'Search site' }).fill('harb');
    await expect(page.getByRole('row')).toHaveCount(2);
    await page.getByRole('searchbox', { name: 'Search site' }).fill('no such site');
    await expect(page.getByText('No matching sites found')).toBeVisible();
    await page.getByRole('searchbox', { name: 'Search site' }).fill('');
  });

  await test.step('a site with others inside stays; another one goes once its name is typed', async () => {
    await press(page, 'Hillcrest Campus', 'Delete site');
    await expect(page.getByRole('dialog').getByText('There is a site inside this one')).toBeVisible();
    await expect(submit(page, 'Delete site')).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await press(page, 'Harbour School', 'Delete site');
    const field = page.getByRole('textbox', { name: 'Type Harbour School to delete it' });
    await field.fill('harbour school');
    await expect(page.getByRole('dialog').getByText('The name is not the same')).toBeVisible();
    await expect(submit(page, 'Delete site')).toHaveAttribute('aria-disabled', 'true');
    await field.fill('Harbour School');
    await submit(page, 'Delete site').click();
    await expect(row(page, 'Harbour School')).toHaveCount(0);
  });
});

test('what is shown for devices of a new site enrols them; a revoke ends that, and nobody else sees the token', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  test.setTimeout(180_000);
  const classroom = await ownClassroom({ options: { accessTokenSeconds: 5 } });
  const { platform, dataDir } = classroom;
  await openSites(page, classroom);
  await addSite(page, 'Lighthouse', 'Create Secret');
  const shown = dialog(page, 'Chromebook Config for Lighthouse');
  await expect(shown).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Include session secret token' })).toBeChecked();
  const policy = await value(page, 'Policy (JSON)').inputValue();
  await expectAccessibleInBoth(page, shown);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.getByRole('checkbox', { name: 'Include session secret token' }).uncheck();
  await expect(value(page, 'Policy (JSON)')).not.toHaveValue(/secret/);
  await shown.getByRole('link', { name: 'Open as a page' }).click();
  await expect(page).toHaveURL(/\/admin\/sites\/sites-installer\?site=/);
  const written = await value(page, 'Deployment arguments').inputValue();
  for (const size of [NARROW, WIDE]) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page);
    await expectFits(page);
  }

  const { db } = platform.store;
  const site = await db
    .selectFrom('sites')
    .select('id')
    .where('name', '=', 'Lighthouse')
    .executeTakeFirstOrThrow();
  const group = { tenant: 'demo', id: 'everybody', site_id: site.id, name: 'Everybody' };
  await db
    .insertInto('groups')
    .values({ ...group, definition_name: 'deviceMatchGroup', global: true })
    .execute();
  await db
    .insertInto('group_patterns')
    .values({ tenant: 'demo', group_id: group.id, position: 0, pattern: '*' })
    .execute();
  const roles = await db
    .selectFrom('roles')
    .select('id')
    .where('name', 'in', ['consoleUser', 'groupMaintainer'])
    .execute();
  await db
    .insertInto('role_links')
    .values(
      roles.map(({ id }) => ({
        tenant: 'demo',
        id: `lighthouse-${id}`,
        tutor_id: 'tutor-teacher',
        role_id: id,
        site_id: site.id,
        tag_id: null,
      })),
    )
    .execute();
  platform.changes.publish({ tenant: 'demo', resource: 'rolelinks', change: 'created', at: Date.now() });
  const file = await readClassFile(join(dataDir, 'demo-class.json'));
  const devices = createSimulatedClass({
    platform: `http://127.0.0.1:${platform.port}`,
    class: deployedClass({ ...file, devices: file.devices.slice(0, 1) }, policy),
    students: 1,
    wanderers: 0,
  });
  const others = createSimulatedClass({
    platform: `http://127.0.0.1:${platform.port}`,
    class: deployedClass({ ...file, devices: file.devices.slice(1, 2) }, written),
    students: 1,
    wanderers: 0,
  });
  try {
    await Promise.all([devices.ready, others.ready]);
    const teacher = await page.context().browser()?.newContext();
    const lesson = await teacher?.newPage();
    if (lesson === undefined) throw new Error('no browser');
    await signIn(lesson, {
      consoleUrl: classroom.consoleUrl,
      email: 'teacher@demo.example',
      site: 'Lighthouse',
    });
    await lesson.goto(`${classroom.consoleUrl}/group/${group.id}`);
    await expect(cards(lesson)).toHaveCount(2);
    await expectLivePictures(lesson, 2);

    await page.goto(`${classroom.consoleUrl}/admin/sites/sites-tags`);
    await press(page, 'Lighthouse', 'Revoke tokens');
    await expect(page.getByRole('dialog').getByText('within 30 minutes')).toBeVisible();
    await expectAccessible(page, page.getByRole('dialog'));
    await submit(page, 'Revoke tokens').click();
    await expect(page.getByText('The tokens of Lighthouse were revoked')).toBeVisible();
    await expect
      .poll(() => devices.counters().online + others.counters().online, { timeout: 20_000 })
      .toBe(0);
    await teacher?.close();
    await page.getByRole('link', { name: 'Windows Installer for Lighthouse' }).click();
    await expect(page.getByRole('checkbox', { name: 'Include session secret token' })).toBeDisabled();
  } finally {
    await Promise.all([devices.stop(), others.stop()]);
  }
});

/** The users of the site: found, sorted, selected over pages, acted on, followed live, and deleted. */
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { expectConfirmed, followActions, pressAction } from '../../support/console/class-actions.ts';
import { namesShown, openList, rowOf, selectFound } from '../../support/console/directory-lists.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

test('the list is paged by its address, sorted, and searched', async ({ page, classroom }) => {
  const [student] = classroom.simulatedClass?.devices ?? [];
  if (!student) throw new Error('nobody is here');
  await openList(page, classroom, 'Users');
  const names = await namesShown(page);
  expect(names).toEqual([...names].sort(collator.compare));
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(page).toHaveURL(/\/users\?page=3$/);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
  await page.getByRole('columnheader', { name: 'Name' }).click();
  await expect(page).toHaveURL(/\/users$/);
  const backwards = await namesShown(page);
  expect(backwards).toEqual([...backwards].sort((a, b) => collator.compare(b, a)));
  await page.getByRole('columnheader', { name: 'Current Status' }).click();
  await expect(page.getByRole('row').getByText('Online')).toHaveCount(10);

  await page.getByRole('searchbox', { name: 'Search users' }).fill(student.userName.toUpperCase());
  await expect(rowOf(page, student.userName).first()).toContainText('Online');
  await page.getByRole('searchbox').fill('nobody is called so');
  await expect(page.getByText('No user matches')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  for (const size of [
    { width: 360, height: 740 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page);
    await expectFits(page);
  }
});

test('a row leads to the person’s device, and back', async ({ page, classroom }) => {
  const [student] = classroom.simulatedClass?.devices ?? [];
  if (!student) throw new Error('nobody is here');
  await openList(page, classroom, 'Users');
  await page.getByRole('searchbox').fill(student.userName);
  await rowOf(page, student.userName)
    .first()
    .getByRole('link', { name: student.userName, exact: true })
    .click();
  await expect(page).toHaveURL(/\/users\/[^/]+\/device\/[^/]+\/[^/]+$/);
  await expect(page.getByRole('heading', { name: student.userName, level: 1 })).toBeVisible();
  await page.getByRole('link', { name: 'Back to Users' }).click();
  await expect(page).toHaveURL(/\/users$/);
});

test('one action goes to users of several pages, also where one of them is not there', async ({
  page,
  ownClassroom,
}) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: 4 });
  const devices = classroom.simulatedClass?.devices ?? [];
  const [first, second, third, fourth] = devices;
  if (!first || !second || !third || !fourth) throw new Error('nobody is here');
  await openList(page, classroom, 'Users');
  await selectFound(page, first.userName);
  await selectFound(page, second.userName);
  await page.getByRole('button', { name: 'Page 2' }).click();
  const away = page.getByRole('row').filter({ hasText: 'Offline' }).first();
  await away.getByRole('checkbox').check();
  await expect(page.getByText('3 selected')).toBeVisible();
  const log = followActions(devices);
  await pressAction(page, 'Lock');
  await page.getByRole('dialog', { name: 'Lock' }).getByRole('button', { name: 'Lock', exact: true }).click();
  await expectConfirmed(page, 'Lock', 2);
  expect(log.whoDid('lock')).toEqual([first.hostname, second.hostname].sort());
  log.stop();

  await test.step('who leaves is offline a moment later', async () => {
    await page.getByRole('searchbox').fill(third.userName);
    await expect(rowOf(page, third.userName).first()).toContainText('Online');
    await third.stop();
    await expect(rowOf(page, third.userName).first()).toContainText('Offline');
  });

  await test.step('who is deleted leaves the list and the class', async () => {
    await page.reload();
    await page.getByRole('searchbox').fill(fourth.userName);
    await rowOf(page, fourth.userName).first().getByRole('checkbox').check();
    await pressAction(page, 'Delete User(s)');
    const dialog = page.getByRole('dialog', { name: 'Delete User(s)' });
    await expect(dialog).toContainText('Users may be reimported if they still exist in the directory');
    expect((await dialog.boundingBox())?.width).toBe(464);
    await expectAccessibleInBoth(page);
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('1 user deleted')).toBeVisible();
    await expect(page.getByText('No user matches')).toBeVisible();
  });
});

test('a tutor who maintains no groups has neither the links nor the pages', async ({ page, classroom }) => {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  const nav = page.getByRole('navigation', { name: 'Main' });
  await expect(nav.getByRole('link', { name: 'Settings' })).toBeVisible();
  await expect(nav.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0);
  await expect(nav.getByRole('link', { name: 'Devices', exact: true })).toHaveCount(0);
  for (const path of ['/users', '/clients']) {
    await page.goto(`${classroom.consoleUrl}${path}`);
    await expect(page).toHaveURL(/\/group\//);
  }
});

test('Apply Policy opens within two seconds for the users of a whole school, and is written for all of them', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  test.setTimeout(180_000);
  await openList(page, await ownClassroom({ school: 3_000 }), 'Users');
  const all = page.getByRole('checkbox', { name: /^Select all \d,\d{3}$/ });
  await all.check({ timeout: 60_000 });
  const selected = await page.getByText(/^\d,\d{3} selected$/).textContent();
  const count = selected?.replace(' selected', '') ?? '';
  const dialog = page.getByRole('dialog', { name: 'Apply Policy' });
  const began = Date.now();
  await pressAction(page, 'Policies');
  const quiet = dialog.getByRole('checkbox', { name: /^Quiet classroom/ });
  await expect(quiet).toBeVisible();
  expect(Date.now() - began).toBeLessThan(2_000);
  await expect(dialog.getByText(`For ${count} users`)).toBeVisible();
  await quiet.check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toBeHidden({ timeout: 30_000 });
  await pressAction(page, 'Policies');
  await expect(dialog.getByRole('checkbox', { name: 'Quiet classroom', exact: true })).toBeChecked();
});

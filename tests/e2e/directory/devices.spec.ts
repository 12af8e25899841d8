/** The devices of the site: found, sorted, selected over pages, acted on, followed live, and deleted. */
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { followActions, pressAction } from '../../support/console/class-actions.ts';
import { namesShown, openList, rowOf, selectFound } from '../../support/console/directory-lists.ts';

/** In the order of the columns. */
const SORTED = ['OS', 'Device Name', 'User Name', 'Current Status', 'Notifications', 'Groups'];
const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

test('the list is sorted by each column, searched by device and by person, and leads on', async ({
  page,
  classroom,
}) => {
  test.setTimeout(120_000);
  const [student] = classroom.simulatedClass?.devices ?? [];
  if (!student) throw new Error('nobody is here');
  await openList(page, classroom, 'Devices');
  await expect(page.getByRole('tab', { name: 'Device Management' })).toHaveAttribute('aria-selected', 'true');
  const names = await namesShown(page);
  expect(names).toEqual([...names].sort(collator.compare));
  await expect(page.getByRole('columnheader')).toHaveText(['', ...SORTED]);
  for (const column of SORTED.filter((each) => each !== 'Device Name')) {
    await page.getByRole('columnheader', { name: column }).click();
    await expect(page.getByRole('columnheader', { name: column })).toHaveAttribute('aria-sort', 'ascending');
  }
  await page.getByRole('columnheader', { name: 'Current Status' }).click();
  await expect(page.getByRole('row').getByText('Online')).toHaveCount(10);
  for (const size of [
    { width: 360, height: 740 },
    { width: 1920, height: 1080 },
  ]) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page);
    await expectFits(page);
  }

  const search = page.getByRole('searchbox', { name: 'Search devices' });
  await search.fill(student.userName);
  await expect(page.getByRole('row').filter({ hasText: student.userName }).first()).toContainText('Online');
  await search.fill(student.hostname);
  await expect(page.getByRole('row')).toHaveCount(2);
  const row = page.getByRole('row').nth(1);
  await row.getByRole('link', { name: 'All devices' }).click();
  await expect(page.getByRole('heading', { name: 'All devices', level: 1 })).toBeVisible();
  await page.goBack();
  await search.fill(student.hostname);
  await row.getByRole('rowheader').getByRole('link').click();
  await expect(page).toHaveURL(/\/clients\/[us]\/[^/]+\/device\/[^/]+\/[^/]+$/);
  await page.getByRole('link', { name: 'Back to Devices' }).click();
  await expect(page).toHaveURL(/\/clients$/);
});

test('one action goes to devices of several pages; a device is followed live, and deleted', {
  tag: '@rare',
}, async ({ page, ownClassroom }) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: 4 });
  const devices = classroom.simulatedClass?.devices ?? [];
  const [first, second, third, fourth] = devices;
  if (!first || !second || !third || !fourth) throw new Error('nobody is here');
  await openList(page, classroom, 'Devices');
  await selectFound(page, first.hostname);
  await selectFound(page, second.hostname);
  await page.getByRole('button', { name: 'Page 2' }).click();
  await page.getByRole('row').filter({ hasText: 'Offline' }).first().getByRole('checkbox').check();
  await expect(page.getByText('3 selected')).toBeVisible();
  const log = followActions(devices);
  await pressAction(page, 'Mute');
  await expect.poll(() => log.whoDid('mute')).toEqual([first.hostname, second.hostname].sort());
  log.stop();

  await test.step('who leaves is offline a moment later', async () => {
    await page.getByRole('searchbox').fill(third.hostname);
    await expect(page.getByRole('row').nth(1)).toContainText('Online');
    await third.stop();
    await expect(page.getByRole('row').nth(1)).toContainText('Offline');
  });

  await test.step('a group that takes the device in is among its groups without another reading', async () => {
    await expect(page.getByRole('row').nth(1).getByRole('link', { name: 'All devices' })).toBeVisible();
  });

  await test.step('a device that is shut out is signed out, and comes back when it is let in', async () => {
    await page.getByRole('searchbox').fill(second.hostname);
    const row = page.getByRole('row').nth(1);
    await row.getByRole('checkbox').check();
    await pressAction(page, 'Shut Out');
    const dialog = page.getByRole('dialog', { name: 'Shut Out' });
    await dialog.getByRole('button', { name: 'Shut out', exact: true }).click();
    await expect(row).toContainText('Shut out');
    await expect.poll(() => second.online()).toBe(false);
    await pressAction(page, 'Let In');
    await page.getByRole('dialog').getByRole('button', { name: 'Let in', exact: true }).click();
    await expect(row).toContainText('Offline');
    // Its agent would retry within a minute; a restart does not wait.
    await second.stop();
    second.start();
    await expect(row).toContainText('Online', { timeout: 20_000 });
    await row.getByRole('checkbox').uncheck();
  });

  await test.step('what is deleted leaves the list, and its agent is signed out', async () => {
    await page.reload();
    await page.getByRole('searchbox').fill(fourth.hostname);
    const before = fourth.clientId();
    await page.getByRole('row').nth(1).getByRole('checkbox').check();
    await pressAction(page, 'Delete Device(s)');
    const dialog = page.getByRole('dialog', { name: 'Delete Device(s)' });
    await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(page.getByText('1 device deleted')).toBeVisible({ timeout: 30_000 });
    // Its agent is still set up: it comes back as another client, and its row with it.
    await expect.poll(() => fourth.clientId(), { timeout: 30_000 }).not.toBe(before);
  });
  await expect(rowOf(page, fourth.hostname)).toHaveCount(1, { timeout: 20_000 });
});

/** Groups are made by the wizard, changed, and deleted. */
import type { Page } from '@playwright/test';
import {
  expectAccessible,
  expectAccessibleInBoth,
  expectFits,
  expectNothingCutOff,
} from '../../support/browser/accessibility.ts';
import { tabTo } from '../../support/browser/tab-to.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { startOddRunner, startTlsRunner } from '../../support/runners/tls-runner.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const NARROW = { width: 360, height: 740 };

async function openGroups(page: Page, classroom: RunningClassroom, who = 'maintainer') {
  await signIn(page, { consoleUrl: classroom.consoleUrl, email: `${who}@demo.example` });
  await page.goto(`${classroom.consoleUrl}/settings/groups`);
  await expect(page.getByRole('table')).toBeVisible();
}

const wizard = (page: Page) => page.getByRole('dialog', { name: /^(Create|Edit) group$/ });
const button = (page: Page, name: string) => wizard(page).getByRole('button', { name, exact: true });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const nameField = (page: Page) => wizard(page).getByRole('textbox', { name: 'Group name' });

async function search(page: Page, name: string) {
  await page.getByRole('searchbox', { name: 'Search groups...' }).fill(name);
  await expect(row(page, name)).toBeVisible();
}

async function press(page: Page, group: string, item: string) {
  await row(page, group)
    .getByRole('button', { name: `Actions for ${group}` })
    .click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

const groupsNamed = (classroom: RunningClassroom, name: string) =>
  classroom.platform.store.db.selectFrom('groups').selectAll().where('name', '=', name).execute();

test.describe('with a certificate that the browser trusts', () => {
  test.use({ ignoreHTTPSErrors: true });

  test('a group of people is made step by step, and deleted with a way back', async ({ page, classroom }) => {
    test.setTimeout(120_000);
    const runner = await startTlsRunner(classroom, 'rs-server-01');
    await openGroups(page, classroom);
    await page.getByRole('button', { name: 'Add Group' }).click();
    await test.step('its name', async () => {
      await expect(nameField(page)).toBeFocused();
      await expect(wizard(page)).toHaveCSS('width', '624px');
      await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
      await page.keyboard.press('Enter');
      await expect(wizard(page).getByText('Field is required')).toBeVisible();
      await nameField(page).fill('x'.repeat(256));
      await expect(wizard(page).getByText('Max 255 characters')).toBeVisible();
      await nameField(page).fill('Robotics');
      await expectAccessibleInBoth(page, wizard(page));
      await page.keyboard.press('Enter');
    });
    await test.step('its members', async () => {
      const side = wizard(page).getByRole('region', { name: 'Available Users' });
      await side.getByRole('option').first().click();
      await button(page, 'Add').click();
      await expect(wizard(page).getByText('Selected Users (1)')).toBeVisible();
      await expectAccessible(page, wizard(page));
      await button(page, 'Next').click();
    });
    await test.step('its tutors', async () => {
      await wizard(page).getByRole('searchbox', { name: 'Search tutors' }).fill('teacher@');
      await wizard(page).getByRole('checkbox').first().check();
      await expect(wizard(page).getByText('1 tutor is permitted')).toBeVisible();
      await expectAccessible(page, wizard(page));
      await button(page, 'Next').click();
    });
    await test.step('its networks', async () => {
      await wizard(page)
        .getByRole('textbox', { name: /Host names/ })
        .fill('RS-Server');
      await button(page, 'Test').click();
      await expect(
        wizard(page).getByText('Successfully queried Site runner. Machine identified as rs-server-01'),
      ).toBeVisible();
      await expect(wizard(page).getByText('the group is shown here')).toBeVisible();
      await expectAccessible(page, wizard(page));
      await button(page, 'Next').click();
      await runner.stop();
    });
    await test.step('its policies', async () => {
      await wizard(page).getByRole('checkbox', { name: 'Exam conditions' }).check();
      await expectAccessible(page, wizard(page));
      await button(page, 'Create').click();
    });
    await expect(page.getByText('Robotics was created')).toBeVisible();
    await search(page, 'Robotics');
    await expect(row(page, 'Robotics').getByRole('cell').nth(2)).toHaveText('1');
    await expect(row(page, 'Robotics').getByRole('cell').nth(3)).toHaveText('1');

    await test.step('it is changed', async () => {
      await press(page, 'Robotics', 'Edit');
      await expect(button(page, 'Save')).toHaveAttribute('aria-disabled', 'true');
      await button(page, 'Policy').click();
      await expect(wizard(page).getByRole('checkbox', { name: 'Exam conditions' })).toBeChecked();
      await wizard(page).getByRole('button', { name: 'Group name' }).click();
      await nameField(page).fill('Robotics Club');
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Keep editing' }).click();
      await button(page, 'Save').click();
      await expect(page.getByText('Robotics Club was saved')).toBeVisible();
    });

    await test.step('it is deleted, and comes back', async () => {
      await press(page, 'Robotics Club', 'Delete');
      const question = page.getByRole('dialog', { name: 'Delete Robotics Club?' });
      await expect(question.getByText(/cannot be undone/)).toBeVisible();
      await expectAccessibleInBoth(page, question);
      await question.getByRole('button', { name: 'Delete group' }).click();
      const undo = page.getByRole('button', { name: 'Undo: keep Robotics Club' });
      await expect(undo).toBeFocused();
      await expectAccessible(page);
      await undo.press('Enter');
      await expect(page.getByRole('link', { name: 'Robotics Club' }).last()).toBeVisible();
    });
    await test.step('it is deleted for good as the page closes', async () => {
      await press(page, 'Robotics Club', 'Delete');
      await page.getByRole('button', { name: 'Delete group' }).click();
      await expect(page.getByRole('button', { name: 'Undo: keep Robotics Club' })).toBeVisible();
      await page.goto('about:blank');
      await expect.poll(() => groupsNamed(classroom, 'Robotics Club')).toEqual([]);
    });
  });

  test('the test of host names says what the runner answers, or why it does not', { tag: '@rare' }, async ({
    page,
    ownClassroom,
    pageErrors,
  }) => {
    const classroom = await ownClassroom();
    const runner = await startOddRunner(classroom);
    await openGroups(page, classroom);
    await page.getByRole('button', { name: 'Add Group' }).click();
    await nameField(page).fill('Robotics');
    await button(page, 'Hostname Restrictions').click();
    const ask = () => button(page, 'Test').click();
    const shows = (text: string | RegExp) => expect(wizard(page).getByText(text)).toBeVisible();

    runner.says({ status: 200, text: 'rs-server-01\n' });
    await ask();
    await shows('Successfully queried Site runner. Machine identified as rs-server-01');
    pageErrors.allow(/503/);
    runner.says({ status: 503, text: '' });
    await ask();
    await shows('The Site runner answered with the invalid status 503.');
    runner.says({ status: 200, text: ' \n' });
    await ask();
    await shows('The Site runner answered without a name.');

    await test.step('ten seconds of silence', async () => {
      runner.says('silent');
      await page.clock.install();
      await ask();
      await shows('Asking the Site runner…');
      await page.clock.fastForward(10_000);
      await shows(
        'Unable to connect to the Site runner in a reasonable time. Ensure the Site runner is installed and is on at least version 1.2.0.',
      );
      await page.clock.resume();
    });
    await test.step('nothing at its address', async () => {
      pageErrors.allow(/ERR_/);
      await runner.closeNameServer();
      await ask();
      await shows(/^The Site runner could not be queried/);
      await expect(wizard(page).getByRole('link', { name: 'Open its address' })).toHaveAttribute(
        'href',
        /^https:\/\/127\.0\.0\.1:\d+\/$/,
      );
      await expectAccessibleInBoth(page, wizard(page));
    });
    await test.step('no connection to the platform', async () => {
      await runner.stop();
      await classroom.stopPlatform();
      await ask();
      await page.clock.fastForward(10_000);
      await shows(/^The Site runner could not be looked up/);
    });
  });
});

test('a runner whose certificate the browser does not trust is told from one that is away', async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  pageErrors.allow(/ERR_CERT_AUTHORITY_INVALID/);
  const classroom = await ownClassroom();
  const runner = await startTlsRunner(classroom, 'rs-server-01');
  await openGroups(page, classroom);
  await page.getByRole('button', { name: 'Add Group' }).click();
  await nameField(page).fill('Robotics');
  await button(page, 'Hostname Restrictions').click();
  await button(page, 'Test').click();
  await expect(wizard(page).getByText(/does not trust its certificate\.$/)).toBeVisible();
  const address = await wizard(page).getByRole('link', { name: 'Open its address' }).getAttribute('href');
  // What the link leads to where the certificate is trusted, or somebody has gone on past the warning.
  const opened = await (await page.context().browser()?.newContext({ ignoreHTTPSErrors: true }))?.newPage();
  if (!opened) throw new Error('no other browser');
  await opened.goto(address ?? '');
  await expect(opened.getByText('This is the Site runner of this network.')).toBeVisible();
  await opened.context().close();
  await runner.stop();
});

test('patterns say what they mean as they are typed, and each kind keeps what is locked', {
  tag: '@rare',
}, async ({ page, classroom }) => {
  test.setTimeout(120_000);
  await openGroups(page, classroom);
  await page.setViewportSize(NARROW);
  await expectFits(page);
  await expectAccessibleInBoth(page);
  await page.getByRole('button', { name: 'Add Group' }).click();
  await nameField(page).fill('Lab');
  await button(page, 'Next').click();
  await wizard(page).getByRole('radio', { name: 'Match devices' }).check();
  const patterns = wizard(page).getByRole('textbox', { name: /Device patterns/ });
  const matching = wizard(page).getByRole('region', { name: 'Matching devices' });
  await patterns.fill('rs-7a-*');
  await expect(matching.getByRole('listitem').first()).toHaveText(/^RS-7A-/);
  const count = /^(\d+) of \d+ known devices match$/;
  const found = Number(count.exec((await matching.getByRole('status').textContent()) ?? '')?.[1]);
  expect(found).toBeGreaterThan(0);
  await patterns.fill('nothing-like-it');
  await expect(matching.getByText('No known device matches')).toBeVisible();
  // At once: to type so many lines one by one takes the browser minutes.
  await patterns.evaluate((field) => {
    const lines = Array.from({ length: 10_000 }, (_, i) => `lab-${i}`).join('\n');
    Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, lines);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await expect(wizard(page).getByText('At most 1,000 patterns')).toBeVisible();
  await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
  await patterns.fill('rs-7a-*');
  await expect(matching.getByText(`${found} of`)).toBeVisible();
  await expectAccessibleInBoth(page, wizard(page));
  await expectFits(page);
  for (let step = 0; step < 3; step++) await button(page, 'Next').click();
  await button(page, 'Create').click();
  await expect(page.getByText('Lab was created')).toBeVisible();
  const [made] = await groupsNamed(classroom, 'Lab');
  await page.setViewportSize({ width: 1920, height: 1080 });

  const typesOf = async (group: string) => {
    await search(page, group);
    await press(page, group, 'Edit');
    await button(page, 'Members').click();
    await expect(wizard(page).getByRole('radio')).toHaveCount(4);
    const free = wizard(page).getByRole('radio', { disabled: false });
    const names = await free.evaluateAll((all) => all.map((each) => each.closest('label')?.textContent));
    await expectAccessible(page, wizard(page));
    await button(page, 'Cancel').click();
    return names;
  };
  expect(await typesOf('Lab')).toEqual(['Match devices']);
  expect(await typesOf('11A Physics')).toEqual(['Users import']);
  expect(await typesOf('Chess Club')).toEqual(['Users', 'Devices', 'Match devices']);
  await classroom.platform.store.db
    .deleteFrom('groups')
    .where('id', '=', made?.id ?? '')
    .execute();
});

test('a group of devices is made by keyboard alone, on a phone and on a wide screen', {
  tag: '@rare',
}, async ({ page, ownClassroom, pageErrors }) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom();
  await openGroups(page, classroom);
  /** At both widths and in both schemes. */
  const look = async () => {
    for (const size of [{ width: 1920, height: 1080 }, NARROW]) {
      await page.setViewportSize(size);
      await expectFits(page);
      await expectNothingCutOff(wizard(page));
      await expectAccessibleInBoth(page, wizard(page));
    }
  };
  const press = async (role: string, name: string | RegExp, key = 'Enter') => {
    await tabTo(page, { role, name });
    await page.keyboard.press(key);
  };
  await press('button', 'Add Group');
  // The wizard's code comes first: what is typed before is lost.
  await expect(nameField(page)).toBeFocused();
  await page.keyboard.type('Trolley');
  await look();
  await press('button', 'Next');
  await tabTo(page, { role: 'radio', name: 'Users' });
  await page.keyboard.press('ArrowRight');
  await press('listbox', 'Available Devices', 'Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Space');
  await press('button', 'Add');
  await expect(wizard(page).getByText('Selected Devices (2)')).toBeVisible();
  await look();
  await press('button', 'Next');
  await press('checkbox', /Ada Admin/, 'Space');
  await look();
  await press('button', 'Next');
  await tabTo(page, { role: 'textbox', name: /Host names/ });
  await page.keyboard.type('rs-server');
  await look();
  await press('button', 'Next');
  await press('checkbox', 'Exam conditions', 'Space');
  await look();
  await press('button', 'Create');
  await expect(page.getByText('Trolley was created')).toBeVisible();
  const [made] = await groupsNamed(classroom, 'Trolley');
  expect(made).toMatchObject({ definition_name: 'deviceGroup', site_id: 'riverside' });

  await test.step('somebody else deletes it while it is edited', async () => {
    pageErrors.allow(/404/);
    await search(page, 'Trolley');
    await press('button', 'Actions for Trolley');
    await page.keyboard.press('Enter');
    await expect(nameField(page)).toHaveValue('Trolley');
    await nameField(page).fill('Trolley 2');
    const { accessToken } = await consoleSession(classroom.platform, 'admin@demo.example');
    const headers = { authorization: `Bearer ${accessToken}`, 'tenant-key': 'demo' };
    const gone = await ask(`${classroom.consoleUrl}/v1/groups/${made?.id}`, { method: 'DELETE', headers });
    expect(gone.status).toBe(200);
    await expect(page.getByRole('row').filter({ hasText: 'Trolley' })).toHaveCount(0);
    await button(page, 'Save').click();
    await expect(wizard(page).getByRole('alert')).toContainText('This does not exist any more.');
    await expect(nameField(page)).toHaveValue('Trolley 2');
    await expectAccessibleInBoth(page, wizard(page));
  });
});

test('a group that was just deleted is gone once its tutor has signed out', async ({
  page,
  ownClassroom,
}) => {
  const classroom = await ownClassroom();
  await openGroups(page, classroom);
  await search(page, 'Chess Club');
  await press(page, 'Chess Club', 'Delete');
  await page.getByRole('button', { name: 'Delete group' }).click();
  await expect(page.getByRole('button', { name: 'Undo: keep Chess Club' })).toBeVisible();
  await page.getByRole('button', { name: /^Account of/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await expect(page).toHaveURL((url) => url.origin === classroom.loginUrl);
  await expect.poll(() => groupsNamed(classroom, 'Chess Club')).toEqual([]);
});

test('other tutors see their groups, and may only synchronise', async ({ page, ownClassroom }) => {
  const classroom = await ownClassroom();
  await classroom.platform.store.db
    .insertInto('tutor_group_permissions')
    .columns(['tenant', 'tutor_id', 'group_id'])
    .expression((db) =>
      db
        .selectFrom('groups')
        .select((group) => ['tenant', group.val('tutor-teacher').as('tutor_id'), 'id'])
        .where('name', '=', '11A Physics'),
    )
    .onConflict((given) => given.doNothing())
    .execute();
  await openGroups(page, classroom, 'teacher');
  await expect(page.getByRole('button', { name: 'Add Group' })).toHaveCount(0);
  await expect(page.getByRole('columnheader', { name: 'Members' })).toHaveCount(0);
  await expect(row(page, '7A Mathematics').getByRole('button', { name: /^Actions/ })).toHaveCount(0);
  await search(page, '11A Physics');
  await row(page, '11A Physics').getByRole('button', { name: 'Actions for 11A Physics' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Sync']);
  await page.getByRole('menuitem', { name: 'Sync' }).click();
  await expect(page.getByText(/^11A Physics is synchronised: \d+ members/)).toBeVisible();
});

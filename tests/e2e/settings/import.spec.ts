/** Groups are imported from the directories of Google and Microsoft, also where these ask to wait or let nobody in any more. */
import type { Page } from '@playwright/test';
import {
  expectAccessibleInBoth,
  expectFits,
  expectNothingCutOff,
} from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const NARROW = { width: 360, height: 740 };
const wizard = (page: Page) => page.getByRole('dialog', { name: 'Create group' });
const button = (page: Page, name: string) => wizard(page).getByRole('button', { name, exact: true });
const courses = (page: Page) => wizard(page).getByRole('listbox', { name: 'Courses and groups' });

/** As far as the choice of a directory. */
async function beginImport(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add Group' }).click();
  await wizard(page).getByRole('textbox', { name: 'Group name' }).fill(name);
  await page.keyboard.press('Enter');
  await wizard(page).getByRole('radio', { name: 'Users import' }).check();
}

const choose = (page: Page, directory: string) =>
  wizard(page).getByRole('combobox', { name: 'Directory' }).selectOption(directory);

async function take(page: Page, course: string) {
  await wizard(page).getByRole('searchbox', { name: 'Search courses and groups' }).fill(course);
  await courses(page).getByRole('option', { name: course }).click();
  await expect(wizard(page).getByText(`Chosen: ${course}`)).toBeVisible();
}

async function create(page: Page, name: string) {
  while (!(await button(page, 'Create').isVisible())) await button(page, 'Next').click();
  await button(page, 'Create').click();
  await expect(page.getByText(`${name} was created`)).toBeVisible();
}

const membersOf = async ({ platform }: RunningClassroom, name: string) => {
  const rows = await platform.store.db
    .selectFrom('group_members')
    .innerJoin('groups', 'groups.id', 'group_members.group_id')
    .innerJoin('users', 'users.id', 'group_members.user_id')
    .select('users.email')
    .where('groups.name', '=', name)
    .execute();
  return rows.map(({ email }) => email).toSorted();
};

test('groups are imported from Google and Microsoft', { tag: '@rare' }, async ({
  page,
  ownClassroom,
  pageErrors,
}) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom();
  const { google, microsoft } = classroom.platform.standIns;
  if (!google || !microsoft) throw new Error('the stand-ins run where the development provider does');
  const learners = (name: string) =>
    google.school.courses
      .find((course) => course.name === name)
      ?.students.map(({ email }) => email)
      .toSorted();
  await classroom.platform.store.db
    .updateTable('integrations')
    .set({ disabled: false })
    .where('id', '=', 'microsoft-campus')
    .execute();
  await signIn(page, {
    consoleUrl: `${classroom.consoleUrl}/settings/groups`,
    email: 'maintainer@demo.example',
  });

  await test.step('a later page of Google is throttled: it is waited for, and what there is can be chosen', async () => {
    pageErrors.allow(/429/);
    await beginImport(page, 'From Google');
    await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
    google.provoke({ name: 'throttle', seconds: 6 }, { path: '/groups' });
    await choose(page, 'Google for schools');
    await expect(wizard(page).getByText(/It is asked again by itself in 0:0\d/)).toBeVisible();
    await expect(courses(page).getByRole('option').first()).toBeVisible();
    await page.setViewportSize(NARROW);
    await expectFits(page);
    await expectNothingCutOff(wizard(page));
    await expectAccessibleInBoth(page, wizard(page));
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect(wizard(page).getByText(`${google.school.courses.length} courses and groups`)).toBeVisible();
    await take(page, 'Science 8A');
    await expectAccessibleInBoth(page, wizard(page));
    await create(page, 'From Google');
    expect(await membersOf(classroom, 'From Google')).toEqual(learners('Science 8A'));
  });

  await test.step('the other one: a group of Microsoft, which asks to wait as well, by keyboard alone', async () => {
    await beginImport(page, 'From Microsoft');
    microsoft.provoke({ name: 'throttle', seconds: 6 }, { path: 'memberOf' });
    await choose(page, 'Microsoft campus');
    await expect(wizard(page).getByText(/It is asked again by itself in 0:0\d/)).toBeVisible();
    await expect(
      wizard(page).getByText(`${microsoft.school.courses.length} courses and groups`),
    ).toBeVisible();
    await wizard(page).getByRole('searchbox', { name: 'Search courses and groups' }).fill('chess');
    await page.keyboard.press('Tab');
    await expect(courses(page)).toBeFocused();
    await page.keyboard.press('Space');
    await expect(wizard(page).getByText('Chosen: Chess club')).toBeVisible();
    await create(page, 'From Microsoft');
    expect(await membersOf(classroom, 'From Microsoft')).toEqual(learners('Chess club'));
  });

  await test.step('what has changed there comes by a sync; a consent that has expired takes nobody out', async () => {
    pageErrors.allow(/409/);
    const before = await membersOf(classroom, 'From Google');
    google.school.courses.find(({ name }) => name === 'Science 8A')?.students.pop();
    await page.getByRole('searchbox', { name: 'Search groups...' }).fill('From Google');
    const sync = async () => {
      await page.getByRole('button', { name: 'Actions for From Google' }).click();
      await page.getByRole('menuitem', { name: /^Sync/ }).click();
    };
    await sync();
    await expect.poll(() => membersOf(classroom, 'From Google')).toHaveLength(before.length - 1);
    google.expireConsent();
    microsoft.expireConsent();
    await sync();
    await expect(page.getByText(/Ask an administrator to give consent to it again/)).toBeVisible();
    expect(await membersOf(classroom, 'From Google')).toHaveLength(before.length - 1);
    await beginImport(page, 'Not to be');
    for (const directory of ['Google for schools', 'Microsoft campus']) {
      await choose(page, directory);
      await expect(wizard(page).getByRole('alert')).toContainText(
        `“${directory}” does not let the platform in any more. Ask an administrator to give consent to it again`,
      );
      await expect(button(page, 'Next')).toHaveAttribute('aria-disabled', 'true');
    }
    await expectAccessibleInBoth(page, wizard(page));
  });
});

/** Import jobs from the first preview to the run, its failure and what is edited; against the stand-ins of directories. */
import type { Locator, Page } from '@playwright/test';
import { unitId } from '../../../server/directories/stand-ins/microsoft-answers.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const rowOf = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const dialog = (page: Page) => page.getByRole('dialog').last();

async function openJobs(page: Page, consoleUrl: string): Promise<void> {
  await signIn(page, { consoleUrl, email: 'admin@demo.example', site: 'admin' });
  await page.getByRole('link', { name: 'Sync Jobs' }).click();
  await expect(rowOf(page, 'Riverside students')).toBeVisible();
}
async function choose(page: Page, job: string, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${job}` }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test.use({ viewport: { width: 1600, height: 1000 }, colorScheme: 'light' });

type Counts = { added: number; changed: number; removed: number };
type NewJob = {
  name: string;
  kind: 'Tutors' | 'Users' | 'Devices' | 'Groups';
  source: 'Google for schools' | 'Microsoft campus';
  fill(fields: Locator): Promise<unknown>;
};

const counts = (fields: Partial<Counts>): Counts => ({ added: 0, changed: 0, removed: 0, ...fields });
const says = ({ added, changed, removed }: Counts) =>
  `Would add ${added}, change ${changed}, remove ${removed}.`;
const mark = (page: Page, job: string, name: string | RegExp) => rowOf(page, job).getByRole('img', { name });
const OK = 'The last run was successful';
const RAN = { timeout: 60_000 };

/** Waits until the run after so many others has ended, and reads what it says. */
async function expectRun(
  page: Page,
  job: string,
  { runs, ...run }: Counts & { runs: number; outcome?: string },
) {
  await choose(page, job, 'History');
  const rows = dialog(page).getByRole('row');
  await expect(rows).toHaveCount(runs + 1, RAN);
  const cells = rows.nth(1).getByRole('cell');
  await expect(cells.nth(1)).toContainText(run.outcome ?? 'Done', RAN);
  await expect(cells.nth(0)).toContainText('by an administrator');
  const said = (await cells.allTextContents()).slice(3);
  expect(said).toEqual([run.added, run.changed, run.removed].map(String));
  await page.keyboard.press('Escape');
}

/** The preview, and then the run. */
async function addJob(page: Page, { name, kind, source, fill }: NewJob, would: Counts): Promise<void> {
  await page.getByRole('button', { name: 'Add Job' }).click();
  await dialog(page).getByLabel('Job name').fill(name);
  await dialog(page).getByLabel('What to import').selectOption(kind);
  await dialog(page).getByLabel('Source').selectOption(source);
  await dialog(page).getByLabel('Site', { exact: true }).selectOption('Hillcrest Campus');
  await fill(dialog(page));
  await dialog(page).getByRole('button', { name: 'Preview' }).click();
  await expect(dialog(page).getByText(says(would))).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText(`${name} saved. Running now.`)).toBeVisible();
  await expect(mark(page, name, OK)).toBeVisible(RAN);
}

async function edit(page: Page, job: string, change: (fields: Locator) => Promise<unknown>): Promise<void> {
  await choose(page, job, 'Edit Job');
  await change(dialog(page));
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page)).toHaveCount(0);
}

/** What is on Hillcrest, as the platform has it. */
function hillcrest({ platform: { store } }: RunningClassroom) {
  const on = (table: 'users' | 'devices' | 'groups') =>
    store.db.selectFrom(table).where('site_id', '=', 'hillcrest');
  return {
    emails: async () =>
      (await on('users').select('users.email as value').execute()).map(({ value }) => value ?? ''),
    hostnames: async () =>
      (await on('devices').select('devices.hostname as value').execute()).map(({ value }) => value),
    /** By name, with how many members and how many tutors may open it. */
    async groups() {
      const rows = await on('groups')
        .select((of) => [
          'groups.name',
          of
            .selectFrom('group_members')
            .select((is) => is.fn.countAll<string>().as('n'))
            .whereRef('group_id', '=', 'groups.id')
            .as('members'),
          of
            .selectFrom('tutor_group_permissions')
            .select((is) => is.fn.countAll<string>().as('n'))
            .whereRef('group_id', '=', 'groups.id')
            .as('tutors'),
        ])
        .where('integration_id', 'is not', null)
        .execute();
      return new Map(rows.map(({ name, members, tutors }) => [name, [Number(members), Number(tutors)]]));
    },
    async roles(email: string) {
      const rows = await store.db
        .selectFrom('role_links')
        .innerJoin('tutors', 'tutors.id', 'role_links.tutor_id')
        .select('role_id')
        .where('site_id', '=', 'hillcrest')
        .where('primary_email', '=', email)
        .execute();
      return rows.map(({ role_id }) => role_id).toSorted();
    },
  };
}

test('each kind of job: what it would do, what it does, what is changed of it, and why it fails', {
  tag: '@rare',
}, async ({ page, ownClassroom, pageErrors }) => {
  test.setTimeout(240_000);
  const classroom = await ownClassroom({ students: 0 });
  const { google, microsoft } = classroom.platform.standIns;
  if (!google || !microsoft) throw new Error('the stand-ins run where the development provider does');
  await classroom.platform.store.db.updateTable('integrations').set({ disabled: false }).execute();
  const at = hillcrest(classroom);
  const below = <T extends { unit: string }>(list: readonly T[], unit: string) =>
    list.filter((each) => each.unit.startsWith(unit));
  await openJobs(page, classroom.consoleUrl);

  await test.step('tutors of Microsoft: one is new, and two who are known lack the role', async () => {
    const newcomer = { number: 9_500, name: 'Nora New', email: 'nora.new@riverside.example', unit: '/Staff' };
    microsoft.school.people.push(newcomer);
    const job = {
      name: 'Staff',
      kind: 'Tutors',
      source: 'Microsoft campus',
      async fill(fields) {
        await fields.getByLabel('Group ID').fill(unitId('/Staff'));
        await fields.getByLabel('Console User').check();
      },
    } satisfies NewJob;
    // The administrator has the role.
    await addJob(page, job, counts({ added: 1, changed: 2 }));
    await expectRun(page, 'Staff', { runs: 1, ...counts({ added: 1, changed: 2 }) });
    expect(await at.roles(newcomer.email)).toEqual(['consoleUser']);
    await edit(page, 'Staff', (fields) => fields.getByLabel('Policy User').check());
    await expectRun(page, 'Staff', { runs: 2, ...counts({ changed: 3 }) });
    for (const email of [newcomer.email, 'teacher@demo.example'])
      expect(await at.roles(email)).toEqual(['consoleUser', 'policyUser']);
  });

  await test.step('users of Google', async () => {
    const [year, all] = ['/Students/Year 7', '/Students'].map((unit) => below(google.school.people, unit));
    const added = year?.length ?? 0;
    const fill = (fields: Locator) => fields.getByLabel('Path').fill('/Students/Year 7');
    await addJob(
      page,
      { name: 'Pupils', kind: 'Users', source: 'Google for schools', fill },
      counts({ added }),
    );
    await expectRun(page, 'Pupils', { runs: 1, ...counts({ added }) });
    const emailsOf = (people = year) => people?.map(({ email }) => email) ?? [];
    expect(await at.emails()).toEqual(expect.arrayContaining(emailsOf()));
    await edit(page, 'Pupils', (fields) => fields.getByLabel('Path').fill('/Students'));
    await expectRun(page, 'Pupils', { runs: 2, ...counts({ added: (all?.length ?? 0) - added }) });
    expect(await at.emails()).toEqual(expect.arrayContaining(emailsOf(all)));
  });

  await test.step('more than a fifth of them is gone: nobody is removed before that is confirmed', async () => {
    const before = below(google.school.people, '/Students');
    const stay = before.filter((_, place) => place % 3 > 0);
    google.school.people = google.school.people.filter(
      (each) => !before.includes(each) || stay.includes(each),
    );
    const gone = before.filter((each) => !stay.includes(each));
    await choose(page, 'Pupils', 'Run now');
    await expect(
      mark(page, 'Pupils', `This would have removed ${gone.length} of the ${before.length} users`),
    ).toBeVisible(RAN);
    await expectRun(page, 'Pupils', { runs: 3, ...counts({}), outcome: 'Failed' });
    expect(await at.emails()).toContain(gone[0]?.email);
    await choose(page, 'Pupils', 'Preview…');
    await expect(dialog(page).getByText(says(counts({ removed: gone.length })))).toBeVisible();
    await expect(dialog(page).getByText('a run removes nothing until you confirm it')).toBeVisible();
    await dialog(page)
      .getByRole('button', { name: `Run and remove ${gone.length} users` })
      .click();
    await expect(mark(page, 'Pupils', OK)).toBeVisible(RAN);
    await expectRun(page, 'Pupils', { runs: 4, ...counts({ removed: gone.length }) });
    const emails = new Set(await at.emails());
    expect(gone.filter(({ email }) => emails.has(email))).toEqual([]);
    expect(stay.filter(({ email }) => !emails.has(email))).toEqual([]);
  });

  await test.step('devices of Microsoft', async () => {
    const windows = microsoft.school.devices.filter(({ isChromebook }) => !isChromebook);
    const [year, all] = ['/Devices/Year 7', '/Devices'].map((unit) =>
      below(windows, unit).map(({ hostname }) => hostname),
    );
    const added = year?.length ?? 0;
    const fill = (fields: Locator) => fields.getByLabel('Group ID').fill(unitId('/Devices/Year 7'));
    await addJob(
      page,
      { name: 'Laptops', kind: 'Devices', source: 'Microsoft campus', fill },
      counts({ added }),
    );
    await expectRun(page, 'Laptops', { runs: 1, ...counts({ added }) });
    expect(await at.hostnames()).toEqual(expect.arrayContaining(year ?? []));
    await edit(page, 'Laptops', (fields) => fields.getByLabel('Group ID').fill(unitId('/Devices')));
    await expectRun(page, 'Laptops', { runs: 2, ...counts({ added: (all?.length ?? 0) - added }) });
    expect(await at.hostnames()).toEqual(expect.arrayContaining(all ?? []));
  });

  await test.step('groups of Google, opened to those who teach them', async () => {
    const teacher = 'teacher@demo.example';
    const taught = google.school.courses.filter(({ teachers }) =>
      teachers.some((one) => one.email === teacher),
    );
    const fill = (fields: Locator) => fields.getByLabel('Teacher e-mail').fill(teacher);
    const added = taught.length;
    await addJob(
      page,
      { name: 'Courses', kind: 'Groups', source: 'Google for schools', fill },
      counts({ added }),
    );
    // Members, and tutors who may open them, come after the groups.
    await expectRun(page, 'Courses', { runs: 1, ...counts({ added, changed: added }) });
    const expected = (tutors: number) =>
      new Map(taught.map(({ name, students }) => [name, [students.length, tutors]]));
    expect(await at.groups()).toEqual(expected(2));
    await edit(page, 'Courses', (fields) =>
      fields.getByRole('switch', { name: 'Teachers may open the groups' }).uncheck(),
    );
    await expectRun(page, 'Courses', { runs: 2, ...counts({ changed: added }) });
    expect(await at.groups()).toEqual(expected(0));
  });

  await test.step('a consent that has expired is said by each, and nothing is removed', async () => {
    const look = async () => [await at.emails(), await at.hostnames(), await at.groups()];
    const before = await look();
    google.expireConsent();
    microsoft.expireConsent();
    for (const [job, source] of [
      ['Staff', 'Microsoft campus'],
      ['Pupils', 'Google for schools'],
      ['Laptops', 'Microsoft campus'],
      ['Courses', 'Google for schools'],
    ] as const) {
      const why = `The directory “${source}” does not let the platform in any more. Give consent to it again in Integrations.`;
      await choose(page, job, 'Run now');
      await expect(mark(page, job, why)).toBeVisible(RAN);
      await mark(page, job, why).hover();
      await expect(page.locator('[popover]:popover-open').getByText(why)).toBeVisible();
    }
    expect(await look()).toEqual(before);
    pageErrors.allow(/409/);
    await choose(page, 'Pupils', 'Preview…');
    await expect(dialog(page).getByRole('alert')).toContainText('The preview could not be made.');
    await page.keyboard.press('Escape');
  });
});

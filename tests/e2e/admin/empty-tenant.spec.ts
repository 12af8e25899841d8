/** A newcomer's way through a tenant with nothing in it. Each page says what to do next. */
import { resolve } from 'node:path';
import type { BrowserContext, Locator, Page } from '@playwright/test';
import { unitId } from '../../../server/directories/stand-ins/microsoft-answers.ts';
import { STAND_IN_TENANT } from '../../../server/directories/stand-ins/stand-in-school.ts';
import { expectAccessibleInBoth, expectFits } from '../../support/browser/accessibility.ts';
import { test as base, expect } from '../../support/classroom/classroom.ts';
import { type EmptySchool, startEmptySchool } from '../../support/classroom/empty-school.ts';
import { cards, expectLivePictures } from '../../support/console/wall.ts';
import { startRunner } from '../../support/runners/runner-program.ts';
import { chooseAccount, signIn } from '../../support/tutors/sign-in.ts';

const test = base.extend<{ school: EmptySchool }>({
  school: async ({ browser }, use) => {
    const school = await startEmptySchool();
    await use(school);
    // The pages first: a platform that ends under an open page is an error of the page, and none of the test's.
    for (const context of browser.contexts()) for (const page of context.pages()) await page.close();
    await school.close();
  },
});

type Provider = 'Google' | 'Microsoft';

const HEAD = 'admin@demo.example';
const SIZES = [
  { width: 360, height: 740 },
  { width: 1920, height: 1080 },
];

async function expectGood(page: Page): Promise<void> {
  const before = page.viewportSize();
  for (const size of SIZES) {
    await page.setViewportSize(size);
    await expectAccessibleInBoth(page);
    await expectFits(page);
  }
  if (before) await page.setViewportSize(before);
}

/** From the console's address to the overview, with what the terminal has printed. */
async function signUp(page: Page, school: EmptySchool, provider: Provider, look = async () => {}) {
  await page.goto(school.consoleUrl);
  await expect(page.getByRole('button', { name: 'Sign in with Google' })).toBeEnabled();
  await look();
  await chooseAccount(page, { email: HEAD, provider });
  await expect(page.getByText('This tenant has no administrator yet.')).toBeVisible();
  await look();
  await page.getByRole('link', { name: 'Create the first administrator' }).click();
  await page.getByRole('button', { name: /^Continue as/ }).click();
  await page.getByLabel('Set-up code').fill(school.setUpCode);
  await look();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page.getByText('Your administrator account is ready.')).toBeVisible();
  await look();
  await page.getByRole('link', { name: 'Go to sign-in' }).click();
  await expect(page.getByText('choose “Login as Admin” to add the first site')).toBeVisible();
  await look();
  await page.getByRole('button', { name: 'Login as Admin' }).click();
  await expect(page.getByText('There are no sites')).toBeVisible();
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: 'Set up your school' })).toBeVisible();
}

const progress = (page: Page) => page.getByRole('region', { name: 'Set up your school' }).getByRole('status');

test.use({ viewport: { width: 1400, height: 900 }, colorScheme: 'light' });

test('who proves an account and has the code becomes the administrator; each page leads on, and is readable', {
  tag: '@rare',
}, async ({ page, school, pageErrors }) => {
  test.setTimeout(240_000);
  // Who proves an account before there is an administrator is told so by a refusal.
  pageErrors.allow(/401.*\/auth\/sites/);
  await signUp(page, school, 'Google', () => expectGood(page));
  await expect(progress(page)).toHaveText('0 of 5 done');
  await expectGood(page);

  // A step that is left out stays so, also for another administrator; by the keyboard alone.
  await page.getByRole('button', { name: 'Skip: Set up a site runner' }).focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Do it after all: Set up a site runner' })).toBeFocused();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Skipped: Set up a site runner' })).toBeVisible();
});

type Job = {
  name: string;
  kind: string;
  fill: (dialog: Locator) => Promise<void>;
  /** How many a run would change; none unless said. */
  changed?: number;
};

const SITE = 'Hill Upper School';
/** Teaches Mathematics, at the directory and here. */
const TEACHER = 'teacher@demo.example';
/** The overview looks again every 15 seconds. */
const TICKED = { timeout: 30_000 };
const RAN = { timeout: 60_000 };

const dialog = (page: Page) => page.getByRole('dialog').last();
const press = (page: Page, name: string) => dialog(page).getByRole('button', { name, exact: true }).click();
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const chooseSite = (page: Page) =>
  dialog(page).getByRole('combobox', { name: 'Site', exact: true }).selectOption({ label: SITE });

/** From the overview, where the list says that the step is to be done, to where it is done. */
async function goTo(page: Page, step: string, link: string): Promise<void> {
  const heading = page.getByRole('heading', { name: `To do: ${step}` });
  await page.getByRole('listitem').filter({ has: heading }).getByRole('link', { name: link }).click();
}

/** Back on the overview, without anything that is pressed there. */
async function expectDone(page: Page, step: string, state: string): Promise<void> {
  await page.getByRole('link', { name: 'Overview' }).click();
  await expect(page.getByRole('heading', { name: `Done: ${step}` })).toBeVisible(TICKED);
  await expect(progress(page)).toHaveText(state);
}

async function addSite(page: Page): Promise<void> {
  await goTo(page, 'Add a site', 'Sites');
  await page.getByRole('button', { name: 'Add site' }).click();
  await dialog(page).getByRole('textbox', { name: 'Name' }).fill(SITE);
  await press(page, 'Add site');
  await press(page, 'Create Secret');
  await expect(dialog(page)).toContainText('Policy (JSON)');
  await page.keyboard.press('Escape');
  await expectDone(page, 'Add a site', '1 of 5 done');
}

async function connectDirectory(page: Page, provider: Provider): Promise<void> {
  await goTo(page, 'Connect the directory', 'Integrations');
  await page.getByRole('button', { name: 'Add integration' }).click();
  await dialog(page).getByRole('radio', { name: provider }).check();
  await dialog(page).getByLabel('Name').fill('Our directory');
  if (provider === 'Google') {
    await dialog(page).getByLabel('Domain').fill('demo.example');
    await dialog(page).getByLabel('Admin e-mail').fill(HEAD);
  } else await dialog(page).getByLabel('Tenant ID').fill(STAND_IN_TENANT);
  const coming = page.waitForEvent('popup');
  await press(page, 'Give consent');
  const popup = await coming;
  const closed = popup.waitForEvent('close');
  await popup.getByRole('button', { name: 'Allow' }).click();
  await closed;
  await expect(dialog(page)).toContainText('The administrator gave consent.');
  await press(page, 'Test connection');
  await expect(dialog(page)).toContainText('Connection succeeded');
  await dialog(page).getByRole('switch', { name: 'Active' }).check();
  await press(page, 'Save');
  await expect(row(page, 'Our directory')).toContainText('Active');
  await expectDone(page, 'Connect the directory', '2 of 5 done');
}

async function addJob(page: Page, { name, kind, fill, changed = 0 }: Job): Promise<void> {
  await page.getByRole('button', { name: 'Add Job' }).click();
  await dialog(page).getByLabel('Job name').fill(name);
  await dialog(page).getByLabel('What to import').selectOption(kind);
  await dialog(page).getByLabel('Source').selectOption({ label: 'Our directory' });
  await chooseSite(page);
  await fill(dialog(page));
  await press(page, 'Preview');
  const counts = new RegExp(`^Would add [1-9]\\d*, change ${changed}, remove 0\\.$`);
  await expect(dialog(page).getByText(counts)).toBeVisible();
  await press(page, 'Save');
  await expect(dialog(page)).toHaveCount(0);
}

const expectRun = (page: Page, job: string) =>
  expect(row(page, job).getByRole('img', { name: 'The last run was successful' })).toBeVisible(RAN);

async function importAll(page: Page, provider: Provider): Promise<void> {
  const isGoogle = provider === 'Google';
  const below = (unit: string) => (part: Locator) =>
    isGoogle ? part.getByLabel('Path').fill(unit) : part.getByLabel('Group ID').fill(unitId(unit));
  await goTo(page, 'Bring in tutors and give them roles', 'Sync Jobs');
  await addJob(page, {
    name: 'Staff',
    kind: 'Tutors',
    // The administrator is known already, and gets the roles like the others.
    changed: 1,
    async fill(part) {
      await below('/Staff')(part);
      for (const role of ['Console User', 'Group Maintainer']) await part.getByLabel(role).check();
    },
  });
  await addJob(page, { name: 'Pupils', kind: 'Users', fill: below('/Students/Year 7') });
  await addJob(page, { name: 'Machines', kind: 'Devices', fill: below('/Devices/Year 7') });
  // A course is opened to the tutors who are there by then.
  for (const job of ['Staff', 'Pupils', 'Machines']) await expectRun(page, job);
  await addJob(page, {
    name: 'Classes',
    kind: 'Groups',
    fill: (part) =>
      isGoogle
        ? part.getByLabel('Teacher e-mail').fill(TEACHER)
        : part.getByLabel('Search').fill('Mathematics 7A'),
  });
  await expectRun(page, 'Classes');
  await expectDone(page, 'Bring in tutors and give them roles', '3 of 5 done');
}

async function deployDevices(page: Page, school: EmptySchool): Promise<void> {
  await goTo(page, 'Deploy devices', 'Deployment');
  const policy = page.getByRole('textbox', { name: 'Policy (JSON)' });
  await expect(policy).toHaveValue(/secret/);
  await school.deploy(await policy.inputValue());
  await expectDone(page, 'Deploy devices', '4 of 5 done');
}

async function setUpRunner(page: Page, { consoleUrl, dataDir }: EmptySchool): Promise<void> {
  await goTo(page, 'Set up a site runner', 'Site Runners');
  await page.getByRole('button', { name: 'Set up a Site Runner' }).click();
  await dialog(page).getByLabel('Runner name').fill('Library');
  await press(page, 'Next');
  await chooseSite(page);
  await press(page, 'Create');
  const token = await dialog(page).getByRole('textbox', { name: 'Token', exact: true }).inputValue();
  await press(page, 'Done');
  const args = ['--platform', consoleUrl, '--port', '0', '--address', '127.0.0.1', '--data', dataDir];
  const runner = startRunner(resolve('dist/downloads/lectern-runner.mjs'), args, {
    env: { LECTERN_RUNNER_TOKEN: token },
  });
  await expectDone(page, 'Set up a site runner', 'Everything is set up.');
  await expect(page.getByText(`Tutors sign in at ${consoleUrl} and choose their site`)).toBeVisible();
  await runner.stop();
}

/** As somebody whom nobody but the directory has brought. */
async function seeClass(lesson: BrowserContext, consoleUrl: string, provider: Provider): Promise<void> {
  const page = await lesson.newPage();
  await signIn(page, { consoleUrl, email: TEACHER, provider, site: SITE, byHand: true });
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Mathematics 7A' }).click();
  await expect(cards(page)).toHaveCount(2);
  await expectLivePictures(page, 2);
}

for (const provider of ['Google', 'Microsoft'] as const)
  test(`the list alone leads from nothing to a class with live screens, with ${provider}`, {
    tag: '@rare',
  }, async ({ page, school, pageErrors, browser }) => {
    test.setTimeout(240_000);
    pageErrors.allow(/401.*\/auth\/sites/);
    await signUp(page, school, provider);
    await addSite(page);
    await connectDirectory(page, provider);
    await importAll(page, provider);
    await deployDevices(page, school);
    await setUpRunner(page, school);
    // High enough for the whole class: who is away has a card, too, and what is out of sight sends no pictures.
    const lesson = await browser.newContext({ viewport: { width: 1400, height: 2400 } });
    pageErrors.watch(lesson);
    await seeClass(lesson, school.consoleUrl, provider);
    await lesson.close();
  });

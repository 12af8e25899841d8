/** Policies from the editor to the device: written, applied to a group, done there, changed, lifted, deleted. */
import type { Browser, Locator, Page } from '@playwright/test';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import { expectAccessible, expectAccessibleInBoth } from '../../support/browser/accessibility.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { launch, newestActivity } from '../../support/console/class-actions.ts';
import { addPart, confirmPolicy, editorOf, openPolicies } from '../../support/console/policy-editor.ts';
import { cards } from '../../support/console/wall.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const GROUP = '7A Mathematics';
const NAME = 'Everything at once';
const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

test.use({ viewport: { width: 1600, height: 1000 } });

/** The window of another tutor. */
const openOther = async (browser: Browser) => (await browser.newContext()).newPage();

async function writeEverything(page: Page): Promise<void> {
  const editor = editorOf(page);
  for (const title of [
    'Mute',
    'Block all web',
    'Enable Privacy',
    'Screen Capture',
    'Block Sleep',
    'Block Keypress',
  ])
    await editor.getByRole('button', { name: `Add ${title}`, exact: true }).click();
  await addPart(page, 'Block Websites', 624, (dialog) => dialog.getByLabel('Except').fill('games.example'));
  await addPart(page, 'Lock', undefined, (dialog) =>
    dialog.getByRole('textbox', { name: 'Message' }).fill('The exam is on'),
  );
  await addPart(page, 'Power Actions', undefined, async (dialog) => {
    await dialog.getByRole('radio', { name: 'Restart' }).check();
    await dialog.getByLabel('Countdown in seconds').fill('3600');
  });
  await addPart(page, 'Block Apps', 624, async (dialog) => {
    await dialog.getByRole('radio', { name: 'Block access to all apps' }).check();
    await dialog.getByLabel('Except').fill('writer.exe');
  });
  await addPart(page, 'Keyword Monitoring', 624, async (dialog) => {
    const words = dialog.getByLabel('Trigger words');
    const rows = async () => ((await words.boundingBox())?.height ?? 0) / 20.3;
    expect(await rows()).toBeGreaterThan(4);
    expect(await rows()).toBeLessThan(5);
    await words.fill('word\n'.repeat(60));
    expect(await rows()).toBeGreaterThan(23);
    expect(await rows()).toBeLessThan(25.5);
    await words.fill('cheat');
  });
  await addPart(page, 'Launch Action', 736, async (dialog) => {
    await dialog.getByRole('radio', { name: 'A program' }).check();
    await dialog.getByLabel('Command').fill('writer.exe');
    await dialog.getByLabel('Repeat in minutes').fill('60');
  });
  await addPart(page, 'Schedule', 624, async (dialog) => {
    for (const day of DAYS) {
      await dialog.getByRole('button', { name: `Add a period on ${day}` }).click();
      await dialog.getByLabel(`${day}, start of period 1`).fill('00:00');
      await dialog.getByLabel(`${day}, end of period 1`).fill('23:59');
    }
  });
  await addPart(page, 'Network Range', 624, (dialog) =>
    dialog.getByRole('textbox', { name: 'Networks' }).fill('192.168.* 10.20.0.0/16'),
  );
  await addPart(page, 'SSID', 624, (dialog) => dialog.getByLabel('Names of wireless networks').fill('Sch*'));
}

/** Opens the dialog of a part of a policy, and saves the policy with it changed. */
async function change(page: Page, title: string, fill: (dialog: Locator) => Promise<unknown>): Promise<void> {
  await rowMenu(page, 'Edit Policy');
  await editorOf(page)
    .getByRole('button', { name: `Configure ${title}` })
    .click();
  const dialog = page.getByRole('dialog', { name: title, exact: true });
  await fill(dialog);
  await dialog.getByRole('button', { name: 'Submit' }).click();
  await confirmPolicy(page);
}

async function rowMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${NAME}` }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function applyToGroup(page: Page, policy: string): Promise<void> {
  await page.getByRole('link', { name: `Users ${GROUP}` }).click();
  await page.getByRole('tab', { name: 'Group policies' }).click();
  await page.getByRole('button', { name: 'Apply Policy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Apply Policy' });
  await dialog.getByRole('checkbox', { name: policy }).check();
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await expect(dialog).toHaveCount(0);
  await page.getByRole('link', { name: 'Policies', exact: true }).click();
}

/** Other tests may hold the processor. */
const soon = { timeout: 15_000 };
const HELD = {
  policies: {
    muted: true,
    privacy: true,
    sleepBlocked: true,
    keysBlocked: true,
    captured: true,
    lock: { name: 'message', text: 'The exam is on' },
  },
  power: { action: 'reboot' },
};
const LIFTED = {
  policies: { muted: false, privacy: false, sleepBlocked: false, keysBlocked: false, captured: false },
};
const expectState = (device: SimulatedDevice, wanted: Record<string, unknown>) =>
  expect.poll(() => device.state(), soon).toMatchObject(wanted);

test('every effect under every condition reaches a device, and goes with each of them', {
  tag: '@rare',
}, async ({ page, browser, ownClassroom }) => {
  test.setTimeout(240_000);
  const classroom = await ownClassroom({ students: 6 });
  const device = classroom.simulatedClass?.devices.find(({ hostname }) => hostname.startsWith('RS-'));
  if (device === undefined) throw new Error('nobody has a computer with Windows');
  const colleague = await openOther(browser);
  await openPolicies(page, classroom);
  await openPolicies(colleague, classroom, 'admin@demo.example');

  await page.getByRole('button', { name: 'Add Policy' }).click();
  expect((await editorOf(page).boundingBox())?.width).toBe(704);
  await editorOf(page).getByLabel('Policy name').fill(NAME);
  await writeEverything(page);
  await expectAccessibleInBoth(page);
  await expect(editorOf(page).getByRole('region', { name: 'In words' })).toContainText(
    'Every day, all day, on the networks 192.168.* and 10.20.0.0/16, on the wireless network Sch*: mutes the sound; blocks all sites;',
  );
  await confirmPolicy(page);
  const row = page.getByRole('row', { name: NAME });
  await expect(row).toContainText('Nowhere');
  await expect(colleague.getByRole('row', { name: NAME })).toBeVisible();
  await expectState(device, LIFTED);

  await applyToGroup(page, NAME);
  await expectState(device, HELD);
  await expect.poll(() => device.tabs().filter(({ url }) => url.startsWith('http')), soon).toEqual([]);
  const programs = () => device.applications().map(({ processName }) => processName);
  await expect.poll(() => programs().filter((name) => name !== 'writer.exe'), soon).toEqual([]);
  await expect(row).toContainText(`1 group${GROUP}`);

  // Each condition alone takes everything back.
  await change(page, 'SSID', (dialog) => dialog.getByLabel('Names of wireless networks').fill('Home'));
  await expectState(device, LIFTED);
  await expect.poll(() => device.state().power).toBeUndefined();
  await change(page, 'SSID', (dialog) => dialog.getByLabel('Names of wireless networks').fill('School'));
  await expectState(device, HELD);
  await change(page, 'Network Range', (dialog) => dialog.getByRole('radio', { name: /^outside/ }).check());
  await expectState(device, LIFTED);
  await change(page, 'Network Range', (dialog) => dialog.getByRole('radio', { name: /^on / }).check());
  await expectState(device, HELD);
  await change(page, 'Schedule', async (dialog) => {
    // A minute of another day.
    const other = DAYS[(new Date().getDay() + 2) % 7] ?? '';
    for (const day of DAYS.filter((each) => each !== other))
      await dialog.getByRole('button', { name: `Remove period 1 of ${day}` }).click();
    await dialog.getByLabel(`${other}, end of period 1`).fill('00:00');
  });
  await expectState(device, LIFTED);
  await change(page, 'Schedule', async (dialog) => {
    for (const day of DAYS) {
      const end = dialog.getByLabel(`${day}, end of period 1`);
      if ((await end.count()) === 0)
        await dialog.getByRole('button', { name: `Add a period on ${day}` }).click();
      await dialog.getByLabel(`${day}, start of period 1`).fill('00:00');
      await end.fill('23:59');
    }
  });
  await expectState(device, HELD);

  // For the whole site, and again.
  await rowMenu(page, 'Disable Policy');
  await expect(row).toContainText('Disabled for the whole site');
  await expectState(device, LIFTED);
  await rowMenu(page, 'Enable Policy');
  await expectState(device, HELD);

  await page.getByRole('tab', { name: 'Applied to groups' }).click();
  await page.getByRole('button', { name: `Remove ${NAME} from ${GROUP}` }).click();
  await expectState(device, LIFTED);
  await newestActivity(page).getByRole('button', { name: /^Undo/ }).click();
  await expectState(device, HELD);

  await page.getByRole('tab', { name: 'Catalogue' }).click();
  await rowMenu(page, 'Delete Policy');
  const question = page.getByRole('dialog', { name: `Delete ${NAME}?` });
  await expect(question).toContainText(`Applied to 1 group, where it stops at once:${GROUP}`);
  expect((await question.boundingBox())?.width).toBe(464);
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Delete Policy' }).click();
  await expect(row).toHaveCount(0);
  await expectState(device, LIFTED);
  await expect(colleague.getByRole('row', { name: NAME })).toHaveCount(0);
});

test('a forbidden page of a student is an alert of the tutor, with a picture of the screen', {
  tag: '@rare',
}, async ({ page, browser, ownClassroom }) => {
  test.setTimeout(120_000);
  const classroom = await ownClassroom({ students: 2 });
  const teacher = await openOther(browser);
  await signIn(teacher, { consoleUrl: classroom.consoleUrl, email: 'teacher@demo.example' });
  await expect(cards(teacher)).toHaveCount(2);
  await openPolicies(page, classroom);
  const [device] = classroom.simulatedClass?.devices ?? [];
  if (device === undefined) throw new Error('the class is empty');
  const hostname = 'forbidden.example';
  const url = `https://${hostname}/level-1`;
  await launch(teacher, [device], { urls: [url] });

  await page.getByRole('button', { name: 'Add Policy' }).click();
  await editorOf(page).getByLabel('Policy name').fill(NAME);
  await addPart(page, 'Block Websites', 624, async (dialog) => {
    await dialog.getByLabel('Except').fill(hostname);
    await dialog.getByRole('checkbox', { name: 'Report events' }).check();
    await dialog.getByRole('checkbox', { name: 'Attach a screenshot to a report' }).check();
    await dialog.getByLabel('Try an address').fill(url);
    await expect(dialog.getByRole('status').last()).toHaveText(`Blocked by the line “${hostname}”`);
  });
  await confirmPolicy(page);
  await applyToGroup(page, NAME);

  await expect(teacher.getByRole('region', { name: 'Messages' })).toContainText(
    'Opened a blocked website',
    soon,
  );
  await teacher.getByRole('tab', { name: /^Alerts/ }).click();
  const alert = teacher.getByRole('row', { name: `Rule: ${hostname}` }).first();
  await expect(alert).toBeVisible();
  await expect(alert.getByRole('button', { name: /^Show in large: Screen of / })).toBeVisible();
  await expect.poll(() => device.tabs().some((tab) => tab.url === url), soon).toBe(false);
});

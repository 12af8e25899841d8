/** A browser that stores nothing: the pages say so, and the student page works all the same. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium, thisMachine } from '../support/browser/chromium.ts';
import { expect, test } from '../support/classroom/classroom.ts';
import { expectConnected, studentLink } from '../support/devices/join-student-page.ts';

const chromium = findChromium(thisMachine());

test('a browser that blocks site data shows what to change, and lets a student take part', {
  tag: '@rare',
}, async ({ playwright, launchOptions, ownClassroom }) => {
  const classroom = await ownClassroom({ students: 1 });
  // “Block all cookies and site data” in the settings, and in the policies of schools.
  const profile = await mkdtemp(join(tmpdir(), 'lectern-site-data-'));
  await mkdir(join(profile, 'Default'));
  const preferences = { profile: { default_content_setting_values: { cookies: 2 } } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
  // Chromium's headless shell has no preferences.
  const browser = await playwright.chromium.launchPersistentContext(profile, {
    ...launchOptions,
    ...(chromium.name === 'found' && { executablePath: chromium.path }),
    args: [...(launchOptions.args ?? []), '--headless=new'],
  });
  const errors: string[] = [];
  browser.on('weberror', (error) => errors.push(String(error.error())));
  try {
    const page = await browser.newPage();
    for (const address of [classroom.consoleUrl, `${classroom.loginUrl}/sign-in`]) {
      await page.goto(address);
      await expect(page.getByRole('heading', { name: 'This browser blocks site data' })).toBeVisible();
      await expect(page.getByRole('alert')).toContainText(new URL(address).host);
    }
    await page.goto(await studentLink(classroom));
    await expect(page.getByText('This browser does not store anything for this page')).toBeVisible();
    await page.getByRole('textbox', { name: 'Your name' }).fill('Noor');
    await page.getByRole('button', { name: 'Join' }).click();
    await expectConnected(page);
    await page.getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByText('You have left.')).toBeVisible();
    expect(errors).toEqual([]);
  } finally {
    await browser.close();
    await rm(profile, { recursive: true, force: true });
  }
});

test('a browser without room for a sign-in says so', { tag: '@rare' }, async ({ page, classroom }) => {
  await page.addInitScript(() => {
    for (let size = 5 * 1_024 * 1_024; size >= 1; size = Math.floor(size / 2)) {
      try {
        localStorage.setItem(`filler ${size}`, 'x'.repeat(size));
      } catch {
        // Half of it may fit.
      }
    }
  });
  await page.goto(classroom.consoleUrl);
  await expect(page.getByRole('heading', { name: 'This browser has no room left' })).toBeVisible();
  expect(new URL(page.url()).origin).toBe(classroom.loginUrl);
});

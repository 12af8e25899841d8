/** A browser installs the extension from the platform by the policy file of the deployment page, and updates it. */
import { appendFile, cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Worker } from '@playwright/test';
import { EXTENSION_FOLDER } from '../../../scripts/bundle/extension-build.ts';
import { managedChromiumObstacle, openManagedChromium } from '../../support/browser/managed-chromium.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { cardOf } from '../../support/console/wall.ts';
import { expect, test } from '../../support/devices/student-page.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const obstacle = managedChromiumObstacle();
test.skip(obstacle !== undefined, obstacle);
test.setTimeout(180_000);

/** The parts of the browser's interface that this test calls in the extension's worker. */
declare const chrome: {
  runtime: {
    getManifest(): { version: string };
    requestUpdateCheck(): Promise<unknown>;
    onUpdateAvailable: { addListener(listener: (update: { version: string }) => void): void };
    reload(): void;
  };
};

/** What the deployment page of the site shows to an administrator. */
async function deploymentPage(browser: Browser, { consoleUrl }: RunningClassroom) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await signIn(page, { consoleUrl, email: 'admin@demo.example', site: 'admin' });
  await page.goto(`${consoleUrl}/admin/sites/sites-installer?site=riverside`);
  const value = (name: string) => page.getByRole('textbox', { name, exact: true });
  await expect(value('Policy file')).toHaveValue(/"secret"/);
  const shown = {
    id: await value('Extension id').inputValue(),
    policies: JSON.parse(await value('Policy file').inputValue()),
  };
  await context.close();
  return shown;
}

/** The worker of the extension that runs now. */
async function workerOf(context: BrowserContext, id: string): Promise<Worker> {
  const isOwn = (worker: Worker) => new URL(worker.url()).host === id;
  return (
    context.serviceWorkers().find(isOwn) ??
    context.waitForEvent('serviceworker', { predicate: isOwn, timeout: 60_000 })
  );
}

/** A worker that has just ended has no version. */
const versionOf = (context: BrowserContext, id: string) =>
  workerOf(context, id)
    .then((worker) => worker.evaluate(() => chrome.runtime.getManifest().version))
    .catch(() => undefined);

/** Runs in the worker. Browsers look for updates every few hours by themselves. Resolves to the new version. */
const downloadUpdate = () =>
  new Promise<string>((resolve) => {
    chrome.runtime.onUpdateAvailable.addListener(({ version }) => resolve(version));
    void chrome.runtime.requestUpdateCheck();
  });

/** Replaces the extension at once, as a build does. */
async function changeExtension(folder: string): Promise<void> {
  const draft = `${folder}.next`;
  await cp(EXTENSION_FOLDER, draft, { recursive: true });
  await appendFile(join(draft, 'background.js'), '\n');
  await rm(folder, { recursive: true });
  await rename(draft, folder);
}

const isThere = (tutor: Page) => expect(cardOf(tutor, 'Student')).toBeVisible({ timeout: 30_000 });

test('a policy installs the extension, which joins its site and updates itself', async ({
  browser,
  ownClassroom,
  openTutor,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-extension-'));
  const extensionDir = join(folder, 'unpacked');
  await cp(EXTENSION_FOLDER, extensionDir, { recursive: true });
  const classroom = await ownClassroom({ extensionDir });
  const { id, policies } = await deploymentPage(browser, classroom);

  const { context, close } = await openManagedChromium(policies);
  try {
    const first = await versionOf(context, id);
    expect(first).toMatch(/^\d+\.\d+\.\d+\.1$/);
    const tutor = await openTutor(classroom, 1);
    await isThere(tutor);

    await changeExtension(extensionDir);
    const next = first?.replace(/1$/, '2');
    const worker = await workerOf(context, id);
    expect(await worker.evaluate(downloadUpdate)).toBe(next);
    await worker.evaluate(() => chrome.runtime.reload()).catch(() => undefined);
    await expect.poll(() => versionOf(context, id), { timeout: 30_000 }).toBe(next);
    await isThere(tutor);
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});

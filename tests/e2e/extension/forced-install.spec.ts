/** A browser installs the extension from the platform by the policy file of the deployment page, and updates it. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BrowserContext, Page, Worker } from '@playwright/test';
import { readManagedConfiguration } from '#protocol/deployment.ts';
import { writeExtension } from '../../../server/extension/fakes/extension-folder.ts';
import { managedChromiumObstacle, openManagedChromium } from '../../support/browser/managed-chromium.ts';
import { expect, test } from '../../support/classroom/classroom.ts';
import { signIn } from '../../support/tutors/sign-in.ts';

const obstacle = managedChromiumObstacle();
test.skip(obstacle !== undefined, obstacle);
test.setTimeout(120_000);

/** The parts of the browser's interface that the workers of these tests use. */
declare const chrome: {
  storage: { managed: { get(): Promise<unknown> } };
  runtime: {
    getManifest(): { version: string };
    requestUpdateCheck(): Promise<{ status: string; version?: string }>;
    reload(): void;
  };
};

const value = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true }).inputValue();

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

test('installs the extension by policy, configures it for the site, and updates it', async ({
  page,
  ownClassroom,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-extension-'));
  const extensionDir = join(folder, 'unpacked');
  await writeExtension(extensionDir);
  const { consoleUrl } = await ownClassroom({ extensionDir });
  await signIn(page, { consoleUrl, email: 'admin@demo.example', site: 'admin' });
  await page.goto(`${consoleUrl}/admin/sites/sites-installer?site=riverside`);
  await expect(page.getByRole('textbox', { name: 'Policy file', exact: true })).toHaveValue(/"secret"/);
  const id = await value(page, 'Extension id');
  const policies = JSON.parse(await value(page, 'Policy file'));
  const configuration = readManagedConfiguration(JSON.parse(await value(page, 'Policy (JSON)')));
  expect(configuration).toMatchObject({ tenantKey: 'demo', siteId: 'riverside' });

  const { context, close } = await openManagedChromium(policies);
  try {
    const worker = await workerOf(context, id);
    expect(await versionOf(context, id)).toBe('1.4.0.1');
    await expect.poll(() => worker.evaluate(() => chrome.storage.managed.get())).toEqual(configuration);

    await writeExtension(extensionDir, { script: 'globalThis.isNext = true;' });
    const found = await worker.evaluate(() => chrome.runtime.requestUpdateCheck());
    expect(found).toMatchObject({ status: 'update_available', version: '1.4.0.2' });
    await worker.evaluate(() => chrome.runtime.reload()).catch(() => undefined);
    await expect.poll(() => versionOf(context, id), { timeout: 30_000 }).toBe('1.4.0.2');
  } finally {
    await close();
    await rm(folder, { recursive: true, force: true });
  }
});

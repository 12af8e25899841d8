/** A student's browser with the extension, in a profile of its own. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { type BrowserContext, chromium, expect, type Page, type Worker } from '@playwright/test';
import type { SiteDeployment } from '#protocol/deployment.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import { EXTENSION_FOLDER } from '../../../scripts/bundle/extension-build.ts';
import { CHROMIUM_ARGS, findChromium, thisMachine } from '../browser/chromium.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';

export type ExtensionBrowser = StudentBrowser & {
  /** The id in the extension's addresses. */
  extensionId: string;
  /** The worker that runs now. Browsers start another one after it was stopped. */
  worker(): Promise<Worker>;
};

/** The settings that an administrator gives to the browsers of the site. */
export async function deploymentOf(
  classroom: Pick<RunningClassroom, 'dataDir'> & { platform: Pick<RunningClassroom['platform'], 'origin'> },
): Promise<SiteDeployment> {
  const { tenant, siteId, secret } = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  return { tenantKey: tenant, siteId, secret, configUrl: classroom.platform.origin('config') };
}

/** Opens the browser, and connects it with the classroom as a person does on the options page. */
export async function openExtensionBrowser(
  classroom: RunningClassroom,
  args: readonly string[] = [],
): Promise<ExtensionBrowser> {
  const browser = await launchWithExtension(args);
  const deployment = await deploymentOf(classroom);
  const worker = await browser.worker();
  await worker.evaluate((settings) => chrome.storage.local.set({ deployment: settings }), deployment);
  return browser;
}

/** A browser of a student's machine, in a profile of its own. */
export type StudentBrowser = {
  context: BrowserContext;
  profile: string;
  close(): Promise<void>;
};

/** Opens a browser without the extension. */
export async function launchStudentBrowser(args: readonly string[] = []): Promise<StudentBrowser> {
  const found = findChromium(thisMachine());
  const profile = await mkdtemp(join(tmpdir(), 'lectern-extension-'));
  await setDownloadsFolder(profile);
  const context = await chromium.launchPersistentContext(profile, {
    ...(found.name === 'found' && { executablePath: found.path }),
    headless: true,
    viewport: null,
    // The settings of a test's own pages apply to no window.
    deviceScaleFactor: undefined,
    args: [...CHROMIUM_ARGS, '--window-size=1280,720', ...args],
  });
  await saveDownloads(context);
  return {
    context,
    profile,
    async close() {
      await context.close();
      await rm(profile, { recursive: true, force: true });
    },
  };
}

/** Opens a browser with the unpacked extension. */
export async function launchWithExtension(args: readonly string[] = []): Promise<ExtensionBrowser> {
  const folder = resolve(EXTENSION_FOLDER);
  const loading = [`--disable-extensions-except=${folder}`, `--load-extension=${folder}`];
  const browser = await launchStudentBrowser([...loading, ...args]);
  const { context } = browser;
  const worker = async () => context.serviceWorkers().at(-1) ?? (await context.waitForEvent('serviceworker'));
  const { hostname } = new URL((await worker()).url());
  return { ...browser, extensionId: hostname, worker };
}

async function setDownloadsFolder(profile: string): Promise<void> {
  await mkdir(join(profile, 'Default'));
  const preferences = { download: { default_directory: join(profile, 'saved'), prompt_for_download: false } };
  await writeFile(join(profile, 'Default', 'Preferences'), JSON.stringify(preferences));
}

/** Downloads keep their names and go to the profile's folder. Playwright's own way renames them. */
async function saveDownloads(context: BrowserContext): Promise<void> {
  const [page = await context.newPage()] = context.pages();
  const session = await context.newCDPSession(page);
  await session.send('Browser.setDownloadBehavior', { behavior: 'default' });
  await session.detach();
}

/** The windows of the browser as its worker sees them. */
export const windowsOf = async (browser: ExtensionBrowser) =>
  (await browser.worker()).evaluate(async () =>
    (await chrome.windows.getAll({ populate: true })).map(({ id, type, tabs = [] }) => ({
      id,
      type,
      urls: tabs.map(({ url }) => url),
    })),
  );

export const LOCK_PAGE = '/pages/lock/lock.html';

/** The pages of the locked screen that are open now. */
export const lockPages = ({ context }: ExtensionBrowser) =>
  context.pages().filter((page) => page.url().endsWith(LOCK_PAGE));

export const expectLocked = (browser: ExtensionBrowser, windows = 1) =>
  expect.poll(() => lockPages(browser).length, { timeout: 15_000 }).toBe(windows);

/** The windows of the locked screen. */
export const lockWindowIds = async (browser: ExtensionBrowser) =>
  (await windowsOf(browser))
    .filter(({ urls }) => urls.some((url) => url?.endsWith(LOCK_PAGE)))
    .map(({ id }) => id);

/** The session that the worker has stored, which changes when it refreshes its token. */
export const storedSession = async (browser: ExtensionBrowser): Promise<string> =>
  (await browser.worker()).evaluate(async () => JSON.stringify(await chrome.storage.local.get('session')));

/** Ends the worker without a goodbye, as browsers do. Resolves when the next one runs, which the page starts. */
export async function stopWorker(browser: ExtensionBrowser): Promise<void> {
  const { context, extensionId } = browser;
  const worker = await browser.worker();
  await worker.evaluate(() => Object.assign(globalThis, { isFirst: true }));
  const page = await context.newPage();
  await page.goto(`chrome-extension://${extensionId}/pages/options/options.html`);
  const session = await context.newCDPSession(page);
  await session.send('ServiceWorker.enable');
  await session.send('ServiceWorker.stopAllWorkers');
  // Playwright's worker stands for the next one too.
  await expect
    .poll(() => worker.evaluate(() => 'isFirst' in globalThis).catch(() => true), { timeout: 40_000 })
    .toBe(false);
  await page.close();
}

/** The panel, which the extension opens by itself when something waits for the student. */
export async function openedPanel({ context }: ExtensionBrowser): Promise<Page> {
  const find = () => context.pages().find((page) => page.url().endsWith('/pages/panel/panel.html'));
  const isOpen = () => find() !== undefined;
  await expect.poll(isOpen, { message: 'the panel', timeout: 15_000 }).toBe(true);
  return find() as Page;
}

export type DownloadedFile = { name: string; sha256: string };

/** The files that the browser has downloaded completely. */
export async function downloadedFiles(browser: ExtensionBrowser): Promise<readonly DownloadedFile[]> {
  const found = await (await browser.worker()).evaluate(() => chrome.downloads.search({ state: 'complete' }));
  return Promise.all(
    found.map(async ({ filename }) => ({
      name: basename(filename),
      sha256: createHash('sha256')
        .update(await readFile(filename))
        .digest('hex'),
    })),
  );
}

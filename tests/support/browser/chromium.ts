/** Finds a browser for the tests, or installs one where that is possible without asking. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall, canAptInstall } from '../run/apt.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
const ELSEWHERE = [
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

/** What Chromium needs to start in a container and to stay quiet. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export type BrowserSearch = {
  /** `CHROMIUM_PATH`. */
  named: string | undefined;
  /** `PATH`. */
  searchPath: string;
  isExecutable(file: string): boolean;
  /** Where Playwright's own Chromium would be. */
  playwrightsOwn(): string;
};

export type FoundBrowser =
  | { name: 'found'; path: string }
  | { name: 'missing' }
  | { name: 'wrong'; path: string };

/** The order: the one that the person named, one of the system, Playwright's own. */
export function findChromium(search: BrowserSearch): FoundBrowser {
  const { named, isExecutable } = search;
  if (named) return isExecutable(named) ? { name: 'found', path: named } : { name: 'wrong', path: named };
  const folders = search.searchPath.split(delimiter).filter(Boolean);
  const system = folders.flatMap((folder) => NAMES.map((name) => join(folder, name)));
  const path = [...system, ...ELSEWHERE, search.playwrightsOwn()].find(isExecutable);
  return path === undefined ? { name: 'missing' } : { name: 'found', path };
}

export const thisMachine = (): BrowserSearch => ({
  named: process.env.CHROMIUM_PATH,
  searchPath: process.env.PATH ?? '',
  isExecutable(file) {
    try {
      accessSync(file, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  playwrightsOwn: () => chromium.executablePath(),
});

/** The browser to test with; installs Debian's package as root. Throws one sentence that says what to do. */
export async function ensureChromium(say: (line: string) => void): Promise<string> {
  const found = findChromium(thisMachine());
  if (found.name === 'found') return found.path;
  if (found.name === 'wrong') throw new Error(`CHROMIUM_PATH names ${found.path}, which is no program.`);
  if (!canAptInstall()) {
    throw new Error(
      'The end-to-end tests need Chromium: install it or Google Chrome, run “npx playwright install chromium”, or name one with CHROMIUM_PATH.',
    );
  }
  say('No browser found; installing the package chromium (once).');
  await aptInstall(['chromium', 'fonts-liberation']);
  const installed = findChromium(thisMachine());
  if (installed.name !== 'found') throw new Error('The package chromium was installed, but has no program.');
  return installed.path;
}

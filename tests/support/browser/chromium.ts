/** Finds a browser for the tests, or installs one where that is possible without asking. */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from '@playwright/test';
import { aptInstall, canAptInstall } from '../run/apt.ts';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
/** Chromium without windows: the same pages for a third less of the processor. It can neither share a screen nor install an app. */
const HEADLESS_SHELL = 'chromium-headless-shell';
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
  const path = [...ofTheSystem(search, NAMES), ...ELSEWHERE, search.playwrightsOwn()].find(isExecutable);
  return path === undefined ? { name: 'missing' } : { name: 'found', path };
}

/** For most tests: the system's headless shell, where no other browser was named; else as `findChromium`. */
export function findHeadlessShell(search: BrowserSearch): FoundBrowser {
  const path = ofTheSystem(search, [HEADLESS_SHELL]).find(search.isExecutable);
  return search.named || path === undefined ? findChromium(search) : { name: 'found', path };
}

const ofTheSystem = ({ searchPath }: BrowserSearch, names: readonly string[]): string[] =>
  searchPath
    .split(delimiter)
    .filter(Boolean)
    .flatMap((folder) => names.map((name) => join(folder, name)));

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

/** The browsers to test with; installs Debian's packages as root. Throws one sentence that says what to do. */
export async function ensureChromium(say: (line: string) => void): Promise<void> {
  const found = findChromium(thisMachine());
  if (found.name === 'found') return;
  if (found.name === 'wrong') throw new Error(`CHROMIUM_PATH names ${found.path}, which is no program.`);
  if (!canAptInstall()) {
    throw new Error(
      'The end-to-end tests need Chromium: install it or Google Chrome, run “npx playwright install chromium”, or name one with CHROMIUM_PATH.',
    );
  }
  say('No browser found; installing the packages chromium and chromium-headless-shell (once).');
  await aptInstall(['chromium', HEADLESS_SHELL, 'fonts-liberation']);
  const installed = findChromium(thisMachine());
  if (installed.name !== 'found') throw new Error('The package chromium was installed, but has no program.');
}

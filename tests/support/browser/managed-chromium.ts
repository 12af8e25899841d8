/** Debian's Chromium with policies of its own, as an administrator sets them on a computer. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM_ARGS } from './chromium.ts';

const PROGRAM = '/usr/bin/chromium';
/** Where Debian's Chromium reads its policies. */
const SETTINGS = '/etc/chromium';

/** Playwright turns off what installs and updates extensions. */
const PLAYWRIGHT_DEFAULTS = [
  '--disable-background-networking',
  '--disable-extensions',
  '--disable-component-extensions-with-background-pages',
];

export type ManagedChromium = {
  context: BrowserContext;
  close(): Promise<void>;
};

/** Why this machine cannot give one browser policies of its own; undefined: it can. */
export function managedChromiumObstacle(): string | undefined {
  if (!existsSync(PROGRAM) || !existsSync(SETTINGS)) return 'needs Debian’s package chromium';
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return undefined;
  } catch {
    return 'needs the right to mount, as root has it';
  }
}

/**
 * Only this browser sees the policies, because they are mounted over the system's folder in a namespace of its
 * own. Developer tools are on, because Playwright needs them for an extension that a policy installs.
 */
export async function openManagedChromium(policies: object): Promise<ManagedChromium> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-managed-'));
  const managed = join(folder, 'settings/policies/managed');
  await mkdir(managed, { recursive: true });
  const all = { ...policies, DeveloperToolsAvailability: 1 };
  await writeFile(join(managed, 'lectern.json'), JSON.stringify(all));
  const program = join(folder, 'chromium');
  await writeFile(
    program,
    `#!/bin/sh
exec unshare --mount sh -c 'mount --bind "$0" ${SETTINGS} && exec ${PROGRAM} "$@"' '${join(folder, 'settings')}' "$@"
`,
  );
  await chmod(program, 0o755);
  const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  try {
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      executablePath: program,
      headless: true,
      ignoreDefaultArgs: PLAYWRIGHT_DEFAULTS,
      args: CHROMIUM_ARGS.filter((argument) => !PLAYWRIGHT_DEFAULTS.includes(argument)),
    });
    return {
      context,
      async close() {
        await context.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}

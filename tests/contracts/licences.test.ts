/** What ships with the project may ship with it: every library of the production tree has a licence that allows it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readStored } from '../../scripts/dependencies/advisories.ts';
import { auditDependencies } from '../../scripts/dependencies/audit.ts';
import { DECIDED, isAllowed } from '../../scripts/dependencies/licences.ts';
import { readLock } from '../../scripts/dependencies/lock-file.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

const NOTICES = 'public/third-party-notices.txt';

type LockFile = { packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }> };

async function licenceOf(folder: string): Promise<string> {
  const { license, licenses } = JSON.parse(await readFile(`${root}${folder}/package.json`, 'utf8'));
  const named = license ?? licenses;
  if (typeof named === 'string') return named;
  if (Array.isArray(named)) return named.map(({ type }) => type).join(' OR ');
  return named?.type ?? 'UNKNOWN';
}

const lock: LockFile = JSON.parse(await readFile(`${root}package-lock.json`, 'utf8'));
const shipped = Object.entries(lock.packages)
  .filter(([folder, { dev, link }]) => folder.startsWith('node_modules/') && !dev && !link)
  .map(([folder]) => folder)
  // Builds for other systems are optional and not here.
  .filter((folder) => existsSync(`${root}${folder}/package.json`));

describe('the licences of what ships', () => {
  it('are looked at', () => {
    expect(shipped.length).toBeGreaterThan(50);
  });

  it('all allow it', async () => {
    const named = await Promise.all(
      shipped.map(async (folder) => [folder, await licenceOf(folder)] as const),
    );
    const open = named.filter(([folder, licence]) => !isAllowed(licence) && DECIDED[folder] !== licence);
    expect(open).toEqual([]);
  });

  it.each(Object.entries(DECIDED))('are told where they ask for it: %s', async (folder, licence) => {
    const { version } = JSON.parse(await readFile(`${root}${folder}/package.json`, 'utf8'));
    const notices = await readFile(`${root}${NOTICES}`, 'utf8');
    const name = folder.replace('node_modules/', '');
    expect(notices).toContain(`${name} ${version}, unmodified (${licence})`);
  });

  it.each(['MIT', 'MIT OR GPL-3.0', '(MIT AND BSD-3-Clause)', '(GPL-2.0-only OR Apache-2.0)'])(
    'may be %s',
    (licence) => {
      expect(isAllowed(licence)).toBe(true);
    },
  );

  it.each([
    'GPL-3.0',
    'AGPL-3.0-only',
    'MPL-2.0',
    'MIT AND GPL-2.0',
    'UNKNOWN',
    'SEE LICENSE IN x',
    'UNLICENSED',
  ])('may not be %s', (licence) => {
    expect(isAllowed(licence)).toBe(false);
  });
});

describe('the audit of the dependencies', () => {
  it('finds no fault in the lock file', async () => {
    const read = (file: string) => readFile(`${root}${file}`, 'utf8');
    const kept = readStored(await read('scripts/dependencies/advisories.json'));
    const packages = readLock(await read('package-lock.json'));
    expect(packages.length).toBeGreaterThan(500);
    expect(auditDependencies(packages, kept, Date.now()).faults).toEqual([]);
  });
});

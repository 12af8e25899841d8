/** What ships with the project may ship with it: every library of the production tree has a licence that allows it. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Permissive ones, which go into a work under the Apache License 2.0. Copyleft of any strength is a decision. */
const ALLOWED = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  // Fonts may be bundled; only selling them alone and reusing their names is kept back.
  'OFL-1.1',
  'PostgreSQL',
  'Python-2.0',
  'Unlicense',
  'Zlib',
]);

/**
 * Decided one by one. The MPL binds the files that it covers: they ship as they are, and a notice says where their
 * source is.
 */
const DECIDED: Readonly<Record<string, string>> = { 'node_modules/@novnc/novnc': 'MPL-2.0' };
const NOTICES = 'public/third-party-notices.txt';

type LockFile = { packages: Record<string, { dev?: boolean; devOptional?: boolean; link?: boolean }> };

/** An SPDX expression that leaves a way to comply with allowed licences alone. */
function isAllowed(expression: string): boolean {
  const bare = expression.replaceAll(/[()]/g, ' ').trim();
  return bare
    .split(/\s+OR\s+/)
    .some((choice) => choice.split(/\s+AND\s+/).every((part) => ALLOWED.has(part.trim())));
}

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

/** The page that newcomers read first names places that exist, and leaves none out. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));
const page = await readFile(`${root}docs/architecture.md`, 'utf8');

/** What stands in backticks or in a link and looks like a path of the repository. */
const paths = [
  ...page.matchAll(/`([\w.-]+(?:\/[\w.-]*)+|[\w-]+\.(?:json|ts|md))`/g),
  ...page.matchAll(/\]\(([\w./-]+)\)/g),
]
  .map(([, path = '']) => path)
  .filter((path) => !path.startsWith('#'));

/** The walks name files below a folder that the page names in full before. */
const folders = ['', 'docs/', ...paths.filter((path) => path.endsWith('/') && existsSync(root + path))];
const exists = (path: string) => folders.some((folder) => existsSync(root + folder + path));

describe('docs/architecture.md', () => {
  it('names paths at all', () => {
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each([...new Set(paths)])('names %s, which exists', (path) => {
    expect(exists(path)).toBe(true);
  });

  it.each(['agent', 'public', 'scripts', 'server', 'src', 'sw', 'tests', 'workers'])(
    'says what %s is',
    (folder) => {
      expect(paths.some((path) => path.startsWith(`${folder}/`))).toBe(true);
    },
  );

  it('is read in a quarter of an hour', () => {
    expect(page.split(/\s+/).length).toBeLessThan(2_200);
  });
});

/** The page that newcomers read first names places that exist, and leaves none out. */
import { execFileSync } from 'node:child_process';
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

const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n');
/** The walks name files by the end of their path, below a folder that was named before. */
const endsAFile = (path: string) => files.some((file) => file.endsWith(`/${path}`));

describe('docs/architecture.md', () => {
  it('names paths at all', () => {
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each([...new Set(paths)])('names %s, which exists', (path) => {
    expect(existsSync(root + path) || existsSync(`${root}docs/${path}`) || endsAFile(path)).toBe(true);
  });

  it.each(['agent', 'public', 'scripts', 'server', 'src', 'sw', 'tests', 'workers'])(
    'says what %s is',
    (folder) => {
      expect(paths.some((path) => path.startsWith(`${folder}/`))).toBe(true);
    },
  );

  it('is read in a quarter of an hour', () => {
    expect(page.split('\n').length).toBeLessThan(170);
  });
});

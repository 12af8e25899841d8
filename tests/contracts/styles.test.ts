/** The styles of a folder are its own business: other folders draw with its components. */
import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** The style sheets of other folders that a source file imports; its own folder and those in it are its own. */
const foreignStyles = (source: string): string[] =>
  [...source.matchAll(/(?:from|import) ['"]([^'"]+\.module\.css)['"]/g)]
    .map(([, path = '']) => path)
    .filter((path) => path.startsWith('../'));

it('no file imports the style sheet of another folder', async () => {
  const files = execFileSync('git', ['ls-files', 'src', 'agent'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.tsx?$/.test(file));
  expect(files.length).toBeGreaterThan(500);
  const found = await Promise.all(
    files.map(async (file) =>
      foreignStyles(await readFile(root + file, 'utf8')).map((path) => `${file}: ${path}`),
    ),
  );
  expect(found.flat()).toEqual([]);
});

it.each([
  ["import styles from './card.module.css';", 0],
  ["import styles from './parts/card.module.css';", 0],
  ["import field from '../../ui/field/field.module.css';", 1],
  ["import '../ui/list.module.css';", 1],
  ["import '../ui/base.css';", 0],
])('an import such as %s is found so often: %d', (source, count) => {
  expect(foreignStyles(source)).toHaveLength(count);
});

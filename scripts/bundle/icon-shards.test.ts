import { readFile } from 'node:fs/promises';
import { mdiAccountGroup, mdiGithub } from '@mdi/js';
import { beforeAll, expect, test } from 'vitest';
import { ICON_FOLDER, ICON_SHARD_COUNT, iconKey, iconShard } from '../../src/domain/icon-shard.ts';
import { ICON_NAMES_FILE, readIconFiles } from './icon-shards.ts';

let files: Map<string, string>;
beforeAll(async () => {
  files = await readIconFiles();
});

function pathOf(name: string): string | undefined {
  const key = iconKey(name) ?? '';
  return JSON.parse(files.get(iconShard(key)) ?? '{}')[key];
}

test('every icon lies in the file that its name leads to', () => {
  expect(pathOf('mdi-account-group')).toBe(mdiAccountGroup);
  expect(pathOf('mdi-github')).toBe(mdiGithub);
  expect(pathOf('mdi-no-such-thing')).toBeUndefined();
});

test('the files are many and small', () => {
  const shards = [...files].filter(([file]) => file !== ICON_NAMES_FILE);
  expect(shards).toHaveLength(ICON_SHARD_COUNT);
  for (const [file, source] of shards) expect(source.length, file).toBeLessThan(90_000);
});

test('the names to choose from lead to icons; brands and deprecated ones are not among them', () => {
  const names: string[] = JSON.parse(files.get(ICON_NAMES_FILE) ?? '[]');
  expect(names.length).toBeGreaterThan(6_500);
  expect(names).toContain('mdi-account-group');
  expect(names).not.toContain('mdi-github');
  expect(names.filter((name) => pathOf(name) === undefined)).toEqual([]);
});

test('the folder is called after the version that is installed', async () => {
  const { version } = JSON.parse(
    await readFile(new URL('../../node_modules/@mdi/js/package.json', import.meta.url), 'utf8'),
  );
  expect(ICON_FOLDER).toBe(`assets/mdi-${version}-${ICON_SHARD_COUNT}`);
});

import { expect, test } from 'vitest';
import { ICON_SHARD_COUNT, iconKey, iconShard } from './icon-shard.ts';

test.each([
  ['mdi-account-group', 'AccountGroup'],
  ['mdi-web', 'Web'],
  ['mdi-numeric-1-box', 'Numeric1Box'],
])('%s is kept as %s', (name, key) => {
  expect(iconKey(name)).toBe(key);
});

test.each([
  '',
  'account',
  'mdi-',
  'mdi-Account',
  'mdi-../../v1/groups',
  'mdi-<svg>',
  `mdi-${'a'.repeat(10_000)}`,
  'mdi-\u202egroup',
])('“%.30s” can be no icon', (name) => {
  expect(iconKey(name)).toBeUndefined();
});

test('names are spread over all files', () => {
  const files = new Set(Array.from({ length: 2_000 }, (_, i) => iconShard(`Icon${i}`)));
  expect(files.size).toBe(ICON_SHARD_COUNT);
  for (const file of files) expect(file).toMatch(/^\d\d\.json$/);
});

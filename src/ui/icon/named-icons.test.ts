import { expect, test, vi } from 'vitest';
import { iconShard } from '#domain/icon-shard.ts';
import { createNamedIcons } from './named-icons.ts';

const shard = async (file: string): Promise<unknown> =>
  file === iconShard('Lock') ? { Lock: 'M1 1', Odd: 7 } : {};

function icons(readFile = vi.fn(shard)) {
  const named = createNamedIcons({ readFile });
  const come = (name: string) => new Promise<void>((resolve) => named.subscribe(name, resolve));
  return { named, readFile, come };
}

test('an icon is fetched when it is first shown, and once', async () => {
  const { named, readFile, come } = icons();
  expect(named.get('mdi-lock')).toBeUndefined();
  expect(readFile).not.toHaveBeenCalled();
  await Promise.all([come('mdi-lock'), come('mdi-lock')]);
  expect(named.get('mdi-lock')).toEqual({ path: 'M1 1' });
  named.subscribe('mdi-lock', () => {});
  expect(readFile).toHaveBeenCalledTimes(1);
});

test('what is not an icon is unknown, without asking where no icon can have the name', async () => {
  const { named, readFile, come } = icons();
  await come('mdi-no-such-thing');
  expect(named.get('mdi-no-such-thing')).toBe('unknown');
  readFile.mockClear();
  for (const name of ['', '../../v1/groups', 'mdi-<b>', '__proto__']) {
    named.subscribe(name, () => {});
    expect(named.get(name)).toBe('unknown');
  }
  expect(readFile).not.toHaveBeenCalled();
});

test('a failure shows as unknown, and the next showing asks again', async () => {
  const readFile = vi.fn(shard).mockRejectedValueOnce(new Error('offline'));
  const { named, come } = icons(readFile);
  await come('mdi-lock');
  expect(named.get('mdi-lock')).toBe('unknown');
  await come('mdi-lock');
  expect(named.get('mdi-lock')).toEqual({ path: 'M1 1' });
});

test('a document that is none of ours names no icon', async () => {
  for (const document of [null, 'x', [], { Lock: 7 }]) {
    const { named, come } = icons(vi.fn(async () => document as unknown));
    await come('mdi-lock');
    expect(named.get('mdi-lock')).toBe('unknown');
  }
});

import { expect, test } from 'vitest';
import type { SiteDevice } from '#protocol/rest/device.ts';
import { withGroup } from './device-groups.ts';

const device = (id: string, ...groups: string[]) => ({ id, groups }) as unknown as SiteDevice;

test('a device has the group just where it is a member, and others stay the same objects', () => {
  const rows = [device('a', 'g', 'h'), device('b'), device('c', 'h'), device('d', 'g')];
  const next = withGroup(rows, 'g', new Set(['b', 'd']));
  expect(next.map(({ groups }) => groups)).toEqual([['h'], ['g'], ['h'], ['g']]);
  expect([next[2] === rows[2], next[3] === rows[3]]).toEqual([true, true]);
});

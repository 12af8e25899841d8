import { expect, test } from 'vitest';
import type { ActiveClient } from '#protocol/threads/live-worker.ts';
import { createPresentClients } from './present-clients.ts';
import { createRowCache } from './row-cache.ts';

const client = (
  clientId: string,
  deviceId?: string,
  authType: 'user' | 'session' = 'user',
): ActiveClient => ({
  clientId,
  authType,
  type: 'windowsAgent',
  ...(deviceId !== undefined && { deviceId }),
});

test('a session is at a device, and nobody of the directory', () => {
  const present = createPresentClients()(
    new Map([
      ['u1', [client('c1', 'd1'), client('c2')]],
      ['s1', [client('c3', 'd1', 'session')]],
    ]),
  );
  expect([...present.byUser.keys()]).toEqual(['u1']);
  expect(present.byUser.get('u1')?.map(({ clientId }) => clientId)).toEqual(['c1', 'c2']);
  expect(present.byDevice.get('d1')?.map(({ userId }) => userId)).toEqual(['u1', 's1']);
});

test('whose clients stay as they are keep the same array when others come and go', () => {
  const read = createPresentClients();
  const ofFirst = [client('c1', 'd1')];
  const before = read(
    new Map([
      ['u1', ofFirst],
      ['u2', [client('c2', 'd2')]],
    ]),
  );
  const after = read(
    new Map([
      ['u1', ofFirst],
      ['u3', [client('c3', 'd3')]],
    ]),
  );
  expect(after.byUser.get('u1')).toBe(before.byUser.get('u1'));
  expect(after.byDevice.get('d1')).toBe(before.byDevice.get('d1'));
  expect(after.byUser.has('u2')).toBe(false);
});

test('a row is made again just where one of its facts is another', () => {
  const made: string[] = [];
  const rows = createRowCache<{ id: string }, Record<string, number>, { id: string }>(
    ({ id }, world) => [world[id]],
    ({ id }) => {
      made.push(id);
      return { id };
    },
  );
  const [a, b, c] = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];
  const before = rows([a, b], { a: 1, b: 1 });
  const after = rows([a, b, c], { a: 1, b: 2, c: 1 });
  expect(made).toEqual(['a', 'b', 'b', 'c']);
  expect(after[0]).toBe(before[0]);
});

import { expect, test } from 'vitest';
import { createActiveUsers } from '#live/active-users.ts';
import { onReturn } from './on-return.ts';

const CLIENT = { authType: 'user', type: 'extension' } as const;

const client = { userId: 'u1', clientId: 'c1' };
const HERE = { userId: 'u1', clients: [{ clientId: 'c1', ...CLIENT }] };
const AWAY = { userId: 'u1', clients: [] };

function setUp() {
  const activeUsers = createActiveUsers({ ask: async () => undefined });
  let returns = 0;
  const stop = onReturn(activeUsers, client, () => {
    returns += 1;
  });
  return { activeUsers, stop, returns: () => returns };
}

test('a client that was away and is there again has come back, each time', () => {
  const { activeUsers, returns } = setUp();
  for (const change of [HERE, AWAY, HERE, HERE, AWAY, HERE]) activeUsers.apply([change]);
  expect(returns()).toBe(2);
});

test('one that was there from the start has not, nor after the worker was replaced', () => {
  const { activeUsers, returns } = setUp();
  activeUsers.apply([HERE]);
  activeUsers.restate();
  activeUsers.apply([HERE]);
  expect(returns()).toBe(0);
});

test('it is the client that counts, not the person', () => {
  const { activeUsers, returns } = setUp();
  const other = { clientId: 'c2', ...CLIENT };
  activeUsers.apply([{ userId: 'u1', clients: [other] }]);
  expect(returns()).toBe(0);
  activeUsers.apply([{ userId: 'u1', clients: [other, { clientId: 'c1', ...CLIENT }] }]);
  expect(returns()).toBe(1);
});

test('nothing is heard after the stop', () => {
  const { activeUsers, stop, returns } = setUp();
  activeUsers.apply([AWAY]);
  stop();
  activeUsers.apply([HERE]);
  expect(returns()).toBe(0);
});

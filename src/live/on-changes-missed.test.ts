import { expect, test } from 'vitest';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';
import { createConnectionStore } from './connection-store.ts';
import { onChangesMissed } from './on-changes-missed.ts';

const CONNECTING: ConnectionState = { name: 'connecting', attempt: 1 };
const CONNECTED: ConnectionState = { name: 'connected', since: 0 };
const reconnecting = (everConnected: boolean): ConnectionState => ({
  name: 'reconnecting',
  attempt: 1,
  code: 'broker-timeout',
  message: '',
  everConnected,
});

function setUp(first: ConnectionState) {
  const connection = createConnectionStore();
  connection.set(first);
  const time = { now: 0 };
  let missed = 0;
  const stop = onChangesMissed(
    connection,
    () => {
      missed += 1;
    },
    () => time.now,
  );
  return { connection, time, stop, missed: () => missed };
}

test.each([
  [CONNECTING, 4_000, 0],
  [CONNECTING, 6_000, 1],
  [reconnecting(true), 1_000, 1],
  [reconnecting(false), 1_000, 0],
])('%o and a connection after %i ms: missed %i times', (first, at, times) => {
  const { connection, time, missed } = setUp(first);
  time.now = at;
  connection.set(CONNECTED);
  connection.set(CONNECTED);
  expect(missed()).toBe(times);
});

test('another connection has missed something, also where its predecessor’s end was not heard', () => {
  const { connection, missed } = setUp(CONNECTED);
  connection.set({ name: 'connected', since: 1 });
  expect(missed()).toBe(1);
});

test('each connection that is back has missed something, until nobody asks any more', () => {
  const { connection, missed, stop } = setUp(CONNECTED);
  for (const times of [1, 2]) {
    connection.set(reconnecting(true));
    connection.set(CONNECTED);
    expect(missed()).toBe(times);
  }
  stop();
  connection.set(reconnecting(true));
  connection.set(CONNECTED);
  expect(missed()).toBe(2);
});

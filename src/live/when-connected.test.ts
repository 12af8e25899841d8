import { expect, test } from 'vitest';
import type { ConnectionState } from '#protocol/threads/live-worker.ts';
import { createConnectionStore } from './connection-store.ts';
import { whenConnected } from './when-connected.ts';

const failing = (
  code: 'broker-timeout' | 'broker-silent' | 'broker-refused',
  message: string,
): ConnectionState => ({
  name: 'reconnecting',
  attempt: 1,
  code,
  message,
  everConnected: false,
});

test('resolves at once while connected, else with the connection', async () => {
  const store = createConnectionStore();
  const waiting = whenConnected(store);
  store.set({ name: 'connected', since: 1 });
  await expect(waiting).resolves.toBeUndefined();
  await expect(whenConnected(store)).resolves.toBeUndefined();
});

test.each([
  ['broker-timeout', 'Connection timeout to URL wss://broker'],
  ['broker-silent', 'Broker does not respond'],
  ['broker-refused', 'Not authorized'],
] as const)('rejects at the first failure with its code: %s', async (code, message) => {
  const store = createConnectionStore();
  const waiting = whenConnected(store);
  store.set(failing(code, message));
  await expect(waiting).rejects.toMatchObject({ name: 'AppError', code, message });
});

test('a failure from before the call does not count, the next one does', async () => {
  const store = createConnectionStore();
  store.set(failing('broker-silent', 'Broker does not respond'));
  const first = whenConnected(store);
  store.set({ name: 'connecting', attempt: 2 });
  store.set({ name: 'connected', since: 1 });
  await expect(first).resolves.toBeUndefined();
  store.set(failing('broker-silent', 'Broker does not respond'));
  const second = whenConnected(store);
  store.set(failing('broker-timeout', 'Connection timeout to URL wss://broker'));
  await expect(second).rejects.toMatchObject({ code: 'broker-timeout' });
});

test('rejects where only a reload helps', async () => {
  const store = createConnectionStore();
  store.set({ name: 'outdated' });
  await expect(whenConnected(store)).rejects.toMatchObject({ code: 'aborted' });
});

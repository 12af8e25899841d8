import { expect, test } from 'vitest';
import { createFakeStorage } from '../session/fakes/fake-storage.ts';
import { createStunCredentials } from './stun-credentials.ts';

const DAY_MS = 86_400_000;

function setUp(expiresAt?: number) {
  const storage = createFakeStorage();
  let nowMs = 1_000_000;
  let reads = 0;
  const credentials = createStunCredentials({
    storage: () => storage,
    nowMs: () => nowMs,
    async read() {
      reads += 1;
      return { iceServers: [{ urls: `stun:${reads}` }], ...(expiresAt ? { expiresAt } : {}) };
    },
  });
  const wait = (ms: number) => {
    nowMs += ms;
  };
  return { storage, credentials, wait, reads: () => reads };
}

test('are asked for once in seven days', async () => {
  const { credentials, wait, reads } = setUp();
  await credentials();
  wait(7 * DAY_MS - 1);
  expect((await credentials()).iceServers).toEqual([{ urls: 'stun:1' }]);
  expect(reads()).toBe(1);
  wait(1);
  expect((await credentials()).iceServers).toEqual([{ urls: 'stun:2' }]);
});

test('that run out earlier are asked for again', async () => {
  const { credentials, wait, reads } = setUp(1_000_000 + DAY_MS);
  await credentials();
  wait(DAY_MS);
  await credentials();
  expect(reads()).toBe(2);
});

test('what is damaged, or from a clock that was set back, is not used', async () => {
  const { storage, credentials, wait, reads } = setUp();
  storage.setItem('STUN_CREDENTIALS', '{"iceServers":[]}');
  await credentials();
  expect(reads()).toBe(1);
  wait(-DAY_MS);
  await credentials();
  expect(reads()).toBe(2);
});

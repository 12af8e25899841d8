import { expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { createStunCredentials } from './stun-credentials.ts';

const DAY_MS = 86_400_000;

/** `aheadMs`: of the clock of this computer. */
function setUp(expiresAt?: number, aheadMs = 0) {
  const storage = createFakeStorage();
  let nowMs = 1_000_000;
  let reads = 0;
  let isAway = false;
  let person: string | undefined = 'anna';
  let asked = () => {};
  const dropped: number[] = [];
  const { get: credentials, renew } = createStunCredentials({
    storage: () => storage,
    nowMs: () => nowMs + aheadMs,
    platformNowMs: () => nowMs,
    dropCached: async () => void dropped.push(reads),
    person: () => person,
    async read() {
      asked();
      if (isAway) throw new AppError('unreachable', 'no answer');
      reads += 1;
      return { iceServers: [{ urls: `stun:${reads}` }], ...(expiresAt ? { expiresAt } : {}) };
    },
  });
  const wait = (ms: number) => {
    nowMs += ms;
  };
  const goAway = () => {
    isAway = true;
  };
  /** From now on, or while the next answer is under way. */
  const become = (who: string | undefined, meanwhile = false) => {
    if (!meanwhile) person = who;
    else
      asked = () => {
        person = who;
      };
  };
  return { storage, credentials, renew, wait, goAway, become, dropped, reads: () => reads };
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

test.each([
  ['is right', 0],
  ['is a year ahead', 365 * DAY_MS],
  ['is a year behind', -365 * DAY_MS],
])('that run out earlier are asked for again, where the clock %s', async (_, aheadMs) => {
  const { credentials, wait, reads } = setUp(1_000_000 + DAY_MS, aheadMs);
  await credentials();
  wait(DAY_MS - 1);
  await credentials();
  expect(reads()).toBe(1);
  wait(1);
  await credentials();
  expect(reads()).toBe(2);
});

test('are nobody else’s, and stay nowhere where they come after the sign-out', async () => {
  const { storage, credentials, become, reads } = setUp();
  await credentials();
  become('ben');
  expect((await credentials()).iceServers).toEqual([{ urls: 'stun:2' }]);
  storage.removeItem('STUN_CREDENTIALS');
  become(undefined, true);
  await credentials();
  expect(storage.getItem('STUN_CREDENTIALS')).toBeNull();
  expect(reads()).toBe(3);
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

test('with which no connection could be made are fetched anew, past the service worker that keeps them too', async () => {
  const { credentials, renew, wait, dropped, reads } = setUp();
  await renew();
  expect(reads()).toBe(0);
  await credentials();
  // What came a moment ago would come again.
  wait(599_999);
  await renew();
  expect([reads(), dropped]).toEqual([1, []]);
  wait(1);
  await Promise.all([renew(), renew()]);
  expect([reads(), dropped]).toEqual([2, [1]]);
  wait(7 * DAY_MS - 1);
  expect((await credentials()).iceServers).toEqual([{ urls: 'stun:2' }]);
});

test('stay as they are where they cannot be fetched anew', async () => {
  const logged = vi.spyOn(console, 'info').mockImplementation(() => {});
  const { credentials, renew, wait, goAway } = setUp();
  await credentials();
  wait(DAY_MS);
  goAway();
  await renew();
  expect((await credentials()).iceServers).toEqual([{ urls: 'stun:1' }]);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

import { expect, test } from 'vitest';
import { createObservable } from '#protocol/observable.ts';
import type { AgentSessionState } from '../../core/connection/agent-session.ts';
import { followBlockedLine } from './blocked-line.ts';

function setUp() {
  const session = createObservable<AgentSessionState>({ name: 'enrolling', attempt: 1 });
  const platform = { isReachable: true, asked: 0 };
  const line = followBlockedLine({
    session,
    async isReachable() {
      platform.asked += 1;
      return platform.isReachable;
    },
  });
  /** An attempt that fails after that phase. */
  async function fail(attempt: number, phase: 'connecting' | 'enrolling', isRefused = false) {
    session.set({ name: phase, attempt });
    session.set({ name: 'waiting', attempt, untilMs: 0, message: 'No', isRefused });
    await Promise.resolve();
    await Promise.resolve();
  }
  return { session, platform, fail, ...line };
}

test('a line that fails twice while the platform answers is blocked, until it is online', async () => {
  const { session, fail, isBlocked } = setUp();
  await fail(1, 'connecting');
  expect(isBlocked.get()).toBe(false);
  await fail(2, 'connecting');
  expect(isBlocked.get()).toBe(true);
  session.set({ name: 'online', since: 1 });
  expect(isBlocked.get()).toBe(false);
});

test('a platform that is away, that lets nobody in, or refuses the token is no blocked line', async () => {
  const { platform, fail, isBlocked } = setUp();
  await fail(2, 'enrolling');
  await fail(2, 'connecting', true);
  expect(platform.asked).toBe(0);
  platform.isReachable = false;
  await fail(2, 'connecting');
  expect(isBlocked.get()).toBe(false);
  platform.isReachable = true;
  await fail(4, 'connecting');
  expect(isBlocked.get()).toBe(true);
});

test('the platform is asked more and more rarely', async () => {
  const { platform, fail } = setUp();
  for (let attempt = 1; attempt <= 100; attempt += 1) await fail(attempt, 'connecting');
  expect(platform.asked).toBe(6);
});

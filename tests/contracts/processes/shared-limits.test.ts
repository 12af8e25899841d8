/** Who has used up an account's or an address's calls at one process finds no others at the next. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_LIMITS } from '../../../server/http/call-limits.ts';
import type { Platform } from '../../../server/platform/platform.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import { tryRoom } from '../faults/rooms-over-rest.ts';
import { startTwoProcesses, type TwoProcesses } from './two-processes.ts';

const LONG_MS = 90_000;
const MOST = 40;
/** Peer tickets of a tutor in a minute. */
const TICKETS = 120;

let two: TwoProcesses;
beforeAll(async () => {
  const limits = { ...CALL_LIMITS, changes: MOST, refusedTokens: MOST };
  // What was used up would be filled again, one call every second and a half: time stands still.
  const now = Date.now();
  two = await startTwoProcesses({}, { limits, clock: () => now });
}, LONG_MS);
afterAll(() => two?.close(), LONG_MS);

/** How often `call` was answered before it was refused for its rate, at most `MOST` times; ten calls a second or fewer. */
async function untilRefused(call: () => Promise<number>): Promise<number> {
  let answered = 0;
  await expect
    .poll(
      async () => {
        const status = await call();
        if (status !== 429) answered += 1;
        return status === 429 || answered > MOST;
      },
      { timeout: 30_000, interval: 100 },
    )
    .toBe(true);
  return answered;
}

async function usedUpAtBoth(call: (platform: Platform) => Promise<number>): Promise<void> {
  const [first, second] = two.platforms;
  for (let n = 0; n < MOST; n += 1) expect(await call(first)).not.toBe(429);
  expect(await call(first)).toBe(429);
  // What the first has used up is known at the second soon after it asks.
  expect(await untilRefused(() => call(second))).toBeLessThan(MOST);
}

describe('limits of two processes', () => {
  it('count the changes of an account together', { timeout: LONG_MS }, async () => {
    const { accessToken } = await consoleSession(two.platforms[0], 'teacher@demo.example');
    await usedUpAtBoth(async (platform) => (await tryRoom(platform, accessToken, randomUUID())).status);
  });

  it('count the wrong tokens of an address together', { timeout: LONG_MS }, async () => {
    await usedUpAtBoth(async (platform) => {
      const headers = { 'tenant-key': 'demo', authorization: 'Bearer no.good.token' };
      return (await ask(`${platform.origin('demo')}/v1/groups?limit=1`, { headers })).status;
    });
  });

  it('count the peer tickets of a tutor together', { timeout: LONG_MS }, async () => {
    const [first, second] = two.platforms;
    const { accessToken } = await consoleSession(first, 'maintainer@demo.example');
    const ticketAt = async (platform: Platform) => {
      const { status } = await ask(`${platform.origin('demo')}/auth/peer-tickets`, {
        method: 'POST',
        headers: {
          'tenant-key': 'demo',
          'content-type': 'application/json',
          authorization: `Bearer ${accessToken}`,
        },
        body: '{}',
      });
      return status;
    };
    for (let n = 0; n < TICKETS; n += 1) expect(await ticketAt(first)).toBe(200);
    expect(await ticketAt(first)).toBe(429);
    expect(await untilRefused(() => ticketAt(second))).toBeLessThan(MOST);
  });
});

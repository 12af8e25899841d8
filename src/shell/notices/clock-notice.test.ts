import { afterEach, expect, test, vi } from 'vitest';
import { signedIn } from '#session/fakes/signed-in.ts';
import { platformNow } from '#session/platform-time.ts';
import { session } from '#session/session-state.ts';
import { clockWarning, warnOfWrongClock } from './clock-notice.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const YEAR_MS = 365 * DAY_MS;
const NOW = Date.parse('2026-11-21T10:00:00Z');

afterEach(() => {
  vi.useRealTimers();
  session.state = { name: 'unknown' };
});

/** Signs in while the platform's clock says `NOW`, and the one of this computer is so much ahead. */
function signIn(aheadMs: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: NOW + aheadMs });
  const iat = NOW / 1_000;
  const claims = { iss: 'i', aud: 'a', sub: 't', kind: 'tutor', tenant: 'demo', iat, exp: iat + 900 };
  const token = `e30.${btoa(JSON.stringify(claims))}.x`;
  session.state = signedIn({ token, expiresAtMs: NOW + aheadMs + 900_000 });
}

test.each([
  [4 * MINUTE_MS, undefined],
  [-4 * MINUTE_MS, undefined],
  [10 * MINUTE_MS, '10 minutes ahead'],
  [HOUR_MS, '60 minutes ahead'],
  [-HOUR_MS, '60 minutes behind'],
  [5 * HOUR_MS, '5 hours ahead'],
  [-DAY_MS, '24 hours behind'],
  [YEAR_MS, '365 days ahead'],
  [-3 * YEAR_MS, '3 years behind'],
])('a clock that is %i ms ahead is said as %s', (aheadMs, words) => {
  if (words === undefined) expect(clockWarning(aheadMs)).toBeUndefined();
  else expect(clockWarning(aheadMs)).toContain(words);
});

test.each([0, HOUR_MS, DAY_MS, YEAR_MS, -HOUR_MS, -DAY_MS, -YEAR_MS])(
  'the platform’s time is known with a clock that is %i ms ahead, which is said once',
  async (aheadMs) => {
    const shown: string[] = [];
    const life = new AbortController();
    warnOfWrongClock(({ text }) => shown.push(text), life.signal);
    for (let renewals = 0; renewals < 3; renewals += 1) {
      signIn(aheadMs);
      await Promise.resolve();
    }
    expect(platformNow()).toBe(NOW);
    expect(shown).toHaveLength(aheadMs === 0 ? 0 : 1);
    life.abort();
  },
);

import { describe, expect, it } from 'vitest';
import { ownRateLimits } from '#base/rate-limit.ts';
import { createEnrolmentLimits } from './enrolment-limits.ts';

describe('new student pages', () => {
  const MINUTE_MS = 60_000;
  let now = 0;
  const limits = () =>
    createEnrolmentLimits({ security: { note: () => {} }, rateLimit: ownRateLimits(() => now) });
  const taken = (of: ReturnType<typeof limits>, count: number, address: string, secret = 'page-link') =>
    Array.from({ length: count }, () => of.takePage({ address, secret })).filter(Boolean).length;

  it('ten classes behind one address come within a minute, and a flood from there leaves others their share', () => {
    const link = limits();
    expect(taken(link, 1_000, '203.0.113.7')).toBe(300);
    expect(taken(link, 200, '198.51.100.1')).toBe(200);
    expect(taken(link, 200, '203.0.113.7', 'page-other-site')).toBe(200);
    now += MINUTE_MS;
    expect(taken(link, 1_000, '203.0.113.7')).toBe(300);
  });

  it('one link has a limit from all addresses together', () => {
    const link = limits();
    const all = Array.from({ length: 10 }, (_, n) => taken(link, 300, `203.0.113.${n}`));
    expect(all.reduce((sum, each) => sum + each, 0)).toBe(1_200);
  });

  it('tells consoles once in five minutes for each site', () => {
    const link = limits();
    const told = () => [link.takeNotice('t/a'), link.takeNotice('t/a'), link.takeNotice('t/b')];
    expect(told()).toEqual([true, false, true]);
    now += 5 * MINUTE_MS;
    expect(told()).toEqual([true, false, true]);
  });
});

describe('logins', () => {
  const limits = () =>
    createEnrolmentLimits({ security: { note: () => {} }, rateLimit: ownRateLimits(() => 0) });
  const SCHOOL = '203.0.113.7';
  type Caller = Parameters<ReturnType<typeof limits>['take']>[0];
  const taken = (
    of: ReturnType<typeof limits>,
    count: number,
    caller: (n: number) => Omit<Caller, 'address'>,
  ) => {
    let accepted = 0;
    for (let n = 0; n < count; n += 1)
      try {
        of.take({ address: SCHOOL, ...caller(n) });
        accepted += 1;
      } catch {
        // Refused.
      }
    return accepted;
  };
  const machine = (n: number) => ({ secret: `device-${n}`, kind: 'device' }) as const;

  it('with secrets of their own have no common limit', () => {
    expect(taken(limits(), 2_000, machine)).toBe(2_000);
    expect(taken(limits(), 100, () => machine(1))).toBe(20);
  });

  it.each([
    ['the key of a link', 'page'],
    ['the secret of the site', 'site'],
    ['guesses', 'unknown'],
  ] as const)('with %s cannot use up the limits of others', (_, kind) => {
    const of = limits();
    expect(taken(of, 2_000, () => ({ secret: 'flood', kind }))).toBe(600);
    for (const other of (['page', 'site', 'unknown'] as const).filter((each) => each !== kind))
      expect(
        taken(of, 600, () => ({ secret: 'other', kind: other })),
        other,
      ).toBe(600);
    expect(taken(of, 2_000, machine)).toBe(2_000);
  });
});

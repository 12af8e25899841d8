import { describe, expect, it } from 'vitest';
import { createLog, type LogLine } from './log.ts';
import { createSecurityLog } from './security-log.ts';

function securityLog() {
  const lines: string[] = [];
  const logged: LogLine[] = [];
  const security = createSecurityLog({
    log: createLog((line) => logged.push(line)),
    clock: () => Date.UTC(2030, 0, 7, 9),
    keep: (line) => lines.push(line),
  });
  return { security, lines, logged };
}

describe('security log', () => {
  it('keeps who, from where and what came of it as a line of JSON', () => {
    const { security, lines, logged } = securityLog();
    security.note({ what: 'signed-in', tenant: 'demo', kind: 'tutor', who: 'tess', address: '10.0.0.7' });
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      {
        at: '2030-01-07T09:00:00.000Z',
        level: 'info',
        what: 'signed-in',
        tenant: 'demo',
        kind: 'tutor',
        who: 'tess',
        address: '10.0.0.7',
      },
    ]);
    expect(logged).toEqual([]);
  });

  it('warns of what somebody should look at', () => {
    const { security, logged } = securityLog();
    security.note({ what: 'refresh-reused', tenant: 'demo', who: 'tess' });
    expect(logged).toEqual([
      { level: 'warn', message: 'refresh-reused', fields: { tenant: 'demo', who: 'tess' } },
    ]);
  });

  it('nobody writes a line of their own, or leaves a token in one', () => {
    const { security, lines } = securityLog();
    const who = 'x\n{"what":"signed-in"}\u001b[31m\u2028\u202e\u{e0001}';
    const token = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ0dXRvciJ9.c2lnbmF0dXJlLWJ5dGVz';
    security.note({ what: 'token-refused', reason: 'token', who, about: `/mqtt ${token}` });
    expect(lines[0]).toMatch(/^[\x20-\x7e]+$/);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ who, about: '/mqtt [token]' });
  });

  it('limits the lines of each reason, and counts all of them', () => {
    const { security, lines } = securityLog();
    for (let n = 0; n < 432; n += 1) security.note({ what: 'secret-refused', reason: 'site' });
    security.note({ what: 'secret-refused', reason: 'runner' });
    expect(lines).toHaveLength(21);
    security.stop();
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      what: 'secret-refused',
      reason: 'site',
      more: 412,
      level: 'warn',
    });
    expect(security.counters()).toEqual({ 'secret-refused:site': 432, 'secret-refused:runner': 1 });
  });
});

import { describe, expect, it } from 'vitest';
import { createLog, type LogLine, redact } from './log.ts';

const jwt = 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiJ0dXRvciJ9.c2lnbmF0dXJlLWJ5dGVz';
const code = 'Zk3mQ9x_2vLr8sT1uWpYbN4cEfGhJkMnPqRsTuVwXyZ';

describe('log', () => {
  it.each([
    [`GET /redirect?code=${code}&state=1 failed`, 'GET /redirect failed'],
    [`bearer ${jwt}`, 'bearer [token]'],
    [`code ${code} was refused`, 'code [secret] was refused'],
    ['open /sign-in#challenge=abc now', 'open /sign-in now'],
    ['postgres://lectern:hunter2@db:5432/x', 'postgres://lectern:…@db:5432/x'],
  ])('takes secrets out of %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('cleans messages, fields and errors alike', () => {
    const lines: LogLine[] = [];
    createLog((line) => lines.push(line)).error(`no ${jwt}`, {
      path: `/x?t=${code}`,
      error: new Error(jwt),
      n: 1,
    });
    const text = JSON.stringify(lines);
    expect(text).not.toContain(jwt);
    expect(text).not.toContain(code);
    expect(lines[0]).toMatchObject({ level: 'error', message: 'no [token]', fields: { path: '/x', n: 1 } });
  });
});

import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';
import { createTerminalLines, type TerminalLinesOptions } from './terminal-lines.ts';

function terminal(options?: TerminalLinesOptions) {
  const lines: string[] = [];
  const { write, stop } = createTerminalLines((line) => lines.push(line), options);
  return { lines, log: createLog(write), stop };
}

describe('lines on the terminal', () => {
  it('no text of a client begins a line, colours the terminal or pretends to be a field', () => {
    const { lines, log, stop } = terminal();
    log.warn('refused', {
      client: 'x\nwarn: broker INJECTED client=admin\u001b[31m\u2028\u202e',
      reason: 'token',
    });
    stop();
    expect(lines).toEqual([
      'warn: refused client="x\\u000awarn: broker INJECTED client=admin\\u001b[31m\\u2028\\u202e" reason=token',
    ]);
  });

  it('no line of an error begins as a line of the log does', () => {
    const { lines, log, stop } = terminal();
    log.error('failed', { error: new Error('first\nwarn: forged') });
    stop();
    expect(lines[0]).toContain('\n  | warn: forged');
    expect(lines[0]?.split('\n').filter((line) => line.startsWith('warn'))).toEqual([]);
  });

  it('three hundred alike are thirty lines and a count', () => {
    const { lines, log, stop } = terminal();
    for (let n = 0; n < 300; n += 1) log.warn('refused a socket', { n });
    stop();
    expect(lines).toHaveLength(31);
    expect(lines.at(-1)).toBe('warn: refused a socket … and 270 more in the last minute');
  });
});

describe('lines for programs', () => {
  const json = { format: 'json', clock: () => 1_700_000_000_000 } as const;
  const time = '2023-11-14T22:13:20.000Z';

  it('are objects with the same keys, one a line, of every level', () => {
    const { lines, log, stop } = terminal(json);
    log.info('made the database');
    log.error('failed', { error: new Error('first\nwarn: forged'), seconds: 2 });
    stop();
    expect(lines.every((line) => !line.includes('\n'))).toBe(true);
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { time, level: 'info', message: 'made the database', fields: {} },
      {
        time,
        level: 'error',
        message: 'failed',
        fields: { error: expect.stringContaining('warn: forged'), seconds: 2 },
      },
    ]);
  });

  it('are limited as those for people are, and say so in an object', () => {
    const { lines, log, stop } = terminal(json);
    for (let n = 0; n < 300; n += 1) log.warn('refused a socket', { n });
    stop();
    expect(lines).toHaveLength(31);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 'warn',
      fields: { about: 'warn: refused a socket', more: 270 },
    });
  });
});

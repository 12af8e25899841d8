import { afterEach, describe, expect, it, vi } from 'vitest';
import { startCounterReport } from './counter-report.ts';

describe('report of counters', () => {
  afterEach(() => void vi.useRealTimers());

  it('tells every ten minutes what has moved, and at the end', () => {
    vi.useFakeTimers();
    const lines: string[] = [];
    const counters = { security: { 'secret-refused:site': 0 } };
    const stop = startCounterReport({
      read: () => counters,
      append: (line) => lines.push(line),
      clock: () => Date.UTC(2030, 0, 7),
    });
    vi.advanceTimersByTime(600_000);
    expect(lines).toEqual([]);
    counters.security['secret-refused:site'] = 442;
    vi.advanceTimersByTime(1_200_000);
    counters.security['secret-refused:site'] = 443;
    stop();
    expect(lines.map((line) => JSON.parse(line))).toEqual(
      [442, 443].map((count) => ({
        at: '2030-01-07T00:00:00.000Z',
        level: 'info',
        what: 'counters',
        security: { 'secret-refused:site': count },
      })),
    );
  });
});

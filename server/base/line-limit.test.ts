import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLineLimit, type LineLimit } from './line-limit.ts';

describe('line limit', () => {
  const omitted: [string, number][] = [];
  let limit: LineLimit;
  beforeEach(() => {
    vi.useFakeTimers();
    omitted.length = 0;
    limit = createLineLimit({ perMinute: 2, onOmitted: (reason, count) => omitted.push([reason, count]) });
  });
  afterEach(() => {
    limit.stop();
    vi.useRealTimers();
  });

  it('gives each reason its lines, and says once a minute how many were left out', () => {
    const taken = Array.from({ length: 300 }, () => limit.take('token'));
    expect(taken.filter(Boolean)).toHaveLength(2);
    expect(limit.take('origin')).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(omitted).toEqual([['token', 298]]);
    expect(limit.take('token')).toBe(true);
    vi.advanceTimersByTime(60_000);
    expect(omitted).toHaveLength(1);
  });

  it('says at its end what was left out', () => {
    for (let n = 0; n < 5; n += 1) limit.take('token', 4);
    limit.stop();
    expect(omitted).toEqual([['token', 1]]);
  });
});

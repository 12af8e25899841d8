import { describe, expect, it } from 'vitest';
import { phaseOf, untilNextBeatMs } from './phase.ts';

describe('phases', () => {
  it('spread a school evenly over the interval', () => {
    const buckets = new Array<number>(10).fill(0);
    for (let i = 0; i < 1_000; i++) {
      const bucket = Math.floor(phaseOf(`RS-7A-${i}`) * 10);
      buckets[bucket] = (buckets[bucket] ?? 0) + 1;
    }
    expect(Math.min(...buckets)).toBeGreaterThan(60);
    expect(Math.max(...buckets)).toBeLessThan(140);
  });

  it('never let more than an interval pass', () => {
    for (let now = 0; now < 20_000; now += 37)
      expect(untilNextBeatMs(now, 5_000, 0.3)).toBeLessThanOrEqual(5_005);
  });

  it('do not beat twice when a timer fires a moment early', () => {
    expect(untilNextBeatMs(4_998, 5_000, 0)).toBe(5_002);
  });
});

import { describe, expect, it } from 'vitest';
import { countPlaywright, countVitest } from './test-tally.ts';

const vitest = (passed: number, failed: number) =>
  JSON.stringify({ numPassedTests: passed, numFailedTests: failed });
const playwright = (expected: number, unexpected: number, flaky = 0) =>
  JSON.stringify({ stats: { expected, unexpected, flaky, skipped: 0 } });

describe('the tally of a run', () => {
  it('counts what the runners counted', () => {
    expect(countVitest(vitest(12, 0), 0)).toEqual({ passed: 12, failed: 0 });
    expect(countVitest(vitest(11, 1), 1)).toEqual({ passed: 11, failed: 1 });
    expect(countPlaywright(playwright(3, 2), 1)).toEqual({ passed: 3, failed: 2 });
  });

  it('counts a flaky test as failed', () => {
    expect(countPlaywright(playwright(3, 0, 1), 0)).toEqual({ passed: 3, failed: 1 });
  });

  it('counts a run that failed without a failed test as one failure', () => {
    expect(countVitest(vitest(12, 0), 1)).toEqual({ passed: 12, failed: 1 });
    expect(countPlaywright(playwright(12, 0), 1)).toEqual({ passed: 12, failed: 1 });
  });

  it('counts a run without a report as one failure, whatever its exit code', () => {
    expect(countVitest('', 0)).toEqual({ passed: 0, failed: 1 });
    expect(countPlaywright('<html>', 0)).toEqual({ passed: 0, failed: 1 });
  });
});

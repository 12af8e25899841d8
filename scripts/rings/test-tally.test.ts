import { resolve } from 'node:path';
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

  it('names the tests that failed, with the first line of what they said', () => {
    const report = JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: resolve('server/clock.test.ts'),
          status: 'failed',
          assertionResults: [
            { fullName: 'a clock goes on', status: 'passed', failureMessages: [] },
            {
              fullName: 'a clock is set back',
              status: 'failed',
              failureMessages: ['\u001b[31mexpected 1\n  at x'],
            },
          ],
        },
        {
          name: resolve('server/gone.test.ts'),
          status: 'failed',
          message: 'no such module',
          assertionResults: [],
        },
      ],
    });
    expect(countVitest(report, 1).failures).toEqual([
      'server/clock.test.ts: a clock is set back: expected 1',
      'server/gone.test.ts: the file: no such module',
    ]);
  });

  it('names those of a browser, in whatever group they stand', () => {
    const spec = (title: string, error?: string) => ({
      title,
      file: 'group/lock.spec.ts',
      ok: error === undefined,
      tests: [{ results: [error === undefined ? {} : { error: { message: error } }] }],
    });
    const report = JSON.stringify({
      stats: { expected: 1, unexpected: 2, flaky: 0 },
      suites: [
        {
          specs: [spec('locks'), spec('unlocks', 'Timeout\nCall log:')],
          suites: [{ specs: [spec('is away', '')] }],
        },
      ],
    });
    expect(countPlaywright(report, 1).failures).toEqual([
      'group/lock.spec.ts: unlocks: Timeout',
      'group/lock.spec.ts: is away',
    ]);
  });
});

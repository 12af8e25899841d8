/** Counts the tests of a run from the runners' own JSON reports. */
import * as v from 'valibot';

export type Tally = { passed: number; failed: number };

const vitestSchema = v.object({ numPassedTests: v.number(), numFailedTests: v.number() });
const playwrightSchema = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
});

export const countVitest = (json: string, exitCode: number): Tally => {
  const report = parse(vitestSchema, json);
  return withExitCode(report && { passed: report.numPassedTests, failed: report.numFailedTests }, exitCode);
};

export const countPlaywright = (json: string, exitCode: number): Tally => {
  const report = parse(playwrightSchema, json);
  return withExitCode(
    report && { passed: report.stats.expected, failed: report.stats.unexpected + report.stats.flaky },
    exitCode,
  );
};

/** A runner that fails without a failed test (a file that does not load, a crash) counts as one failure. */
function withExitCode(tally: Tally | undefined, exitCode: number): Tally {
  const counted = tally ?? { passed: 0, failed: 0 };
  return counted.failed === 0 && (exitCode !== 0 || !tally) ? { ...counted, failed: 1 } : counted;
}

function parse<T extends v.GenericSchema>(schema: T, json: string): v.InferOutput<T> | undefined {
  try {
    const result = v.safeParse(schema, JSON.parse(json));
    return result.success ? result.output : undefined;
  } catch {
    return undefined;
  }
}

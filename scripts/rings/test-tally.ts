/** Counts the tests of a run from the runners' own JSON reports. */
import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

export type Tally = {
  passed: number;
  failed: number;
  /** One line per failed test: its file, its name and the first line of the error. */
  failures?: readonly string[];
};

const vitestSchema = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  testResults: v.optional(
    v.array(
      v.object({
        name: v.string(),
        status: v.string(),
        message: v.optional(v.string(), ''),
        assertionResults: v.array(
          v.object({
            fullName: v.string(),
            status: v.string(),
            failureMessages: v.nullish(v.array(v.string())),
          }),
        ),
      }),
    ),
    [],
  ),
});

type PlaywrightSuite = v.InferOutput<typeof specsSchema> & { suites?: PlaywrightSuite[] | undefined };

const specsSchema = v.object({
  specs: v.optional(
    v.array(
      v.object({
        title: v.string(),
        file: v.string(),
        ok: v.boolean(),
        tests: v.array(
          v.object({ results: v.array(v.object({ error: v.optional(v.object({ message: v.string() })) })) }),
        ),
      }),
    ),
    [],
  ),
});
const suiteSchema: v.GenericSchema<unknown, PlaywrightSuite> = v.intersect([
  specsSchema,
  v.object({ suites: v.optional(v.array(v.lazy(() => suiteSchema))) }),
]);
const playwrightSchema = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
  suites: v.optional(v.array(suiteSchema), []),
});

export const countVitest = (json: string, exitCode: number): Tally => {
  const report = parse(vitestSchema, json);
  const failures = report?.testResults.flatMap(({ name, status, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter((test) => test.status === 'failed');
    // A file that fails to load has no failed test.
    if (failed.length === 0 && status === 'failed') return [lineOf(file, 'the file', message)];
    return failed.map((test) => lineOf(file, test.fullName, test.failureMessages?.[0]));
  });
  return withExitCode(
    report && { passed: report.numPassedTests, failed: report.numFailedTests, ...named(failures) },
    exitCode,
  );
};

export const countPlaywright = (json: string, exitCode: number): Tally => {
  const report = parse(playwrightSchema, json);
  return withExitCode(
    report && {
      passed: report.stats.expected,
      failed: report.stats.unexpected + report.stats.flaky,
      ...named(report.suites.flatMap(failuresOfSuite)),
    },
    exitCode,
  );
};

const failuresOfSuite = ({ specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ ok }) => !ok)
    .map(({ file, title, tests }) => {
      const errors = tests.flatMap(({ results }) => results.flatMap(({ error }) => error?.message ?? []));
      return lineOf(file, title, errors[0]);
    }),
  ...suites.flatMap(failuresOfSuite),
];

const named = (failures: readonly string[] = []): Pick<Tally, 'failures'> =>
  failures.length > 0 ? { failures } : {};

const lineOf = (file: string, test: string, message = ''): string => {
  const [first = ''] = stripVTControlCharacters(message).trim().split('\n');
  return `${file}: ${test}${first && `: ${first}`}`;
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

/** The steps of `npm run check`, `npm test` and `npm run test:long`: runs them and counts their tests. */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { captureTool, runTool } from '../run-tool.ts';
import { endToEnd, RESULTS } from './end-to-end.ts';
import { countVitest, type Tally } from './test-tally.ts';

type Step = { title: string; run(): Promise<Tally> };
/** Steps that run one after another. */
export type Lane = readonly Step[];

const staticChecks: Lane = [
  tool('format and lint', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
  // With several threads it takes twice the processor time, which the parallel tests need.
  tool('types', 'typescript/bin/tsc', ['-b', '--singleThreaded']),
  tool('dead code', 'knip/bin/knip.js', ['--treat-config-hints-as-errors']),
];

/** The lanes run in parallel. Most static checks use one thread, so the tests have the other cores. */
export const checks: readonly Lane[] = [
  staticChecks,
  [quietVitest('unit tests of what changed', ['unit-node', 'unit-dom'], ['--changed', '--passWithNoTests'])],
];

export const allChecks: readonly Lane[] = [
  staticChecks,
  [quietVitest('unit tests', ['unit-node', 'unit-dom'])],
];

export const integrationTests: Lane = [
  vitestStep('contracts', ['contracts']),
  browserStep('end to end', 'usual'),
];

/** The quick half of `npm run test:long`. */
export const rareTests: Lane = [
  vitestStep('contracts of whole processes', ['rare']),
  browserStep('rare faults, end to end', 'rare'),
];

/** Prints the output when the tests have ended, because other steps run in parallel. */
function quietVitest(title: string, projects: readonly string[], more: readonly string[] = []): Step {
  return {
    title,
    async run() {
      const { exitCode, output } = await captureTool('vitest/vitest.mjs', [...vitestArgs(projects), ...more]);
      console.log(`\n── ${title}\n${output.trim()}`);
      return countVitest(await report(projects), exitCode);
    },
  };
}

function vitestStep(title: string, projects: readonly string[]): Step {
  return {
    title,
    async run() {
      console.log(`\n── ${title}`);
      const exitCode = await runTool('vitest/vitest.mjs', vitestArgs(projects));
      return countVitest(await report(projects), exitCode);
    },
  };
}

function browserStep(title: string, kind: Parameters<typeof endToEnd>[0]): Step {
  return {
    title,
    run() {
      console.log(`\n── ${title}`);
      return endToEnd(kind);
    },
  };
}

/**
 * Runs the groups one after another and the lanes of a group in parallel. A failure does not stop the run, so
 * one run shows all failures. Returns an exit code. The last line is a summary.
 */
export async function runSteps(groups: readonly (readonly Lane[])[]): Promise<number> {
  const startedAt = performance.now();
  await rm(RESULTS, { recursive: true, force: true });
  await mkdir(RESULTS, { recursive: true });
  const total: Tally = { passed: 0, failed: 0 };
  const broken: string[] = [];
  const failures: string[] = [];
  const runLane = async (lane: Lane) => {
    for (const { title, run } of lane) {
      const tally = await run().catch((error: Error): Tally => {
        console.error(error.message);
        return { passed: 0, failed: 1 };
      });
      total.passed += tally.passed;
      total.failed += tally.failed;
      if (tally.failed > 0) broken.push(title);
      failures.push(...(tally.failures ?? []));
    }
  };
  for (const lanes of groups) await Promise.all(lanes.map(runLane));
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  // Repeated at the end, because the lines above are hidden among thousands of others.
  for (const failure of failures) console.log(`\n${failure}`);
  console.log(`\n${broken.length > 0 ? `failed: ${broken.join(', ')}` : 'all is well'} (${seconds} s)`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
}

/** A tool that passes or fails as a whole. */
function tool(title: string, bin: string, args: readonly string[]): Step {
  return {
    title,
    async run() {
      const { exitCode, output } = await captureTool(bin, args);
      console.log(`\n── ${title}\n${output.trim()}`.trimEnd());
      return exitCode === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
    },
  };
}

const reportFile = ([project]: readonly string[]) => join(RESULTS, `${project}.json`);
const report = (projects: readonly string[]) => readFile(reportFile(projects), 'utf8').catch(() => '');

const vitestArgs = (projects: readonly string[]) => [
  'run',
  ...projects.flatMap((project) => ['--project', project]),
  '--reporter=dot',
  '--reporter=json',
  `--outputFile.json=${reportFile(projects)}`,
];

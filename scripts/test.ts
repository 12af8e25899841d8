/**
 * `npm test`: every check and every ring, one after the other, and a last line that says how it went. A failure
 * does not end the run: one run shows everything. `npm run check` is the part of it before the contracts.
 */
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { endToEnd, RESULTS } from './end-to-end.ts';
import { runTool } from './run-tool.ts';
import { countVitest, type Tally } from './test-tally.ts';

type Step = { title: string; run(): Promise<Tally> };

export async function main(args: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const onlyCheck = args.includes('--check');
  await rm(RESULTS, { recursive: true, force: true });
  await mkdir(RESULTS, { recursive: true });
  const total: Tally = { passed: 0, failed: 0 };
  const broken: string[] = [];
  for (const step of onlyCheck ? checks : [...checks, ...rings]) {
    console.log(`\n── ${step.title}`);
    const tally = await step.run().catch((error: Error): Tally => {
      console.error(error.message);
      return { passed: 0, failed: 1 };
    });
    total.passed += tally.passed;
    total.failed += tally.failed;
    if (tally.failed > 0) broken.push(step.title);
  }
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  console.log(`\n${broken.length > 0 ? `failed: ${broken.join(', ')}` : 'all is well'} (${seconds} s)`);
  console.log(`${total.passed} passed, ${total.failed} failed`);
  return total.failed > 0 ? 1 : 0;
}

const checks: readonly Step[] = [
  tool('format and lint', '@biomejs/biome/bin/biome', ['ci', '--error-on-warnings', '.']),
  tool('types', 'typescript/bin/tsc', ['-b']),
  tool('dead code', 'knip/bin/knip.js', ['--treat-config-hints-as-errors']),
  vitest('unit tests', ['unit-node', 'unit-dom']),
];

const rings: readonly Step[] = [
  vitest('contracts', ['contracts']),
  { title: 'end to end', run: () => endToEnd('usual') },
];

/** One tool, one check: it passes or fails as a whole. */
function tool(title: string, bin: string, args: readonly string[]): Step {
  return {
    title,
    run: async () => ((await runTool(bin, args)) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }),
  };
}

function vitest(title: string, projects: readonly string[]): Step {
  const output = join(RESULTS, `${projects[0]}.json`);
  return {
    title,
    async run() {
      const code = await runTool('vitest/vitest.mjs', [
        'run',
        ...projects.flatMap((project) => ['--project', project]),
        '--reporter=dot',
        '--reporter=json',
        `--outputFile.json=${output}`,
      ]);
      return countVitest(await readFile(output, 'utf8').catch(() => ''), code);
    },
  };
}

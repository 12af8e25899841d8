/**
 * `npm run test:long`: tests that take too long for every change. `--quick` runs only the first half:
 * processes that end, rare faults, and screens in every size and colour scheme. A test of the second half
 * takes minutes: long and repeated outages, and benches of a school's cards and a group's wall. The last line
 * is a summary.
 */
import { runBench } from '../tests/bench/run.ts';
import { endToEnd } from './rings/end-to-end.ts';
import { rareTests, runSteps } from './rings/test-steps.ts';

/** Benches that run for several minutes. */
const SOAKS = [
  { what: 'the cards of a school', bench: 'wall-1000', minutes: 5 },
  { what: 'the wall', bench: 'wall', minutes: 10 },
];

async function soak({ what, bench, minutes }: (typeof SOAKS)[number]): Promise<string> {
  console.log(`\n── ${what} for ${minutes} minutes`);
  const missed = await runBench(process.cwd(), [bench, '--minutes', String(minutes)]).catch(
    (error: Error) => {
      console.error(error.message);
      return 1;
    },
  );
  return missed === 0 ? '' : `${what} missed an aim`;
}

export async function main(args: readonly string[]): Promise<number> {
  const quickHalf = await runSteps([[rareTests]]);
  return args.includes('--quick') ? quickHalf : Math.max(quickHalf, await runSlowHalf());
}

async function runSlowHalf(): Promise<number> {
  const startedAt = performance.now();
  console.log('── long faults');
  const faults = await endToEnd('long').catch((error: Error) => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  const outcomes: string[] = [];
  for (const each of SOAKS) outcomes.push(await soak(each));
  const missedSoaks = outcomes.filter((words) => words !== '');
  const failed = faults.failed + missedSoaks.length;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const soakSummary = missedSoaks.length === 0 ? 'all soaks kept their aims' : missedSoaks.join(', ');
  console.log(`\nlong: ${faults.passed} passed, ${faults.failed} failed; ${soakSummary} (${seconds} s)`);
  return failed > 0 ? 1 : 0;
}

/**
 * `npm run test:long`: what takes minutes and so has no place in `npm test`: long outages, many of them, and the wall
 * for five minutes. A last line says how it went.
 */
import { runBench } from '../tests/bench/run.ts';
import { endToEnd } from './end-to-end.ts';

const SOAK_MINUTES = 5;

export async function main(): Promise<number> {
  const startedAt = performance.now();
  console.log('── long faults');
  const faults = await endToEnd('long').catch((error: Error) => {
    console.error(error.message);
    return { passed: 0, failed: 1 };
  });
  console.log(`\n── the wall for ${SOAK_MINUTES} minutes`);
  const soak = await runBench(process.cwd(), ['wall-1000', '--minutes', String(SOAK_MINUTES)]).catch(
    (error: Error) => {
      console.error(error.message);
      return 1;
    },
  );
  const failed = faults.failed + soak;
  const seconds = Math.round((performance.now() - startedAt) / 1_000);
  const soakWords = soak === 0 ? 'the wall kept its aims' : 'the wall missed an aim';
  console.log(`\nlong: ${faults.passed} passed, ${faults.failed} failed; ${soakWords} (${seconds} s)`);
  return failed > 0 ? 1 : 0;
}

/** `npm run soak [-- --minutes N]`: students who come and go, tutors and two restarts, for 30 minutes. */
import { runBench } from '../tests/bench/run.ts';

export const main = (args: readonly string[]): Promise<number> => runBench(process.cwd(), ['soak', ...args]);

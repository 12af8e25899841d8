/** `npm run soak`: a class, its tutors and a restart of the platform for 90 minutes; `-- --minutes N` for another time. */
import { runBench } from '../tests/bench/run.ts';

export const main = (args: readonly string[]): Promise<number> => runBench(process.cwd(), ['soak', ...args]);

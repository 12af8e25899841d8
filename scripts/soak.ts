/** `npm run soak`: a class that comes and goes, its tutors and two restarts of the platform for 30 minutes; `-- --minutes N` for another time. */
import { runBench } from '../tests/bench/run.ts';

export const main = (args: readonly string[]): Promise<number> => runBench(process.cwd(), ['soak', ...args]);

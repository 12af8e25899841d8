import { runBench } from '../tests/bench/run.ts';

export function main(args: readonly string[]): Promise<number> {
  return runBench(process.cwd(), args);
}

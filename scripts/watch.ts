/** `npm run watch`: runs the unit tests affected since the last commit, and again after each change. */
import { runTool } from './run-tool.ts';

export const main = (args: readonly string[]): Promise<number> =>
  runTool('vitest/vitest.mjs', [
    'watch',
    '--changed',
    '--passWithNoTests',
    '--project',
    'unit-node',
    '--project',
    'unit-dom',
    ...args,
  ]);

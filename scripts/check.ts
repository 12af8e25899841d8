/**
 * `npm run check`: format, lint, types, dead code, and the unit tests that uncommitted changes can affect.
 * `npm test` runs all tests.
 */
import { checks, runSteps } from './rings/test-steps.ts';

export const main = (): Promise<number> => runSteps([checks]);

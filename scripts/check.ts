/**
 * `npm run check`: format, lint, types, dead code, the unit tests of rules, and the tests of those components that the
 * uncommitted changes can reach. `npm test` tests all components.
 */
import { checks, runSteps } from './rings/test-steps.ts';

export const main = (): Promise<number> => runSteps([checks]);

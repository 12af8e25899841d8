/**
 * `npm run check`: format, lint, types, dead code, the unit tests of rules, and the tests of the components
 * that uncommitted changes can affect. `npm test` tests all components.
 */
import { checks, runSteps } from './rings/test-steps.ts';

export const main = (): Promise<number> => runSteps([checks]);

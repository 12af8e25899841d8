/** `npm test`: every check and every ring of tests, and a last line that says how it went. */
import { checks, rings, runSteps } from './rings/test-steps.ts';

export const main = (): Promise<number> => runSteps([checks, [rings]]);

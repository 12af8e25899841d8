/** `npm test`: every check and the rings of tests that every change waits for; its last line says how it went. */
import { allChecks, rings, runSteps } from './rings/test-steps.ts';

export const main = (): Promise<number> => runSteps([allChecks, [rings]]);

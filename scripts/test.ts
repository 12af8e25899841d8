/** `npm test`: every check and test that each change must pass. The last line is a summary. */
import { allChecks, integrationTests, runSteps } from './rings/test-steps.ts';

export const main = (): Promise<number> => runSteps([allChecks, [integrationTests]]);

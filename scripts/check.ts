/** `npm run check`: format, lint, types, dead code and unit tests; what `npm test` begins with. */
import { checks, runSteps } from './rings/test-steps.ts';

export const main = (): Promise<number> => runSteps([checks]);

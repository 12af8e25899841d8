/** What a site runner may be called. */
import { hasVisibleText } from '../visible-text.ts';

/** `taken`: another runner of the tenant has it. */
export type RunnerNameProblem = 'empty' | 'too-long' | 'taken';

export const MAX_RUNNER_NAME = 255;

/** Two names that differ in capitals or in the spaces around them are one to people. */
const asRead = (name: string) => name.trim().toLowerCase();

/** `others`: the names of all other runners of the tenant. Undefined: the name is good. */
export function runnerNameProblem(name: string, others: readonly string[]): RunnerNameProblem | undefined {
  if (!hasVisibleText(name)) return 'empty';
  if (name.trim().length > MAX_RUNNER_NAME) return 'too-long';
  return others.some((other) => asRead(other) === asRead(name)) ? 'taken' : undefined;
}

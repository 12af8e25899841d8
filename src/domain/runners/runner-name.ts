/** Rules for the name of a site runner. */
import { hasVisibleText } from '../visible-text.ts';

/** `taken`: another runner of the tenant has the name. */
export type RunnerNameProblem = 'empty' | 'too-long' | 'taken';

export const MAX_RUNNER_NAME = 255;

/** Names that differ only in capitals or surrounding spaces count as the same. */
const normalised = (name: string) => name.trim().toLowerCase();

/** `others`: the names of all other runners of the tenant. Undefined: the name is valid. */
export function runnerNameProblem(name: string, others: readonly string[]): RunnerNameProblem | undefined {
  if (!hasVisibleText(name)) return 'empty';
  if (name.trim().length > MAX_RUNNER_NAME) return 'too-long';
  return others.some((other) => normalised(other) === normalised(name)) ? 'taken' : undefined;
}

/** Shared by the commands in this folder: options from the command line, and failures as one sentence. */

import type { PlatformOptions } from '../server/base/platform-options.ts';
import { sentenceOf } from '../server/base/start-failure.ts';
import { helpText } from '../server/options/option-specs.ts';
import { parseOptions } from '../server/options/parse-options.ts';

/** Returns the options, or the exit code after printing the usage or an error in the options. */
export function readOptions(
  args: readonly string[],
  usage: string,
): { name: 'options'; options: PlatformOptions } | { name: 'exit'; code: number } {
  const parsed = parseOptions(args, process.env);
  if (parsed.name === 'help') {
    console.log(`${usage}\n\n${helpText()}`);
    return { name: 'exit', code: 0 };
  }
  if (parsed.name === 'bad') return { name: 'exit', code: failed(parsed.sentence) };
  return { name: 'options', options: parsed.options };
}

/** Separates the command's own switches and its one positional argument from the other arguments. */
export function takeOwn<Switch extends string>(
  args: readonly string[],
  own: readonly Switch[],
): { switches: ReadonlySet<Switch>; name: string | undefined; others: readonly string[] } {
  const isOwn = (arg: string): arg is Switch => own.some((known) => known === arg);
  const others = args.filter((arg) => !isOwn(arg));
  /** The argument after an option is that option's value. */
  const isName = (arg: string, at: number) =>
    !arg.startsWith('-') && !(others[at - 1]?.startsWith('--') && !others[at - 1]?.includes('='));
  const names = others.filter(isName);
  return {
    switches: new Set(args.filter(isOwn)),
    name: names.length === 1 ? names[0] : undefined,
    others: others.filter((arg, at) => !isName(arg, at)),
  };
}

/** Returns the exit code of `work`. If the operator can fix the failure, prints a sentence and returns 1. */
export async function codeOf(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    return failed(sentence);
  }
}

/** Prints the reason and returns the exit code. */
export function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}

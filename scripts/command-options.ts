/** What the commands of this folder have in common: options from the command line, and failures in a sentence. */
import { helpText } from '../server/option-specs.ts';
import { parseOptions } from '../server/options/parse-options.ts';
import type { PlatformOptions } from '../server/options.ts';
import { sentenceOf } from '../server/start-failure.ts';

/** The options, or the exit code of a command that has said all: its usage, or what is wrong with the options. */
export function readOptions(
  args: readonly string[],
  usage: string,
): { name: 'options'; options: PlatformOptions } | { name: 'said'; code: number } {
  const parsed = parseOptions(args, process.env);
  if (parsed.name === 'help') {
    console.log(`${usage}\n\n${helpText()}`);
    return { name: 'said', code: 0 };
  }
  if (parsed.name === 'bad') return { name: 'said', code: failed(parsed.sentence) };
  return { name: 'options', options: parsed.options };
}

/** Takes the switches that a command has of its own, and the one argument that is no option, out of the others. */
export function takeOwn<Switch extends string>(
  args: readonly string[],
  own: readonly Switch[],
): { switches: ReadonlySet<Switch>; name: string | undefined; others: readonly string[] } {
  const isOwn = (arg: string): arg is Switch => own.some((known) => known === arg);
  const others = args.filter((arg) => !isOwn(arg));
  /** What follows an option belongs to that one. */
  const isName = (arg: string, at: number) =>
    !arg.startsWith('-') && !(others[at - 1]?.startsWith('--') && !others[at - 1]?.includes('='));
  const names = others.filter(isName);
  return {
    switches: new Set(args.filter(isOwn)),
    name: names.length === 1 ? names[0] : undefined,
    others: others.filter((arg, at) => !isName(arg, at)),
  };
}

/** The exit code of `work`; a failure that a person can do something about is said, and is 1. */
export async function codeOf(work: () => Promise<number>): Promise<number> {
  try {
    return await work();
  } catch (error) {
    const sentence = sentenceOf(error);
    if (sentence === undefined) throw error;
    return failed(sentence);
  }
}

/** Says why, and gives the exit code. */
export function failed(sentence: string): number {
  console.error(sentence);
  return 1;
}

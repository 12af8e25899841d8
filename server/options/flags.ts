/** Parses the command line: flags with values, and switches. */

import { BadOption } from './bad-option.ts';
import { OPTION_SPECS } from './option-specs.ts';

/** Flags without a value. */
const SWITCHES = { '--reset': 'reset', '--renew-page-link': 'renewPageLink', '--empty': 'empty' } as const;
export type Switch = (typeof SWITCHES)[keyof typeof SWITCHES];
export type Flags = { values: Map<string, string>; switches: ReadonlySet<Switch> };
const isSwitch = (flag: string): flag is keyof typeof SWITCHES => Object.hasOwn(SWITCHES, flag);

export function readFlags(argv: readonly string[]): Flags | 'help' {
  const values = new Map<string, string>();
  const switches = new Set<Switch>();
  for (let i = 0; i < argv.length; i++) {
    const [flag, inline] = splitFlag(argv[i] ?? '');
    if (flag === '--help' || flag === '-h') return 'help';
    if (isSwitch(flag)) {
      switches.add(SWITCHES[flag]);
      continue;
    }
    const spec = OPTION_SPECS.find((candidate) => candidate.flag && `--${candidate.flag}` === flag);
    if (spec === undefined) throw new BadOption(`There is no option ${flag}; --help lists them.`);
    const value = inline ?? argv[++i];
    if (value === undefined || value === '') throw new BadOption(`${flag} needs a value (${spec.value}).`);
    values.set(spec.name, value);
  }
  if (!switches.has('empty') && (values.has('LECTERN_TENANT') || values.has('LECTERN_TENANT_NAME')))
    throw new BadOption('--tenant and --tenant-name say what --empty begins: add --empty.');
  return { values, switches };
}

function splitFlag(arg: string): [string, string | undefined] {
  const at = arg.indexOf('=');
  return at < 0 ? [arg, undefined] : [arg.slice(0, at), arg.slice(at + 1)];
}

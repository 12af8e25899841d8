/** Reads as much of a device's message as is valid, so that one bad entry of a list hides no others. */
import * as v from 'valibot';

/** `leftOut`: the number of entries that were left out, by the name of their list. */
export type PartlyRead<Output> = { output: Output; leftOut: ReadonlyMap<string, number> };

/** `cutsTexts`: texts that are too long are cut. For what is shown, not for what is used as it is. */
export type PartialOptions = { cutsTexts: boolean };

const NONE: ReadonlyMap<string, number> = new Map();
/** More than any schema permits. It bounds the work for a hostile message. */
const MAX_ENTRIES = 10_000;
/** Shorter texts are ids, and a cut id would name another thing. */
const MIN_CUT_LENGTH = 255;
/** Texts are cut and optional fields removed in round one, entries in round two, lists in round three. */
const ROUNDS = 3;

/**
 * Undefined if the message is invalid outside of its lists. Changes `value`: cuts texts and lists that are
 * too long, and removes invalid entries of lists, or their optional fields.
 */
export function parsePartly<Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  { cutsTexts }: PartialOptions = { cutsTexts: true },
): PartlyRead<v.InferOutput<Schema>> | undefined {
  const whole = v.safeParse(schema, value, { abortEarly: true });
  if (whole.success) return { output: whole.output, leftOut: NONE };
  const leftOut = new Map<string, number>();
  cutHugeLists(value, leftOut);
  for (let round = 0; round < ROUNDS; round += 1) {
    const parsed = v.safeParse(schema, value);
    if (parsed.success) return { output: parsed.output, leftOut };
    if (!repair(parsed.issues, leftOut, { cutsTexts, isGentle: round === 0 })) return undefined;
  }
  const parsed = v.safeParse(schema, value, { abortEarly: true });
  return parsed.success ? { output: parsed.output, leftOut } : undefined;
}

type Container = Record<PropertyKey, unknown> | unknown[];
type Step = { type: string; input: Container; key: PropertyKey };

const count = (leftOut: Map<string, number>, list: string, more: number) =>
  leftOut.set(list, (leftOut.get(list) ?? 0) + more);

function cutHugeLists(value: unknown, leftOut: Map<string, number>): void {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, list] of Object.entries(value)) {
    if (!Array.isArray(list) || list.length <= MAX_ENTRIES) continue;
    count(leftOut, key, list.length - MAX_ENTRIES);
    list.length = MAX_ENTRIES;
  }
}

/** False if an issue cannot be repaired. `isGentle`: an entry may lose a field instead of being removed. */
function repair(
  issues: readonly v.BaseIssue<unknown>[],
  leftOut: Map<string, number>,
  { cutsTexts, isGentle }: PartialOptions & { isGentle: boolean },
): boolean {
  const removed = new Map<unknown[], { name: string; at: Set<number> }>();
  for (const issue of issues) {
    const path = (issue.path ?? []) as unknown as readonly Step[];
    const last = path.at(-1);
    const listAt = path.findLastIndex(({ type }) => type === 'array');
    const step = path[listAt];
    if (last !== undefined && cut(issue, last, leftOut, cutsTexts)) continue;
    if (step === undefined || last === undefined) return false;
    if (isGentle && last !== step && Object.hasOwn(last.input, last.key)) {
      delete (last.input as Record<PropertyKey, unknown>)[last.key];
      continue;
    }
    const list = step.input as unknown[];
    const entry = removed.get(list) ?? { name: String(path[listAt - 1]?.key ?? ''), at: new Set() };
    entry.at.add(Number(step.key));
    removed.set(list, entry);
  }
  for (const [list, { name, at }] of removed) {
    count(leftOut, name, at.size);
    const rest = list.filter((_, index) => !at.has(index));
    list.length = 0;
    for (const each of rest) list.push(each);
  }
  return true;
}

/** Cuts a text or a list that is too long. */
function cut(
  issue: v.BaseIssue<unknown>,
  { input, key }: Step,
  leftOut: Map<string, number>,
  cutsTexts: boolean,
): boolean {
  const { type, requirement: most } = issue;
  const long = (input as Record<PropertyKey, unknown>)[key];
  if (type !== 'max_length' || typeof most !== 'number') return false;
  if (Array.isArray(long)) {
    count(leftOut, String(key), long.length - most);
    long.length = most;
    return true;
  }
  if (!cutsTexts || typeof long !== 'string' || most < MIN_CUT_LENGTH) return false;
  // Half of a character at the end would be a different one.
  (input as Record<PropertyKey, unknown>)[key] = long.slice(0, most).replace(/[\ud800-\udbff]$/, '');
  return true;
}

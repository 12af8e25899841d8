/** Finds the people and devices that the entries of a list refer to. */
import { serialNumberOf } from '../devices/serial-number.ts';
import { withoutUnseen } from '../visible-text.ts';

type Name = string | null | undefined;

/**
 * `names`: names that a list may use for a member, best first: an id, a serial number, an e-mail address. Names
 * in an inner list are equally good.
 */
export type Known = { id: string; names: readonly (Name | readonly Name[])[] };

/** An entry that is the name of several members. */
export type SharedName = { entry: string; ids: readonly string[] };

/** `ids`: in the order of the entries, each once, with all members of a shared name. */
export type FoundMembers = { ids: string[]; unknown: string[]; shared: SharedName[] };

/**
 * Finds the members that have the entry as a name. If it is a better name for some of them, only those count.
 * Case and the notation of a serial number do not matter.
 */
export function createMemberFinder(known: readonly Known[]): (entry: string) => readonly string[] {
  const byName = new Map<string, { rank: number; ids: Set<string> }>();
  for (const { id, names } of known) {
    for (const [rank, equals] of names.entries()) {
      for (const each of [equals].flat()) add(plainName(each ?? ''), rank, id);
    }
  }
  function add(name: string, rank: number, id: string): void {
    if (name === '') return;
    const before = byName.get(name);
    if (before === undefined || rank < before.rank) byName.set(name, { rank, ids: new Set([id]) });
    else if (rank === before.rank) before.ids.add(id);
  }
  const idsOf = (name: string) => {
    const named = byName.get(plainName(name)) ?? byName.get(serialNumberOf(name)?.toLowerCase() ?? '');
    return [...(named?.ids ?? [])];
  };
  return (entry) => {
    const ids = idsOf(entry);
    // Mail programs write an address together with the name of its owner.
    const [, address] = ids.length > 0 ? [] : (/<([^<>]+)>$/.exec(entry) ?? []);
    return address === undefined ? ids : idsOf(address.replace(/^mailto:/i, '').trim());
  };
}

/** A letter with a mark may be one or two code points, because each system writes it in its own way. */
const plainName = (name: string) => withoutUnseen(name.normalize('NFC')).replace(/\s+/g, ' ').toLowerCase();

export function findMembers(
  entries: readonly string[],
  find: (entry: string) => readonly string[],
): FoundMembers {
  const ids = new Set<string>();
  const unknown: string[] = [];
  const shared: SharedName[] = [];
  for (const entry of entries) {
    const found = find(entry);
    if (found.length === 0) unknown.push(entry);
    if (found.length > 1) shared.push({ entry, ids: found });
    for (const id of found) ids.add(id);
  }
  return { ids: [...ids], unknown, shared };
}

/** Which column of a table names the members to add. */

const COLUMN = 'serialNumber';

/**
 * With a column `serialNumber` in the first row: that column without its heading; else the first column, all of it.
 * Blank cells are nothing, and each entry comes once.
 */
export function csvEntries(rows: readonly (readonly string[])[]): string[] {
  const [first = []] = rows;
  const column = first.findIndex((cell) => cell.trim() === COLUMN);
  const cells = column < 0 ? rows.map((row) => row[0]) : rows.slice(1).map((row) => row[column]);
  return [...new Set(cells.map((cell) => cell?.trim() ?? '').filter((cell) => cell !== ''))];
}

/** What a member answers to, best first: an id, a serial number, a hostname, an address of mail. */
export type Known = { id: string; names: readonly (string | null | undefined)[] };

/** Case does not matter. `ids`: in the order of the entries, each once. */
export function findMembers(
  entries: readonly string[],
  known: readonly Known[],
): { ids: string[]; unknown: string[] } {
  const byName = new Map<string, string>();
  const depth = Math.max(0, ...known.map(({ names }) => names.length));
  for (let rank = 0; rank < depth; rank += 1) {
    for (const { id, names } of known) {
      const name = names[rank]?.trim().toLowerCase();
      if (name && !byName.has(name)) byName.set(name, id);
    }
  }
  const ids = new Set<string>();
  const unknown: string[] = [];
  for (const entry of entries) {
    const id = byName.get(entry.toLowerCase());
    if (id === undefined) unknown.push(entry);
    else ids.add(id);
  }
  return { ids: [...ids], unknown };
}

/**
 * The items installed on devices. Each item and version is stored once, and a device is a list of numbers,
 * because a school has a million installations of a few thousand programs.
 */

/** Pairs of numbers: the index of an item and the index of its version. */
export type Installs = Uint32Array;

export type Thing = {
  /** Fields that identify the item, such as name and publisher. */
  readonly fields: readonly string[];
  /** Number of installations. */
  count: number;
};

/** The part of a table that is stored, from which it is opened again. */
export type InstallNames = { things: readonly (readonly string[])[]; versions: readonly string[] };

/** Separator that occurs in no name. */
const BETWEEN = '\u0000';

export function createInstallTable(kept?: InstallNames) {
  const things: Thing[] = [];
  const numbers = new Map<string, number>();
  const versions: string[] = [];
  const versionNumbers = new Map<string, number>();

  function thingOf(fields: readonly string[]): number {
    const key = fields.length === 2 ? `${fields[0]}${BETWEEN}${fields[1]}` : fields.join(BETWEEN);
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, things.length);
    things.push({ fields: [...fields], count: 0 });
    return things.length - 1;
  }

  function versionOf(version: string): number {
    const known = versionNumbers.get(version);
    if (known !== undefined) return known;
    versionNumbers.set(version, versions.length);
    versions.push(version);
    return versions.length - 1;
  }

  function count(installs: Installs, by: 1 | -1): void {
    for (let at = 0; at < installs.length; at += 2) {
      const thing = things[installs[at] as number];
      if (thing) thing.count += by;
    }
  }

  for (const fields of kept?.things ?? []) thingOf(fields);
  for (const version of kept?.versions ?? []) versionOf(version);

  return {
    things: things as readonly Thing[],
    versions: versions as readonly string[],
    /**
     * Numbers for the items of one device; equal items in the same version count once. `fieldsOf` writes an
     * item's identifying fields into `fields` and returns its version, or undefined if it has no name.
     */
    number<Item>(
      items: readonly Item[],
      fieldsOf: (item: Item, fields: string[]) => string | undefined,
    ): Installs {
      const pairs = new Uint32Array(items.length * 2);
      const fields: string[] = [];
      const seen = new Set<number>();
      let end = 0;
      for (const item of items) {
        const version = fieldsOf(item, fields);
        if (version === undefined) continue;
        const thing = thingOf(fields);
        const versionNumber = versionOf(version);
        const pair = thing * 0x1_0000_0000 + versionNumber;
        if (seen.has(pair)) continue;
        seen.add(pair);
        pairs[end] = thing;
        pairs[end + 1] = versionNumber;
        end += 2;
      }
      return end === pairs.length ? pairs : pairs.slice(0, end);
    },
    add: (installs: Installs) => count(installs, 1),
    remove: (installs: Installs) => count(installs, -1),
    names: (): InstallNames => ({ things: things.map(({ fields }) => fields), versions: [...versions] }),
  };
}

export type InstallTable = ReturnType<typeof createInstallTable>;

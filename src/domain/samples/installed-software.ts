/** Installed software of a made-up Windows machine. */
import type { Random } from './random.ts';
import { createSoftwareCatalogue } from './software-catalogue.ts';

/** Number of items on one device. */
const PROGRAMS = { min: 100, max: 140 };
const DRIVERS = { min: 50, max: 70 };

export type InstalledSoftware = {
  software: { name: string; publisher: string; version: string }[];
  drivers: { description: string; class: string; provider: string; version: string }[];
};

/** The returned function draws the programs and drivers of one machine. All come from one catalogue. */
export function createInstalledSoftware(): (random: Random) => InstalledSoftware {
  const { programs, drivers } = createSoftwareCatalogue();
  return (random) => ({
    software: some(random, programs, PROGRAMS),
    drivers: some(random, drivers, DRIVERS),
  });
}

/** Draws different items, each in one version. Those at the head of the list are on nearly every device. */
function some<Item extends { versions: readonly string[] }>(
  random: Random,
  items: readonly Item[],
  { min, max }: { min: number; max: number },
) {
  const count = min + random.below(max - min + 1);
  const taken = new Set<number>();
  while (taken.size < count) {
    const near = random.below(items.length) / items.length;
    taken.add(Math.floor(near ** 3 * items.length));
  }
  return [...taken].map((number) => {
    const { versions, ...item } = items[number] as Item;
    return { ...item, version: random.pick(versions) };
  });
}

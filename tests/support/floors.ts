/** Imports between the folders of the repository's source, of values and of types, and the floors that they keep to. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { FLOORS } from '../../scripts/walls.ts';

type Import = { from: string; to: string };

/** Every import of a file of the realms by another one, without tests and fakes. Paths are those of the repository. */
export async function importsOf(root: string): Promise<Import[]> {
  const { imports: aliases } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  const found: Import[] = [];
  for (const realm of Object.keys(FLOORS)) {
    for (const entry of await readdir(join(root, realm), { recursive: true, withFileTypes: true })) {
      const from = relative(root, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !/\.tsx?$/.test(from) || /\.test\.tsx?$|\/fakes\//.test(from)) continue;
      const code = await readFile(join(root, from), 'utf8');
      for (const [, path = ''] of code.matchAll(
        /(?:\bfrom\s+|\bimport\(\s*|\bimport\s+)'([.#][^']+\.tsx?)'/g,
      ))
        found.push({ from, to: path.startsWith('#') ? resolved(aliases, path) : join(dirname(from), path) });
    }
  }
  return found;
}

function resolved(aliases: Record<string, string>, path: string): string {
  const alias = `${path.slice(0, path.indexOf('/'))}/*`;
  return join(aliases[alias]?.slice(0, -1) ?? alias, path.slice(alias.length - 1));
}

/** The folder of a file as the table of floors names it, and its floor, counted from the top. */
function placeOf(file: string): { realm: string; folder: string; floor: number } {
  const [realm = '', ...path] = file.split('/');
  const floors = FLOORS[realm] ?? [];
  const steps = path.slice(0, -1);
  // `screens/admin/*` is looked for before `screens/*`, and a name before `*`.
  for (let depth = steps.length; depth > 0; depth -= 1) {
    const folder = steps.slice(0, depth).join('/');
    const any = [...steps.slice(0, depth - 1), '*'].join('/');
    for (const name of [folder, any]) {
      const floor = floors.findIndex((names) => names.includes(name));
      if (floor >= 0) return { realm, folder, floor };
    }
  }
  const floor = steps.length === 0 ? floors.findIndex((names) => names.includes('.')) : -1;
  return { realm, folder: '.', floor };
}

/** Imports that do not go down, as “from → to”; a folder that stands on no floor is named, too. */
export function againstFloors(imports: readonly Import[]): string[] {
  return imports.flatMap((each) => {
    const [from, to] = [placeOf(each.from), placeOf(each.to)];
    if (from.realm === to.realm && from.folder === to.folder && from.floor >= 0) return [];
    const isShared = /^src\/(protocol|domain)\//.test(each.to);
    const goesDown = from.realm === to.realm && from.floor >= 0 && from.floor < to.floor;
    return goesDown || (isShared && from.realm !== to.realm) ? [] : [`${each.from} → ${each.to}`];
  });
}

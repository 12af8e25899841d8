/** Which folder imports which, by every import of the repository's source: of values and of types, without tests. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

const REALMS = ['agent', 'server', 'src', 'sw', 'workers'];
/** Every folder may import these; they are left out of the picture. */
const SHARED = ['src/domain', 'src/protocol'];

/** The folder as the picture names it: a realm's, a floor of `src`, or a feature. */
function folderOf(file: string): string {
  const [realm = '', folder = '', feature = ''] = file.split('/');
  if (realm === 'server' || realm === 'sw') return realm;
  if (folder === 'features') return `src/features/${feature}`;
  return file.split('/').length === 2 ? realm : `${realm}/${folder}`;
}

/** By folder: the folders that it imports, sorted. */
export async function importGraph(root: string): Promise<Map<string, string[]>> {
  const graph = new Map<string, Set<string>>();
  for (const realm of REALMS) {
    for (const entry of await readdir(join(root, realm), { recursive: true, withFileTypes: true })) {
      const file = relative(root, join(entry.parentPath, entry.name));
      if (!entry.isFile() || !/\.tsx?$/.test(file) || /\.test\.tsx?$|\/fakes\//.test(file)) continue;
      const code = await readFile(join(root, file), 'utf8');
      for (const [, from = ''] of code.matchAll(
        /(?:\bfrom\s+|\bimport\(\s*|\bimport\s+)'([.#][^']+\.tsx?)'/g,
      )) {
        const imported = from.startsWith('#') ? `src/${from.slice(1)}` : join(dirname(file), from);
        const [own, other] = [folderOf(file), folderOf(imported)];
        const known = graph.get(own) ?? graph.set(own, new Set()).get(own);
        if (own !== other && !SHARED.includes(other)) known?.add(other);
      }
    }
  }
  return new Map([...graph].map(([folder, imported]) => [folder, [...imported].sort()]));
}

/** One line for each folder that imports another, above all that it imports. Throws where that cannot be. */
export function drawImports(graph: ReadonlyMap<string, readonly string[]>): string[] {
  const left = new Map([...graph].filter(([, imported]) => imported.length > 0).sort());
  const lines: string[] = [];
  while (left.size > 0) {
    const imported = new Set([...left.values()].flat());
    const top = [...left.keys()].find((folder) => !imported.has(folder));
    if (top === undefined) throw new Error(`a circle of imports in ${[...left.keys()].join(', ')}`);
    lines.push(`${top} → ${left.get(top)?.join(' ')}`);
    left.delete(top);
  }
  return lines.map((line) => line.replaceAll(/(?<=[ →])src\//g, ''));
}

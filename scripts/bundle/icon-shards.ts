/**
 * Policies name their icons (`mdi-account-group`) among some seven thousand. The icons are written as small
 * files, and a page loads only the files with the icons that it shows (src/domain/icon-shard.ts).
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { ICON_FOLDER, iconKey, iconShard } from '../../src/domain/icon-shard.ts';

/** The names that the icon picker offers: no brands and no icons that the library has deprecated. */
export const ICON_NAMES_FILE = 'names.json';

/** `unlisted`: names without `mdi-`. Returns the files' contents by their names below `ICON_FOLDER`. */
function iconFiles(icons: Record<string, string>, unlisted: readonly string[]): Map<string, string> {
  const shards = new Map<string, Record<string, string>>();
  const names: string[] = [];
  const left = new Set(unlisted.map((name) => iconKey(`mdi-${name}`)));
  for (const [name, path] of Object.entries(icons)) {
    const key = name.slice('mdi'.length);
    const file = iconShard(key);
    shards.set(file, { ...shards.get(file), [key]: path });
    if (!left.has(key)) names.push(nameOf(key));
  }
  const files = new Map([...shards].map(([file, shard]) => [file, JSON.stringify(shard)]));
  return files.set(ICON_NAMES_FILE, JSON.stringify(names.sort()));
}

/** A name that maps back to the key. The library may spell names with digits differently. */
const nameOf = (key: string) => `mdi${key.replace(/[A-Z]|\d+/g, (start) => `-${start.toLowerCase()}`)}`;

/** Reads all icons of the installed library. */
export async function readIconFiles(): Promise<Map<string, string>> {
  const [icons, unlisted] = await Promise.all([
    import('@mdi/js'),
    readFile(new URL('unlisted-icons.txt', import.meta.url), 'utf8'),
  ]);
  // If the module is CommonJS, the module itself is among its exports.
  const paths = Object.entries(icons).filter((entry): entry is [string, string] =>
    entry[0].startsWith('mdi'),
  );
  return iconFiles(Object.fromEntries(paths), unlisted.split(/\s+/).filter(Boolean));
}

/** The build writes the shards as files. The development server creates them at the first request. */
export function iconShards(): Plugin {
  return {
    name: 'lectern-icon-shards',
    async generateBundle() {
      for (const [file, source] of await readIconFiles()) {
        this.emitFile({ type: 'asset', fileName: `${ICON_FOLDER}/${file}`, source });
      }
    },
    configureServer(server) {
      let files: Promise<Map<string, string>> | undefined;
      server.middlewares.use(`/${ICON_FOLDER}`, async (request, response, next) => {
        files ??= readIconFiles();
        const source = (await files).get(request.url?.split('?')[0]?.slice(1) ?? '');
        if (source === undefined) return next();
        response.setHeader('content-type', 'application/json');
        response.end(source);
      });
    },
  };
}

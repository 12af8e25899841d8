/**
 * Policies name their icons (`mdi-account-group`), and any of some seven thousand may be named. They are written as
 * small files, of which a page loads the few that it shows (src/domain/icon-shard.ts).
 */
import { readFile } from 'node:fs/promises';
import type { Plugin } from 'vite';
import { ICON_FOLDER, iconKey, iconShard } from '../../src/domain/icon-shard.ts';

/** The icons among which people choose: names without brands and without what the library no longer wants used. */
export const ICON_NAMES_FILE = 'names.json';

/** `unlisted`: names without `mdi-`. Answers the files by their names below `ICON_FOLDER`. */
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

/** A name that leads to the key again; where digits stand in it the library may write it otherwise. */
const nameOf = (key: string) => `mdi${key.replace(/[A-Z]|\d+/g, (start) => `-${start.toLowerCase()}`)}`;

/** All of them, of the library that is installed. */
export async function readIconFiles(): Promise<Map<string, string>> {
  const [icons, unlisted] = await Promise.all([
    import('@mdi/js'),
    readFile(new URL('unlisted-icons.txt', import.meta.url), 'utf8'),
  ]);
  // The module itself is among its exports where it is CommonJS.
  const paths = Object.entries(icons).filter((entry): entry is [string, string] =>
    entry[0].startsWith('mdi'),
  );
  return iconFiles(Object.fromEntries(paths), unlisted.split(/\s+/).filter(Boolean));
}

/** The built console has them as files; the development server makes them when the first is asked for. */
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

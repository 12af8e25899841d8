/** A built console in a folder of its own, and the next version of it, as a deployment brings it. */
import { cp, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

export type Deployment = {
  distDir: string;
  /** Puts the next version in the place of this one: all assets have other names, the old ones are gone. */
  deployNext(): Promise<void>;
  remove(): Promise<void>;
};

/** Stands in the names of the next version's assets. */
export const NEXT_MARK = '.next';

const HASHED = /[\w.-]+-[\w-]{8}\.(?:js|css|woff2)/g;

/** Copies the build of `dist`. */
export async function createDeployment(): Promise<Deployment> {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-deployment-'));
  const distDir = join(folder, 'dist');
  await cp('dist', distDir, { recursive: true });
  return {
    distDir,
    async deployNext() {
      const next = join(folder, 'next');
      await cp(distDir, next, { recursive: true });
      await renameAssets(next);
      await rename(distDir, join(folder, 'old'));
      await rename(next, distDir);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function renameAssets(dist: string): Promise<void> {
  const assets = join(dist, 'assets');
  const packed = (name: string) => /\.(br|gz|map)$/.test(name);
  for (const folder of [dist, assets])
    for (const name of await readdir(folder)) if (packed(name)) await rm(join(folder, name));
  // The folder of icons is named after what is in it, and stays.
  const files = (await readdir(assets, { withFileTypes: true })).filter((entry) => entry.isFile());
  const names = new Set(files.map(({ name }) => name));
  const renamed = (name: string) => {
    if (!names.has(name)) return name;
    const extension = extname(name);
    return `${name.slice(0, -extension.length)}${NEXT_MARK}${extension}`;
  };
  for (const folder of [dist, assets]) {
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if (/\.(js|css|html)$/.test(name)) {
        const text = await readFile(path, 'utf8');
        // The page's own revision changes with its text.
        const other = text
          .replace(HASHED, renamed)
          .replace(/"revision":"[^"]*","url":"index.html"/, () => INDEX);
        await writeFile(path, other);
      }
      if (folder === assets) await rename(path, join(assets, renamed(name)));
    }
  }
}

const INDEX = '"revision":"the-next-version","url":"index.html"';

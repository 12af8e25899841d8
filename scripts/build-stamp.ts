/** Says whether `dist` was built from what is in the work tree now. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Everything that can change what the build puts out. */
const INPUTS = [
  'agent/core',
  'agent/mqtt',
  'agent/node',
  'agent/page',
  'agent/peer',
  'agent/runner',
  'index.html',
  'package-lock.json',
  // Its version is shown by the console.
  'package.json',
  'public',
  'scripts/bundle',
  'src',
  'student',
  'sw',
  'vite.config.ts',
  'vite.runner.config.ts',
  'workers',
];

/** Files that are read at a time: all of them are more than a process may open on some systems. */
const TOGETHER = 100;

/** In the build's own folder, which every build empties: a build that was not stamped counts as stale. */
const STAMP = '.vite/lectern-stamp';

export async function isBuildFresh(root: string): Promise<boolean> {
  const stamp = await readFile(join(root, 'dist', STAMP), 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp === (await inputHash(root));
}

/** `folder`: where the build is. */
export async function stampBuild(folder: string, hash: string): Promise<void> {
  await writeFile(join(folder, STAMP), hash);
}

/** SHA-256 over the names and contents of all inputs, tests left out. */
export async function inputHash(root: string): Promise<string> {
  const files = (await Promise.all(INPUTS.map((input) => filesUnder(root, input)))).flat().sort();
  const hash = createHash('sha256');
  for (let at = 0; at < files.length; at += TOGETHER) {
    const some = files.slice(at, at + TOGETHER);
    const contents = await Promise.all(some.map((file) => readFile(join(root, file))));
    for (const [i, file] of some.entries()) {
      const content = contents[i] ?? '';
      hash.update(`${file}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest('hex');
}

async function filesUnder(root: string, input: string): Promise<string[]> {
  if (/\.[a-z]+$/.test(input)) return [input];
  const entries = await readdir(join(root, input), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length));
}

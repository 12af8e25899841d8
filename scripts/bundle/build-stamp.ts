/** Checks whether a build was made from the files that are in the work tree now. */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export type Build = {
  /** The folder to which the build writes. */
  output: string;
  /** Files and folders that affect the build's output, relative to the project's root. */
  inputs: readonly string[];
};

/** How many files are read in parallel. Some systems do not let a process open all at once. */
const CONCURRENCY = 100;

/** The stamp is stored in the output folder, which every build replaces. A build without a stamp is stale. */
const STAMP = '.lectern-stamp';

export async function isBuildFresh(root: string, { output, inputs }: Build): Promise<boolean> {
  const stamp = await readFile(join(root, output, STAMP), 'utf8').catch(() => undefined);
  return stamp !== undefined && stamp === (await inputHash(root, inputs));
}

/** `folder`: the build's output. */
export async function stampBuild(folder: string, hash: string): Promise<void> {
  await writeFile(join(folder, STAMP), hash);
}

/** SHA-256 over the root and the names and contents of all inputs but tests. Bundles contain full paths. */
export async function inputHash(root: string, inputs: readonly string[]): Promise<string> {
  const files = (await Promise.all(inputs.map((input) => filesUnder(root, input)))).flat().sort();
  const hash = createHash('sha256').update(`${root}\0`);
  for (let at = 0; at < files.length; at += CONCURRENCY) {
    const some = files.slice(at, at + CONCURRENCY);
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

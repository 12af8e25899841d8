/** The built extension in a folder, as `npm run build:extension` writes it and as browsers load it unpacked. */
import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as v from 'valibot';

const MANIFEST = 'manifest.json';

const manifestSchema = v.looseObject({
  /** Up to four numbers. */
  version: v.pipe(v.string(), v.regex(/^\d+(\.\d+){0,3}$/)),
  minimum_chrome_version: v.string(),
  key: v.optional(v.string()),
  update_url: v.optional(v.string()),
});
export type ExtensionManifest = v.InferOutput<typeof manifestSchema>;

export type ExtensionFolder = {
  /** Without the fields that a package adds. The version has three numbers. */
  manifest: ExtensionManifest;
  /** All other files by their path, with `/`. */
  files: ReadonlyMap<string, Uint8Array>;
  /** SHA-256 over the manifest and all files. */
  hash: string;
};

/** A text that differs after the folder was replaced. Undefined: the extension has not been built. */
export async function folderMark(folder: string): Promise<string | undefined> {
  try {
    const { ino, mtimeMs, size } = await stat(join(folder, MANIFEST));
    return `${ino} ${mtimeMs} ${size}`;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Rejects if the folder has no valid manifest. */
export async function readExtensionFolder(folder: string): Promise<ExtensionFolder> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((name) => name !== MANIFEST)
    .toSorted();
  const contents = await Promise.all(names.map((name) => readFile(join(folder, name))));
  const manifest = baseManifest(await readFile(join(folder, MANIFEST), 'utf8'));
  const files = new Map(contents.map((content, at) => [names[at] ?? '', content]));
  const hash = createHash('sha256').update(JSON.stringify(manifest));
  for (const [name, content] of files) hash.update(`\0${name}\0${content.length}\0`).update(content);
  return { manifest, files, hash: hash.digest('hex') };
}

function baseManifest(text: string): ExtensionManifest {
  const { key: _, update_url: __, ...manifest } = v.parse(manifestSchema, JSON.parse(text));
  const [major = '0', minor = '0', patch = '0'] = manifest.version.split('.');
  return { ...manifest, version: [major, minor, patch].join('.') };
}

/** All files of a package, with `manifest` in place of the folder's. */
export const packageFiles = (
  { files }: Pick<ExtensionFolder, 'files'>,
  manifest: ExtensionManifest,
): Record<string, Uint8Array> => ({
  [MANIFEST]: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`),
  ...Object.fromEntries(files),
});

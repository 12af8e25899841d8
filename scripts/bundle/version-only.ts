/** Reduces `package.json` to its version in the pages. The list of libraries would make them larger. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

export function versionOnly(root: string): Plugin {
  const manifest = join(root, 'package.json');
  return {
    name: 'lectern-version-only',
    enforce: 'pre',
    async load(id) {
      if (id !== manifest) return undefined;
      const { version } = JSON.parse(await readFile(manifest, 'utf8'));
      return JSON.stringify({ version });
    },
  };
}

/**
 * The fonts of drawn screens. They are packages (OFL), so that a picture looks the same on a server
 * without fonts, and its bytes do not depend on the system.
 */
import { createRequire } from 'node:module';
import { GlobalFonts } from '@napi-rs/canvas';

const FAMILIES = {
  'Lectern Sans': { name: 'inter', faces: ['latin-400', 'latin-500', 'latin-600', 'latin-700'] },
  'Lectern Sans Ext': { name: 'inter', faces: ['latin-ext-400', 'latin-ext-600'] },
  'Lectern Sans Cyrillic': { name: 'inter', faces: ['cyrillic-400', 'cyrillic-600'] },
  'Lectern Sans Greek': { name: 'inter', faces: ['greek-400', 'greek-600'] },
  'Lectern Serif': { name: 'source-serif-4', faces: ['latin-400', 'latin-600'] },
  'Lectern Mono': { name: 'jetbrains-mono', faces: ['latin-400', 'latin-600'] },
} as const;

export const FONT_STACKS = {
  sans: '"Lectern Sans", "Lectern Sans Ext", "Lectern Sans Cyrillic", "Lectern Sans Greek"',
  serif: '"Lectern Serif", "Lectern Sans"',
  mono: '"Lectern Mono", "Lectern Sans"',
} as const;
export type FontStack = keyof typeof FONT_STACKS;

let registered = false;

/** Idempotent. Throws if a font package is not installed. */
export function registerFonts(): void {
  if (registered) return;
  const { resolve } = createRequire(import.meta.url);
  for (const [alias, { name, faces }] of Object.entries(FAMILIES)) {
    for (const face of faces) {
      const path = resolve(`@fontsource/${name}/files/${name}-${face}-normal.woff2`);
      if (GlobalFonts.registerFromPath(path, alias) === null) throw new Error(`Cannot read the font ${path}`);
    }
  }
  registered = true;
}

/**
 * Makes each icon of `@mdi/js` a module of its own. The library is a single module: without this plugin, a
 * page that needs one icon would load every icon that any part of the program names.
 */
import { isAbsolute } from 'node:path';
import type { Plugin } from 'vite';

const LIBRARY = '@mdi/js';
const PREFIX = '\0icon:';
const IMPORTS = /import \{([^}]*)\} from '@mdi\/js';/g;

export const isIconModule = (id: string): boolean => id.startsWith(PREFIX);

/** Splits each import into one import per icon, on as many lines, so that the source map stays correct. */
export function withIconModules(code: string): string {
  return code.replace(IMPORTS, (statement, names: string) => {
    const imports = names
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== '')
      .map(importOfIcon);
    return imports.join(' ') + '\n'.repeat(statement.split('\n').length - 1);
  });
}

/** `named`: `mdiClose`, or `mdiClose as cross`. */
function importOfIcon(named: string): string {
  const [icon, local = icon] = named.split(/\s+as\s+/);
  return `import { icon as ${local} } from '${LIBRARY}/${icon}';`;
}

/** Applies to builds only: in development a page requests the whole library once instead of each icon. */
export function iconModules(): Plugin {
  return {
    name: 'lectern-icon-modules',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source) =>
      source.startsWith(`${LIBRARY}/`) ? PREFIX + source.slice(LIBRARY.length + 1) : undefined,
    async load(id) {
      if (!isIconModule(id)) return;
      const name = id.slice(PREFIX.length);
      const icons: Record<string, unknown> = await import('@mdi/js');
      if (typeof icons[name] !== 'string') throw new Error(`${LIBRARY} has no icon ${name}`);
      return { code: `export const icon = ${JSON.stringify(icons[name])};`, moduleSideEffects: false };
    },
    transform: (code, id) =>
      isAbsolute(id) && !id.includes('/node_modules/') && code.includes(`'${LIBRARY}'`)
        ? { code: withIconModules(code), map: null }
        : undefined,
  };
}

/** Paths of the icons of Material Design Icons: the build writes the files, and the page requests them. */

export const ICON_SHARD_COUNT = 64;

/** Browsers cache it for ever, so its name contains the library's version and the number of shards. */
export const ICON_FOLDER = 'assets/mdi-7.4.47-64';

/** The name in policies, such as `mdi-account-group`, becomes `AccountGroup`. Undefined: no icon has it. */
export function iconKey(name: string): string | undefined {
  if (!/^mdi-[a-z0-9-]{1,64}$/.test(name)) return undefined;
  return name
    .slice('mdi-'.length)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** FNV-1a, because it distributes names evenly and gives the same result everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

/** The file below `ICON_FOLDER` that contains the icon: an object of keys and SVG paths (24 × 24). */
export const iconShard = (key: string): string =>
  `${String(hash(key) % ICON_SHARD_COUNT).padStart(2, '0')}.json`;

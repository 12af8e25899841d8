/** Where the icons of Material Design Icons lie by name: the build writes them there, the page asks for them there. */

export const ICON_SHARD_COUNT = 64;

/** Kept for ever by browsers, so that it names the library's version and how it was cut. */
export const ICON_FOLDER = 'assets/mdi-7.4.47-64';

/** Of a name such as `mdi-account-group`, as policies hold it: `AccountGroup`. Undefined: no icon can have this name. */
export function iconKey(name: string): string | undefined {
  if (!/^mdi-[a-z0-9-]{1,64}$/.test(name)) return undefined;
  return name
    .slice('mdi-'.length)
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** FNV-1a: spreads names evenly, and the same everywhere. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i += 1) {
    value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  }
  return value >>> 0;
}

/** The file below `ICON_FOLDER` with the icon: an object of keys and SVG paths (24 × 24). */
export const iconShard = (key: string): string =>
  `${String(hash(key) % ICON_SHARD_COUNT).padStart(2, '0')}.json`;

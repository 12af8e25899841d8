/** Names of downloaded files, made of texts that people and devices chose. Pure. */

/** Characters that file systems forbid, control characters, and marks that reverse the direction of text. */
const UNSAFE =
  /[\\/:*?"<>|\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Names that Windows reserves, whatever the extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** At most `units` UTF-16 units, without half a character at the end. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text;
  const shortened = text.slice(0, units);
  return /[\ud800-\udbff]$/.test(shortened) ? shortened.slice(0, -1) : shortened;
}

/** Includes the dot; '' if a name has no extension. */
type FileExtension = `.${string}` | '';

/** Splits off an extension as people recognise one: up to 15 letters and digits after something else. */
export function nameParts(name: string): { stem: string; extension: FileExtension } {
  const [, stem = name, extension = ''] = /^(.+)(\.[\p{L}\p{N}]{1,15})$/su.exec(name) ?? [];
  return { stem, extension: extension as FileExtension };
}

/** A name that every file system accepts. `maxLength` includes the extension. `fallback`: for empty names. */
export function safeFileName(
  words: string,
  { extension, maxLength, fallback }: { extension: FileExtension; maxLength: number; fallback: string },
): string {
  const plain = words
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const bare = RESERVED.test(plain) ? `_${plain}` : plain;
  // Windows ignores dots and spaces at the end of a name, so the file would get another name.
  const stem = cut(bare, maxLength - extension.length).replace(/(?<![. ])[. ]+$/, '');
  return `${stem || fallback}${extension}`;
}

/** The names in the same order. A repeated name, in whichever case, gets a number before its extension. */
export function uniqueFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The next number of each name, because a thousand files may have the same name. */
  const numbers = new Map<string, number>();
  return names.map((name) => {
    const dot = name.lastIndexOf('.');
    const stem = dot < 0 ? name : name.slice(0, dot);
    let unique = name;
    let number = numbers.get(name.toLowerCase()) ?? 2;
    for (; taken.has(unique.toLowerCase()); number += 1) {
      unique = `${stem} (${number})${name.slice(stem.length)}`;
    }
    numbers.set(name.toLowerCase(), number);
    taken.add(unique.toLowerCase());
    return unique;
  });
}

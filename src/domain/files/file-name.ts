/** Names of downloaded files, from words that people and devices chose. Pure. */

/** What file systems forbid, control characters, and marks that turn the direction of text round. */
const UNSAFE =
  /[\\/:*?"<>|\p{Cc}\p{Cs}\p{Zl}\p{Zp}\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;
/** Names that Windows keeps for itself, whatever the extension. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** At most `units` UTF-16 units, without half a character at the end. */
function cut(text: string, units: number): string {
  if (text.length <= units) return text;
  const kept = text.slice(0, units);
  return /[\ud800-\udbff]$/.test(kept) ? kept.slice(0, -1) : kept;
}

/** With its dot; '' where a name has none. */
type FileExtension = `.${string}` | '';

/** What people take for the extension of a file: letters and digits, not too many, behind something else. */
export function nameParts(name: string): { stem: string; extension: FileExtension } {
  const [, stem = name, extension = ''] = /^(.+)(\.[\p{L}\p{N}]{1,15})$/su.exec(name) ?? [];
  return { stem, extension: extension as FileExtension };
}

/**
 * A name that every file system takes, with its extension no longer than `maxLength`. `fallback` where nothing of
 * the words is left.
 */
export function safeFileName(
  words: string,
  { extension, maxLength, fallback }: { extension: FileExtension; maxLength: number; fallback: string },
): string {
  const plain = words
    .replace(UNSAFE, ' ')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+/, '');
  const bare = RESERVED.test(plain) ? `_${plain}` : plain;
  // A stem that ends with a dot or a space is another file on Windows.
  const stem = cut(bare, maxLength - extension.length).replace(/(?<![. ])[. ]+$/, '');
  return `${stem || fallback}${extension}`;
}

/** The same names in order; one that was there already, in whatever case, gets a number before its extension. */
export function uniqueFileNames(names: readonly string[]): string[] {
  const taken = new Set<string>();
  /** The next number of each name: a thousand files may be called the same. */
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

/** Lists as text fields have them, both ways. */

/** One entry a line; blanks around it and empty lines do not count. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Entries between blanks, commas or semicolons; words in quotation marks, also typographic ones, are one entry. */
export function wordsOf(text: string): string[] {
  const found = text.matchAll(/["“”„«»]([^"“”„«»]*)["“”„«»]|([^\s,;]+)/g);
  return [...found].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim()).filter((word) => word !== '');
}

export const wordsText = (words: readonly string[]): string =>
  words.map((word) => (/[\s,;]/.test(word) ? `"${word}"` : word)).join('\n');

export const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

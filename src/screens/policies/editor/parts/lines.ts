/** Conversion between lists and the text of fields. */

/** One entry per line. Surrounding blanks and empty lines are ignored. */
export const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Entries end at blanks, commas or semicolons. Quoted text, also in typographic marks, is one entry. */
export function wordsOf(text: string): string[] {
  const found = text.matchAll(/["“”„«»]([^"“”„«»]*)["“”„«»]|([^\s,;]+)/g);
  return [...found].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim()).filter((word) => word !== '');
}

export const wordsText = (words: readonly string[]): string =>
  words.map((word) => (/[\s,;]/.test(word) ? `"${word}"` : word)).join('\n');

export const isSameList = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

/**
 * A device's form of rich text: blocks of runs with the few properties that are drawn. Only `html-text.ts`
 * creates it from HTML, and it never becomes HTML again.
 */

export type TextRun = {
  text: string;
  bold?: true;
  italic?: true;
  underline?: true;
  strike?: true;
  /** `#rrggbb`. */
  color?: string;
};

export type TextBlock = {
  /** 1 to 3; 0: a paragraph. */
  heading: 0 | 1 | 2 | 3;
  align: 'left' | 'center' | 'right';
  /** `•` or `1.`, before the first line of a list's item. */
  marker?: string;
  /** The nesting depth in lists and quotations; 0 outside. */
  depth: number;
  runs: readonly TextRun[];
};

/** Returns the text alone, one line for each block. */
export const wordsOf = (blocks: readonly TextBlock[]): string =>
  blocks
    .map(({ runs }) => runs.map(({ text }) => text).join(''))
    .join('\n')
    .trim();

/**
 * Rich text as a device keeps it: blocks of runs, with the few properties that are drawn. It is made from HTML by
 * `html-text.ts` and by nothing else, and never becomes HTML again.
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
  /** How deep in lists and quotations; 0 outside. */
  depth: number;
  runs: readonly TextRun[];
};

/** The words alone, a line for each line. */
export const wordsOf = (blocks: readonly TextBlock[]): string =>
  blocks
    .map(({ runs }) => runs.map(({ text }) => text).join(''))
    .join('\n')
    .trim();

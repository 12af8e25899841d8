/** Invisible letters. Mail programs, spreadsheets and phones leave them in texts that people copy. */

/** Zero-width and direction marks, soft hyphens, fillers, and controls other than blanks and line breaks. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|(?![\t\n\v\f\r])\p{Cc}/gu;
/** A letter that is neither in `UNSEEN` nor a blank nor a code point without a letter. */
export const VISIBLE_TEXT = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\s\u2800]/u;

/** Whether the text has anything visible. */
export const hasVisibleText = (text: string): boolean => VISIBLE_TEXT.test(text);

/** The trimmed text; empty if nothing of it is visible. */
export const trimmedText = (text: string): string => (hasVisibleText(text) ? text.trim() : '');

/** Removes invisible letters from an address, a serial number or a machine's name, and unifies its blanks. */
export const withoutUnseen = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();

/** Letters that nobody sees. Mail programs, spreadsheets and phones leave them in texts that people copy. */

/** Zero-width marks, marks of direction, soft hyphens, fillers, and controls other than blanks and line breaks. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]|(?![\t\n\v\f\r])\p{Cc}/gu;
/** `UNSEEN`, blanks, and code points that have no letter. */
export const VISIBLE_TEXT = /[^\p{Default_Ignorable_Code_Point}\p{C}\p{Z}\s\u2800]/u;

/** Whether a person sees anything of the text. */
export const hasVisibleText = (text: string): boolean => VISIBLE_TEXT.test(text);

/** Trimmed; empty if a person would see nothing of it. */
export const trimmedText = (text: string): string => (hasVisibleText(text) ? text.trim() : '');

/** An address, a serial number or a name of a machine without unseen letters, and with plain blanks. */
export const withoutUnseen = (text: string): string =>
  text
    .replace(UNSEEN, '')
    .replace(/\p{Zs}/gu, ' ')
    .trim();

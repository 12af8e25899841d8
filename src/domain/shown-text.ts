/**
 * Text from a device, prepared for one line: no marks that change the direction of the text around it, no
 * line breaks, and a limited length. Empty if nothing of it is visible. The result is plain text, so the code
 * that shows it must not interpret it.
 */
import { trimmedText } from './visible-text.ts';

/** Controls, and marks that change the direction of the text behind them: U+200E/F, U+202A-E, U+2066-9. */
const NOT_SHOWN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;
const MAX_CHARACTERS = 300;
/** Longer texts are cut before any other work is done on them. */
const MAX_READ = 4_000;

export function shownText(text: string, maxCharacters = MAX_CHARACTERS): string {
  const line = trimmedText(text.slice(0, MAX_READ)).replace(NOT_SHOWN, ' ').replace(/\s+/g, ' ').trim();
  if (line.length <= maxCharacters && text.length <= MAX_READ) return line;
  const characters = [...line];
  if (characters.length <= maxCharacters && text.length <= MAX_READ) return line;
  return `${characters
    .slice(0, maxCharacters - 1)
    .join('')
    .trimEnd()}…`;
}

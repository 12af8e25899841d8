/**
 * Text from a device, made fit to stand in a line: nothing that turns the direction of its surroundings, no line
 * breaks, and no more of it than anybody reads. It is empty if nothing of it is visible. It stays text: the code that
 * shows it must not interpret it.
 */
import { trimmedText } from './visible-text.ts';

/** Controls, and the marks that change the direction of what follows them: U+200E, U+200F, U+202A–E, U+2066–9. */
const NOT_SHOWN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]+/gu;
const MAX_CHARACTERS = 300;
/** Longer ones are not even looked through to their end. */
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

/** Names that people gave, inside of our own sentences: cut where they are endless, and kept to themselves. */
import { hasVisibleText } from '../visible-text.ts';

const LONGEST = 200;

/** Letters that run from right to left, and the marks that turn what stands behind them. */
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;

/** First-strong isolate and its end (Unicode UAX 9): what is between them leaves the rest of the sentence alone. */
const isolate = (text: string) => `\u2068${text}\u2069`;

/** Stands for a name of unseen letters, so that a sentence or a link has something to read and to press. */
const UNNAMED = 'Unnamed';

/** `longest`: in letters as people see them. Empty for an empty name. */
export function shownName(name: string, longest = LONGEST): string {
  const trimmed = name.trim();
  if (trimmed !== '' && !hasVisibleText(trimmed)) return UNNAMED;
  const letters = trimmed.length > longest ? firstLetters(trimmed, longest) : trimmed;
  return TURNS.test(letters) ? isolate(letters) : letters;
}

function firstLetters(text: string, count: number): string {
  // Enough of it that the most composed emoji fit; the rest need not be looked at.
  const some = new Intl.Segmenter('en').segment(text.slice(0, count * 12));
  const letters: string[] = [];
  for (const { segment } of some) {
    if (letters.push(segment) === count) break;
  }
  const cut = letters.join('');
  return cut === text ? cut : `${cut}…`;
}

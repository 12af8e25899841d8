/** Names that people chose, inside our own sentences: cut if too long, and isolated in their direction. */
import { hasVisibleText } from '../visible-text.ts';

const LONGEST = 200;

/** Letters that run from right to left, and the marks that reverse the text behind them. */
const TURNS = /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufeff]/;

/** First-strong isolate and its end (Unicode UAX 9). The name between them does not affect the sentence. */
const isolate = (text: string) => `\u2068${text}\u2069`;

/** Replaces a name of invisible letters, so that a sentence or a link has something to read and to click. */
const UNNAMED = 'Unnamed';

/** `longest` counts letters as people see them. Empty for an empty name. */
export function shownName(name: string, longest = LONGEST): string {
  const trimmed = name.trim();
  if (trimmed !== '' && !hasVisibleText(trimmed)) return UNNAMED;
  const letters = trimmed.length > longest ? firstLetters(trimmed, longest) : trimmed;
  return TURNS.test(letters) ? isolate(letters) : letters;
}

function firstLetters(text: string, count: number): string {
  // Enough for the most composed emoji. The rest need not be segmented.
  const some = new Intl.Segmenter('en').segment(text.slice(0, count * 12));
  const letters: string[] = [];
  for (const { segment } of some) {
    if (letters.push(segment) === count) break;
  }
  const cut = letters.join('');
  return cut === text ? cut : `${cut}…`;
}

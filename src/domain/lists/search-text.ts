/**
 * Normalises texts for search: “nunez” finds Núñez, “lukasz” Łukasz, “mueller” Müller, “oconnor” O'Connor,
 * whichever keyboard and alphabet wrote them. Characters that people type alike or cannot see
 * get one spelling.
 */

/** Marks that people leave out: accents, vowels of Hebrew and Arabic. Kana and Indic marks are letters. */
const MARKS = /(?!\u3099|\u309a)(?=\p{Mn})[\p{sc=Zinh}\p{sc=Hebr}\p{sc=Arab}\p{sc=Cyrl}]/gu;
/** Zero-width characters, direction marks, soft hyphens, and tatweel, which only widens a word. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\u0640]/gu;

const pairs = (text: string) =>
  text.split(' ').map((pair): [string, string] => [pair.charAt(0), pair.slice(1)]);

/** Letters that Unicode does not decompose or readers do not distinguish, each with its spelling. */
const SPELLINGS = new Map([
  ...pairs('łl øo đd ðd þth æae œoe ßss ħh ıi ŋn ŧt əe ɓb ɗd ƙk ƴy ĸk ςσ ґг'),
  // Arabic and Persian: alef wasla; yeh without dots and of Persian; kaf of Persian; teh marbuta and forms of
  // heh.
  ...pairs(
    '\u0671\u0627 \u0649\u064a \u06cc\u064a \u06a9\u0643 \u0629\u0647 \u06c1\u0647 \u06be\u0647 \u06d5\u0647',
  ),
  // Hebrew: kaf, mem, nun, pe and tsadi at the end of a word.
  ...pairs('\u05da\u05db \u05dd\u05de \u05df\u05e0 \u05e3\u05e4 \u05e5\u05e6'),
  // Apostrophes, quotation marks and hyphens, including those of Hebrew.
  ...pairs("‘' ’' ʼ' ʻ' ʹ' `' ´' \u05f3' “\" ”\" \u05f4\" ‐- ‑- ‒- –- —- −- \u05be-"),
]);
const SPELLED = new RegExp(`[${[...SPELLINGS.keys()].join('')}]`, 'gu');

/** Spellings on keyboards without these letters. Other people leave the mark out. */
const LONG: Readonly<Record<string, string>> = { ä: 'ae', ö: 'oe', ü: 'ue', ø: 'oe', å: 'aa' };
const LONG_LETTERS = /[äöüøå]/g;

/** Texts that are their only spelling except for the case, as most texts are. */
const PLAIN = /^[\x21-\x26\x28-\x2c\x2e-\x5f\x61-\x7e]*(?: [\x21-\x26\x28-\x2c\x2e-\x5f\x61-\x7e]+)*$/;

function fold(text: string): string {
  const bare = text.normalize('NFKD').replace(MARKS, '').replace(UNSEEN, '').toLowerCase();
  return bare
    .replace(SPELLED, (letter) => SPELLINGS.get(letter) ?? letter)
    .replace(/[\u30a1-\u30f6]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60))
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(/\s+/g, ' ')
    .trim();
}

/** Cache: a list folds the texts of its rows once, not at each key press. */
const known = new Map<string, readonly string[]>();
const MAX_KNOWN = 50_000;

/**
 * The spellings of a text: several if it has a letter that is also written as two, such as ü, or an
 * apostrophe or hyphen, which people leave out, as in O'Connor and Jean-Luc.
 */
export function searchSpellings(text: string): readonly string[] {
  if (PLAIN.test(text)) return [text.toLowerCase()];
  const before = known.get(text);
  if (before !== undefined) return before;
  const composed = text.normalize('NFC').toLowerCase();
  const long = composed.replace(LONG_LETTERS, (letter) => LONG[letter] ?? letter);
  const spellings = withoutPunctuation(long === composed ? [fold(text)] : [fold(text), fold(long)]);
  if (known.size >= MAX_KNOWN) known.clear();
  known.set(text, spellings);
  return spellings;
}

/** Adds the spellings without apostrophes and hyphens. */
const withoutPunctuation = (spellings: readonly string[]): readonly string[] =>
  spellings.flatMap((each) =>
    /['-]/.test(each) && /[^'-]/.test(each)
      ? [each, each.replace(/['-]/g, ''), each.replaceAll('-', ' ')]
      : [each],
  );

/** Whether one of the texts contains the query. */
export type TextSearch = (...texts: readonly (string | null | undefined)[]) => boolean;

/** Finds the query as it is typed, inside one of the texts. An empty query finds everything. */
export function searchFor(query: string): TextSearch {
  const querySpellings = searchSpellings(query);
  if (querySpellings[0] === '') return () => true;
  const holds = (spelling: string) => querySpellings.some((each) => spelling.includes(each));
  return (...texts) => texts.some((text) => searchSpellings(text ?? '').some(holds));
}

/** Finds every word of the query, in any order, each inside one of the texts. */
export function searchForWords(query: string): TextSearch {
  const searches = query.split(/\s+/).map(searchFor);
  return (...texts) => searches.every((finds) => finds(...texts));
}

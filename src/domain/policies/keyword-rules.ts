/** Finds the words that a policy monitors. */
import { hasVisibleText, withoutUnseen } from '../visible-text.ts';

/** The keywords in the text, in any case. A whole word has no letter or digit before or behind it. */
export function foundWords(
  text: string,
  { keywords, wholeWordMatching }: { keywords: readonly string[]; wholeWordMatching: boolean },
): readonly string[] {
  const searched = plain(text);
  return keywords.filter((keyword) => {
    const word = plain(keyword.trim());
    if (word === '') return false;
    return wholeWordMatching ? hasWholeWord(searched, word) : searched.includes(word);
  });
}

/** Ignores case, invisible letters, and the number of code points of a letter. */
const plain = (text: string): string => withoutUnseen(text).toLowerCase().normalize('NFC');

/** A star or a quotation mark is searched for literally, and hardly any title has one. */
export const isHardlyFound = (keyword: string): boolean =>
  !hasVisibleText(keyword) || /[*"“”„«»]/.test(keyword);

function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(letterBefore(text, at)) && !isLetter(text.codePointAt(at + word.length))) return true;
  }
  return false;
}

/** A letter outside of the first plane takes two UTF-16 units. */
function letterBefore(text: string, at: number): number | undefined {
  const pair = at > 1 ? text.codePointAt(at - 2) : undefined;
  return pair !== undefined && pair > 0xffff ? pair : text.codePointAt(at - 1);
}

const isLetter = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && /[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint));

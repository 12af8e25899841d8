/** Words that a policy looks for. */
import { hasVisibleText, withoutUnseen } from '../visible-text.ts';

/** Those that stand in the text, in whatever case. A whole word is not followed or preceded by a letter or digit. */
export function foundWords(
  text: string,
  { keywords, wholeWordMatching }: { keywords: readonly string[]; wholeWordMatching: boolean },
): readonly string[] {
  const searched = plain(text);
  return keywords.filter((keyword) => {
    const wanted = plain(keyword.trim());
    if (wanted === '') return false;
    return wholeWordMatching ? hasWholeWord(searched, wanted) : searched.includes(wanted);
  });
}

/** Case, unseen letters, and the number of parts that a letter is written in do not matter. */
const plain = (text: string): string => withoutUnseen(text).toLowerCase().normalize('NFC');

/** A star or a quotation mark is searched for as it is, and hardly any title has one. */
export const isHardlyFound = (keyword: string): boolean =>
  !hasVisibleText(keyword) || /[*"“”„«»]/.test(keyword);

function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isLetter(letterBefore(text, at)) && !isLetter(text.codePointAt(at + word.length))) return true;
  }
  return false;
}

/** A letter outside of the first plane is two units long. */
function letterBefore(text: string, at: number): number | undefined {
  const pair = at > 1 ? text.codePointAt(at - 2) : undefined;
  return pair !== undefined && pair > 0xffff ? pair : text.codePointAt(at - 1);
}

const isLetter = (codePoint: number | undefined): boolean =>
  codePoint !== undefined && /[\p{L}\p{N}]/u.test(String.fromCodePoint(codePoint));

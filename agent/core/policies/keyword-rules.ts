/** Words that a policy looks for. */

/** Those that stand in the text, in whatever case. A whole word is not followed or preceded by a letter or digit. */
export function foundWords(
  text: string,
  { keywords, wholeWordMatching }: { keywords: readonly string[]; wholeWordMatching: boolean },
): readonly string[] {
  const lower = text.toLowerCase();
  return keywords.filter((keyword) => {
    const wanted = keyword.trim().toLowerCase();
    if (wanted === '') return false;
    return wholeWordMatching ? hasWholeWord(lower, wanted) : lower.includes(wanted);
  });
}

function hasWholeWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const before = text.slice(0, at).at(-1) ?? ' ';
    const after = text.charAt(at + word.length) || ' ';
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
}

const LETTER = /[\p{L}\p{N}]/u;

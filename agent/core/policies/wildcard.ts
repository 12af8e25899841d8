/**
 * `*` is any run of characters, `?` any one; neither the case matters nor in how many parts a letter is written.
 * Walks the text once per star and never backtracks further, so that a hostile pattern costs no more than the product
 * of the two lengths.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  const [n, p] = [lettersOf(text), lettersOf(pattern)];
  let at = 0;
  let want = 0;
  let star = -1;
  let tried = 0;
  while (at < n.length) {
    if (p[want] === '*') {
      star = want++;
      tried = at;
    } else if (want < p.length && (p[want] === '?' || p[want] === n[at])) {
      at++;
      want++;
    } else if (star >= 0) {
      want = star + 1;
      at = ++tried;
    } else return false;
  }
  while (p[want] === '*') want++;
  return want === p.length;
}

const lettersOf = (text: string) => [...text.toLowerCase().normalize('NFC')];

/**
 * Matches a text with a pattern: `*` is any run of characters, `?` any one. Case and the number of code
 * points of a letter do not matter. Each piece between two stars takes the first place where it fits and is
 * never tried again. A hostile pattern therefore costs no more than its length for every 32 letters of the
 * text, and the other way round.
 */
export function matchesWildcard(text: string, pattern: string): boolean {
  const letters = lettersOf(text);
  const pieces = splitAtStars(lettersOf(pattern));
  const [first = [], ...others] = pieces;
  const last = others.pop();
  if (last === undefined) return first.length === letters.length && fitsAt(letters, 0, first);
  const end = letters.length - last.length;
  if (end < first.length || !fitsAt(letters, 0, first) || !fitsAt(letters, end, last)) return false;
  let at = first.length;
  for (const piece of others) {
    at = endOfFirst(letters, at, piece);
    if (at < 0 || at > end) return false;
  }
  return true;
}

const lettersOf = (text: string): readonly string[] => [...text.toLowerCase().normalize('NFC')];

function splitAtStars(pattern: readonly string[]): string[][] {
  const pieces: string[][] = [[]];
  for (const letter of pattern) {
    if (letter === '*') pieces.push([]);
    else pieces.at(-1)?.push(letter);
  }
  return pieces;
}

function fitsAt(letters: readonly string[], at: number, piece: readonly string[]): boolean {
  return piece.every((wanted, i) => wanted === '?' || wanted === letters[at + i]);
}

/**
 * End of the first match of the piece from `from` on; -1 for none. All beginnings of the piece are followed
 * at once, one bit for each (the shift-and method), so no letter is read twice.
 */
function endOfFirst(letters: readonly string[], from: number, piece: readonly string[]): number {
  if (piece.length === 0) return from;
  const words = Math.ceil(piece.length / 32);
  const any = new Int32Array(words);
  for (const [i, letter] of piece.entries()) if (letter === '?') setBit(any, i);
  const places = new Map<string, Int32Array>();
  for (const [i, letter] of piece.entries()) {
    if (letter === '?') continue;
    const mask = places.get(letter) ?? any.slice();
    places.set(letter, mask);
    setBit(mask, i);
  }
  const begun = new Int32Array(words);
  const lastBit = 1 << ((piece.length - 1) % 32);
  for (let at = from; at < letters.length; at++) {
    const mask = places.get(letters[at] ?? '') ?? any;
    let carry = 1;
    for (let word = 0; word < words; word++) {
      const before = begun[word] ?? 0;
      begun[word] = ((before << 1) | carry) & (mask[word] ?? 0);
      carry = before >>> 31;
    }
    if (((begun[words - 1] ?? 0) & lastBit) !== 0) return at + 1;
  }
  return -1;
}

function setBit(bits: Int32Array, at: number): void {
  bits[at >>> 5] = (bits[at >>> 5] ?? 0) | (1 << (at & 31));
}

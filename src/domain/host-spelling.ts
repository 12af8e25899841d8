/**
 * Host names outside of ASCII are written in two ways: `bücher.example` by people, `xn--bcher-kva.example` by browsers. Here
 * both become the first one, so that a rule fits whichever it was written in.
 */

/** Letters that mean the same in a host name become one. */
const plainLetters = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/** As people read it; a label that is no valid Punycode stays as it is, and so does a pattern's `*`. */
export const readableHost = (host: string): string =>
  plainLetters(
    plainLetters(host)
      .split(/[.。]/)
      .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
      .join('.'),
  );

/** A label of a host name is no longer. */
const MAX_LABEL = 63;

// The numbers of RFC 3492, section 5.
const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 0x80;
const LAST_CODE = 0x10ffff;

/** RFC 3492, section 6.1: how large the next distance is likely to be. */
function adapt(delta: number, length: number, isFirst: boolean): number {
  let left = Math.floor(delta / (isFirst ? DAMP : 2));
  left += Math.floor(left / length);
  let steps = 0;
  for (; left > ((BASE - T_MIN) * T_MAX) / 2; steps += BASE) left = Math.floor(left / (BASE - T_MIN));
  return steps + Math.floor(((BASE - T_MIN + 1) * left) / (left + SKEW));
}

/** Of a letter or a digit in lower case; undefined for everything else. */
function digitOf(letter: string | undefined): number | undefined {
  const digit = letter === undefined ? -1 : 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter);
  return digit < 0 ? undefined : digit;
}

/** RFC 3492, section 6.2, of one label without `xn--`; undefined where it is not valid. */
function decodePunycode(text: string): string | undefined {
  if (text.length > MAX_LABEL) return undefined;
  const mark = text.lastIndexOf('-');
  const letters = [...text.slice(0, Math.max(mark, 0))].map((letter) => letter.charCodeAt(0));
  let [at, code, bias, place] = [mark + 1, FIRST_CODE, FIRST_BIAS, 0];
  if (at >= text.length) return undefined;
  while (at < text.length) {
    const before = place;
    let weight = 1;
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(text[at++]);
      if (digit === undefined) return undefined;
      place += digit * weight;
      if (place > Number.MAX_SAFE_INTEGER / BASE) return undefined;
      const threshold = Math.min(Math.max(k - bias, T_MIN), T_MAX);
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const length = letters.length + 1;
    bias = adapt(place - before, length, before === 0);
    code += Math.floor(place / length);
    place %= length;
    if (code > LAST_CODE) return undefined;
    letters.splice(place++, 0, code);
  }
  return String.fromCodePoint(...letters);
}

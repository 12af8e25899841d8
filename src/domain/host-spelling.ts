/**
 * Host names outside of ASCII have two notations: people write `bücher.example`, browsers
 * `xn--bcher-kva.example`. Both become the first one here, so that a rule matches in either notation.
 */

/** Unifies letters that mean the same in a host name. */
const plainLetters = (text: string): string => text.normalize('NFKC').toLowerCase().normalize('NFKC');

/** The host name as people read it. Invalid Punycode stays as it is, and so does a pattern's `*`. */
export const readableHost = (host: string): string =>
  plainLetters(
    plainLetters(host)
      .split(/[.。]/)
      .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
      .join('.'),
  );

/** The maximum length of a label of a host name. */
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

/** The value of a lower-case letter or a digit; undefined for any other character. */
function digitOf(letter: string | undefined): number | undefined {
  const digit = letter === undefined ? -1 : 'abcdefghijklmnopqrstuvwxyz0123456789'.indexOf(letter);
  return digit < 0 ? undefined : digit;
}

/** Decodes one label without its `xn--` (RFC 3492, section 6.2). Undefined if it is not valid. */
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

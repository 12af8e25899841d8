/** Texts in the order that people expect of a list: case is ignored, and numbers count by value. */

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** `key`: of plain texts, whose keys compare as their texts do, many times faster than the collator. */
export type SortText = { text: string; key: string | undefined };

const PLAIN = /^[A-Za-z0-9 _.-]*$/;
/** The collator's own order of what stands before digits and letters. */
const ORDER: Readonly<Record<string, string>> = { ' ': '\u0001', _: '\u0002', '-': '\u0003', '.': '\u0004' };
/** No number in the name of a person or a device is longer; a text with a longer one has no key. */
const MAX_DIGITS = 15;

function keyOf(text: string): string | undefined {
  if (!PLAIN.test(text)) return undefined;
  let isLong = false;
  const key = text.toLowerCase().replace(/[ _.-]|\d+/g, (part) => {
    const mark = ORDER[part];
    if (mark !== undefined) return mark;
    const digits = part.replace(/^0+(?=\d)/, '');
    isLong ||= digits.length > MAX_DIGITS;
    return digits.padStart(MAX_DIGITS, '0');
  });
  return isLong ? undefined : key;
}

export const sortTextOf = (text: string): SortText => ({ text, key: keyOf(text) });

export function compareSortTexts(a: SortText, b: SortText): number {
  if (a.key === undefined || b.key === undefined) return collator.compare(a.text, b.text);
  return a.key < b.key ? -1 : Number(a.key > b.key);
}

export const byName = (a: { name: string }, b: { name: string }): number => collator.compare(a.name, b.name);

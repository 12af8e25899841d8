/**
 * Splits HTML from outside into tags and texts. Only text is built from it, so a mistake here can only show
 * too little. Broken markup counts as text or is dropped.
 */

export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: string }
  | { kind: 'close'; name: string };

/** The content of these elements is never readable text. */
const HIDDEN = 'script|style|template|iframe|object|svg|math|noscript|title|textarea|select|head';
const HIDDEN_ELEMENT = new RegExp(`<(${HIDDEN})\\b[^>]*>[\\s\\S]*?(?:</\\1\\s*>|$)`, 'gi');
const COMMENT = /<!--[\s\S]*?(?:-->|$)/g;
const TAG = /<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])((?:"[^"]*"|'[^']*'|[^'"<>])*)>/gi;
/** A declaration, an instruction, or a tag that never ends. */
const BROKEN_TAG = /<[a-z/!?][^<>]*(?:>|$)/gi;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
/** Characters that change the direction of the text, and other characters without a shape. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/gu;

/** Includes the markup. Longer HTML is cut first, because some patterns are slow on long invalid input. */
const MAX_HTML_LENGTH = 20_000;

export function htmlTokens(html: string): readonly HtmlToken[] {
  const seen = html.slice(0, MAX_HTML_LENGTH).replaceAll(COMMENT, '').replaceAll(HIDDEN_ELEMENT, '');
  const tokens: HtmlToken[] = [];
  let from = 0;
  const putText = (raw: string) => {
    const text = readText(raw);
    if (text !== '') tokens.push({ kind: 'text', text });
  };
  for (const match of seen.matchAll(TAG)) {
    const [whole, slash, name = '', attributes = ''] = match;
    putText(seen.slice(from, match.index));
    from = match.index + whole.length;
    if (slash === '/') tokens.push({ kind: 'close', name: name.toLowerCase() });
    else tokens.push({ kind: 'open', name: name.toLowerCase(), attributes });
  }
  putText(seen.slice(from));
  return tokens;
}

const readText = (raw: string) =>
  raw
    .replaceAll(BROKEN_TAG, '')
    .replaceAll(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => decode(name) ?? whole)
    .replaceAll(/\s+/g, ' ')
    .replaceAll(INVISIBLE, '');

function decode(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  const isSurrogate = code >= 0xd800 && code <= 0xdfff;
  return code > 31 && code <= 0x10ffff && !isSurrogate ? String.fromCodePoint(code) : undefined;
}

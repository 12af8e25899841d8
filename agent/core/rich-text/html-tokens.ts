/**
 * HTML from outside as a row of tags and texts. Nothing is built from it but text, so that a mistake here can only
 * show too little. What is broken in it counts as text or is left out, whatever it is.
 */

export type HtmlToken =
  | { kind: 'text'; text: string }
  | { kind: 'open'; name: string; attributes: string }
  | { kind: 'close'; name: string };

/** What they hold is never for reading. */
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
/** Marks that turn the direction of what follows, and other characters without a shape. */
const INVISIBLE = /[\p{Cc}\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\ufff9-\uffff]/gu;

/** Markup and all. What is longer is cut before it is looked at: some patterns take long over long nonsense. */
const LONGEST_HTML = 20_000;

export function htmlTokens(html: string): readonly HtmlToken[] {
  const seen = html.slice(0, LONGEST_HTML).replaceAll(COMMENT, '').replaceAll(HIDDEN_ELEMENT, '');
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

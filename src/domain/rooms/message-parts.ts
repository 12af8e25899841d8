/** Splits a message into text and links. HTML and Markdown are not interpreted but shown as written. */

export type MessagePart = { text: string; href?: string };

/** An address begins with its scheme or with `www.`. Only web pages become links. */
const ADDRESS = /\b(?:https?:\/\/|www\.)[^\s<>"'`\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/giu;
/** Characters at the end that belong to the sentence, not to the address. */
const AFTER = '.,;:!?…\'"»”’*_~';
const MAX_LINKS = 200;

export function messageParts(message: string): MessagePart[] {
  const parts: MessagePart[] = [];
  let end = 0;
  let links = 0;
  for (const found of message.matchAll(ADDRESS)) {
    const text = trimmed(found[0]);
    const href = hrefOf(text);
    if (href === undefined || links >= MAX_LINKS) continue;
    links += 1;
    if (found.index > end) parts.push({ text: message.slice(end, found.index) });
    parts.push({ text, href });
    end = found.index + text.length;
  }
  if (end < message.length) parts.push({ text: message.slice(end) });
  return parts;
}

function trimmed(address: string): string {
  const count = (letter: string) => address.split(letter).length;
  // Closing brackets whose opening one stands before the address.
  const surplus = new Map([
    [')', count(')') - count('(')],
    [']', count(']') - count('[')],
  ]);
  let end = address.length;
  for (; end > 0; end -= 1) {
    const last = address.charAt(end - 1);
    if (AFTER.includes(last)) continue;
    const left = surplus.get(last) ?? 0;
    if (left <= 0) break;
    surplus.set(last, left - 1);
  }
  return address.slice(0, end);
}

function hrefOf(text: string): string | undefined {
  const address = /^www\./i.test(text) ? `https://${text}` : text;
  return /^https?:\/\/(?!www\.?$)[\p{L}\p{N}[]/iu.test(address) ? address : undefined;
}

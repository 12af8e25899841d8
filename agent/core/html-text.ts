const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/**
 * The words of a lock message. Its rich text comes from outside and is never put into a document here:
 * tags go, paragraphs and breaks become lines, entities become characters.
 */
export function htmlText(html: string): string {
  return html
    .replaceAll(/<(script|style)\b[^>]*>[\s\S]*?(<\/\1\s*>|$)/gi, '')
    .replaceAll(/<!--[\s\S]*?(-->|$)/g, '')
    .replaceAll(/<br\s*\/?>|<\/(p|div|h[1-6]|li|tr|blockquote)\s*>/gi, '\n')
    .replaceAll(/<[^>]*>?/g, '')
    .replaceAll(
      /&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi,
      (whole, name: string) => decodeEntity(name) ?? whole,
    )
    .replaceAll(/[^\S\n]+/g, ' ')
    .replaceAll(/ ?\n ?/g, '\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

function decodeEntity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number.parseInt(name.slice(1), 10);
  return code > 31 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

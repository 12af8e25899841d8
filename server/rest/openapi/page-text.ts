/** Formats text of the document as HTML. */

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (each) => ENTITIES[each] ?? each);

/** Blank lines separate paragraphs; text between backquotes is code. */
export function paragraphs(text = ''): string {
  return text
    .split('\n\n')
    .filter((each) => each !== '')
    .map((each) => `<p>${escapeHtml(each).replace(/`([^`]+)`/g, '<code>$1</code>')}</p>`)
    .join('');
}

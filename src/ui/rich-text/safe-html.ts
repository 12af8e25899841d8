/**
 * The only sanitiser: rich text passes it before it is sent and again before it is shown. Elements outside of
 * the lists below are removed, and their text stays.
 */

import createPurifier, { type DOMPurify } from 'dompurify';
import { hasVisibleText } from '#domain/visible-text.ts';

const TAGS = [
  'p',
  'br',
  'h1',
  'h2',
  'h3',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'span',
] as const;

/** The elements that may be aligned; only a span may have a colour. */
const ALIGNED: ReadonlySet<string> = new Set(['P', 'H1', 'H2', 'H3']);
const ALIGNMENTS: ReadonlySet<string> = new Set(['left', 'center', 'right']);

const hexPair = (channel: string) => Math.min(Number(channel), 255).toString(16).padStart(2, '0');

/** The colour as `#rrggbb`; undefined for anything but a plain colour. */
function hexColour(value: string): string | undefined {
  if (/^#[\da-f]{6}$/.test(value)) return value;
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(value);
  if (short)
    return `#${short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')}`;
  const rgb = /^rgb\((\d{1,3}), ?(\d{1,3}), ?(\d{1,3})\)$/.exec(value);
  return rgb ? `#${rgb.slice(1).map(hexPair).join('')}` : undefined;
}

/** Writes a new style from the recognised declarations, so that nothing else remains. */
function safeStyle(tagName: string, style: string): string {
  const declarations = style
    .toLowerCase()
    .split(';')
    .map((each) => each.split(':').map((part) => part.trim()));
  for (const [name, value = '', ...more] of declarations) {
    if (more.length > 0) continue;
    const colour = tagName === 'SPAN' && name === 'color' ? hexColour(value) : undefined;
    if (colour !== undefined) return `color: ${colour};`;
    if (name === 'text-align' && ALIGNED.has(tagName) && ALIGNMENTS.has(value))
      return `text-align: ${value};`;
  }
  return '';
}

let purifier: DOMPurify | undefined;

/** Creates the sanitiser on first use; its hook is not shared with other code. */
function ownPurifier(): DOMPurify {
  if (purifier) return purifier;
  purifier = createPurifier(window);
  purifier.addHook('uponSanitizeAttribute', (element, attribute) => {
    if (attribute.attrName !== 'style') return;
    attribute.attrValue = safeStyle(element.tagName, attribute.attrValue);
    attribute.keepAttr = attribute.attrValue !== '';
  });
  return purifier;
}

/** Returns HTML of the closed lists only. Sanitising the result again changes nothing. */
export const safeHtml = (html: string): string =>
  ownPurifier().sanitize(html, {
    ALLOWED_TAGS: [...TAGS],
    ALLOWED_ATTR: ['style'],
    ALLOW_DATA_ATTR: false,
    ALLOW_ARIA_ATTR: false,
  });

/** Whether the HTML has no visible text, such as an editor's empty paragraph. */
export const isBlankHtml = (html: string): boolean =>
  !hasVisibleText(new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '');

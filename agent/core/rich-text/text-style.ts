/** Parses the two properties of a tag that are kept: the text's colour and its alignment. */
import type { TextBlock } from './rich-text.ts';

const NAMED: Readonly<Record<string, string>> = {
  black: '#000000',
  white: '#ffffff',
  red: '#ff0000',
  green: '#008000',
  blue: '#0000ff',
  yellow: '#ffff00',
  orange: '#ffa500',
  purple: '#800080',
  grey: '#808080',
  gray: '#808080',
  pink: '#ffc0cb',
  brown: '#a52a2a',
  cyan: '#00ffff',
  magenta: '#ff00ff',
  navy: '#000080',
};

/** Returns `#rrggbb`, or undefined if there is no colour or it cannot be parsed. */
export function colorOf(attributes: string): string | undefined {
  const value = styleOf(attributes, 'color') ?? attributeOf(attributes, 'color');
  return value === undefined ? undefined : parseColor(value);
}

/** Justified lines count as left-aligned. */
export function alignOf(attributes: string): TextBlock['align'] | undefined {
  const value = styleOf(attributes, 'text-align') ?? attributeOf(attributes, 'align')?.trim().toLowerCase();
  if (value === 'center' || value === 'right' || value === 'left') return value;
  if (value === 'justify' || value === 'start') return 'left';
  return value === 'end' ? 'right' : undefined;
}

function styleOf(attributes: string, property: string): string | undefined {
  for (const declaration of (attributeOf(attributes, 'style') ?? '').split(';')) {
    const colon = declaration.indexOf(':');
    if (declaration.slice(0, colon).trim().toLowerCase() === property)
      return declaration
        .slice(colon + 1)
        .trim()
        .toLowerCase();
  }
  return undefined;
}

function attributeOf(attributes: string, name: string): string | undefined {
  const pattern = /(?:^|\s)([a-z-]+)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/gi;
  for (const [, found = '', double, single, bare] of attributes.matchAll(pattern))
    if (found.toLowerCase() === name) return double ?? single ?? bare;
  return undefined;
}

function parseColor(value: string): string | undefined {
  const text = value.trim().toLowerCase();
  if (Object.hasOwn(NAMED, text)) return NAMED[text];
  if (/^#[0-9a-f]{6}$/.test(text)) return text;
  if (/^#[0-9a-f]{3}$/.test(text)) return `#${[...text.slice(1)].map((digit) => digit + digit).join('')}`;
  const [, ...parts] = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})\b[^)]*\)$/.exec(text) ?? [];
  const channels = parts.map(Number);
  if (channels.length !== 3 || channels.some((channel) => channel > 255)) return undefined;
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

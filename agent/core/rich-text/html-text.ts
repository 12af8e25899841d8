/**
 * Parses rich text. It comes from outside as HTML and is never inserted into a document here. Only blocks of
 * text with a few known properties are kept.
 */
import { htmlTokens } from './html-tokens.ts';
import type { TextBlock, TextRun } from './rich-text.ts';
import { alignOf, colorOf } from './text-style.ts';

/** Nothing longer is readable on a locked screen. */
export const MAX_TEXT_LENGTH = 4_000;
const MAX_BLOCKS = 200;
const MAX_DEPTH = 6;

type Style = Omit<TextRun, 'text'>;
type Open = {
  name: string;
  style: Style;
  heading: TextBlock['heading'];
  align: TextBlock['align'];
  depth: number;
  /** For an `ol` the number of the next item; for an `ul` 0. */
  next?: number;
};

const BLOCKS: ReadonlySet<string> = new Set([
  ...['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'pre', 'hr'],
  ...['table', 'tr', 'section', 'article', 'header', 'footer', 'figure'],
]);
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'source']);
const MARKS: Readonly<Record<string, Style>> = {
  b: { bold: true },
  strong: { bold: true },
  i: { italic: true },
  em: { italic: true },
  u: { underline: true },
  ins: { underline: true },
  s: { strike: true },
  strike: { strike: true },
  del: { strike: true },
};
const ROOT: Open = { name: '', style: {}, heading: 0, align: 'left', depth: 0 };

/** Returns the visible blocks, at most `MAX_TEXT_LENGTH` characters. Returns none if there are no words. */
export function richText(html: string): readonly TextBlock[] {
  const blocks: TextBlock[] = [];
  const open: Open[] = [ROOT];
  let runs: TextRun[] = [];
  let marker: string | undefined;
  let left = MAX_TEXT_LENGTH;
  const top = () => open.at(-1) ?? ROOT;

  const endBlock = (keepEmpty = false) => {
    const { heading, align, depth } = top();
    const trimmed = trimRuns(runs);
    runs = [];
    if (trimmed.length === 0 && !keepEmpty) return;
    blocks.push({ heading, align, depth, ...(marker !== undefined && { marker }), runs: trimmed });
    marker = undefined;
  };
  const put = (text: string) => {
    const { style } = top();
    // Cuts between code points, so that an emoji is not cut in half.
    const fitting = text.length > left ? `${[...text.slice(0, left)].slice(0, -1).join('')}…` : text;
    left -= text.length;
    if (runs.length > 0 || fitting.trim() !== '') runs.push({ ...style, text: fitting });
  };

  for (const token of htmlTokens(html)) {
    if (left <= 0 || blocks.length >= MAX_BLOCKS) break;
    if (token.kind === 'text') put(token.text);
    else if (token.kind === 'close') {
      const at = open.findLastIndex(({ name }) => name === token.name);
      if (at <= 0) continue;
      if (open.slice(at).some(({ name }) => BLOCKS.has(name))) endBlock(token.name === 'p' && isLoose(open));
      open.length = at;
    } else {
      if (token.name === 'br') endBlock(true);
      else if (BLOCKS.has(token.name)) endBlock();
      if (VOID.has(token.name)) continue;
      if (token.name === 'li') marker = nextMarker(open) ?? marker;
      open.push(opened(top(), token.name, token.attributes));
    }
  }
  endBlock();
  return trimBlocks(blocks);
}

/** An empty paragraph is a line of its own, except in a list. */
const isLoose = (open: readonly Open[]) => !open.some(({ name }) => name === 'li');

function opened(parent: Open, name: string, attributes: string): Open {
  const color = colorOf(attributes);
  const level = /^h([1-6])$/.exec(name)?.[1];
  const isList = name === 'ul' || name === 'ol';
  const deeper = isList || name === 'blockquote' ? 1 : 0;
  return {
    name,
    style: { ...parent.style, ...(Object.hasOwn(MARKS, name) && MARKS[name]), ...(color && { color }) },
    heading: level === undefined ? parent.heading : (Math.min(3, Number(level)) as TextBlock['heading']),
    align: alignOf(attributes) ?? parent.align,
    depth: Math.min(MAX_DEPTH, parent.depth + deeper),
    ...(isList && { next: name === 'ol' ? 1 : 0 }),
  };
}

function nextMarker(open: readonly Open[]): string | undefined {
  const list = open.findLast(({ next }) => next !== undefined);
  if (list?.next === undefined) return undefined;
  return list.next === 0 ? '•' : `${list.next++}.`;
}

function trimRuns(runs: readonly TextRun[]): readonly TextRun[] {
  const kept = runs.map((run, i) => ({
    ...run,
    text: i === runs.length - 1 ? run.text.trimEnd() : run.text,
  }));
  const [first, ...others] = kept.filter(({ text }) => text !== '');
  return first === undefined ? [] : [{ ...first, text: first.text.trimStart() }, ...others];
}

/** Removes empty blocks at both ends. */
function trimBlocks(blocks: readonly TextBlock[]): readonly TextBlock[] {
  const isFull = ({ runs }: TextBlock) => runs.length > 0;
  const from = blocks.findIndex(isFull);
  return from < 0 ? [] : blocks.slice(from, blocks.findLastIndex(isFull) + 1);
}

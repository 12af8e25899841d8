/** Draws rich text into a rectangle in the largest size that fits, and cuts it if none does. */
import type { TextBlock, TextRun } from '../../core/rich-text/rich-text.ts';
import type { Pen } from './pen/pen.ts';
import type { Rect } from './pen/pen-shapes.ts';
import type { TextStyle } from './pen/pen-text.ts';

/** The sizes of a paragraph. The first ones are large, because a card shows the screen 320 pixels wide. */
const SIZES = [80, 64, 54, 46, 40, 34, 28];
const HEADING_SCALE = [1, 1.6, 1.35, 1.15] as const;
const INDENT = 1.4;
/** More lines than any screen shows. */
const MAX_LINES = 40;
const MAX_WORD_LENGTH = 1_000;
const INK = '#e9efff';
const BACK = '#16234a';

type Piece = { text: string; run: TextRun; width: number };
type Line = {
  pieces: Piece[];
  width: number;
  size: number;
  block: TextBlock;
  /** The marker of a list item, before its first line. */
  marker?: string;
};

/** Cached, because a locked class draws the same text every few seconds. */
const laidOut = new WeakMap<readonly TextBlock[], Map<string, readonly Line[]>>();

/** Draws the text centred in `r`. */
export function paintRichText(pen: Pen, r: Rect, blocks: readonly TextBlock[]): void {
  const lines = linesOf(pen, r, blocks);
  // Text without alignment is centred as a block, with left-aligned lines.
  const isPlain = blocks.every(({ align }) => align === 'left');
  const widest = Math.max(0, ...lines.map((line) => line.width + indentOf(line)));
  const area = isPlain ? { ...r, x: r.x + Math.max(0, (r.w - widest) / 2) } : r;
  let y = r.y + Math.max(0, (r.h - heightOf(lines)) / 2);
  for (const line of lines) {
    y += leadingOf(line);
    paintLine(pen, area, line, y - line.size * 0.32);
  }
}

function linesOf(pen: Pen, r: Rect, blocks: readonly TextBlock[]): readonly Line[] {
  const bySize = laidOut.get(blocks) ?? new Map<string, readonly Line[]>();
  laidOut.set(blocks, bySize);
  const key = `${r.w} ${r.h}`;
  const known = bySize.get(key);
  if (known !== undefined) return known;
  let lines: Line[] = [];
  for (const size of SIZES) {
    lines = layOut(pen, blocks, size, r.w);
    if (heightOf(lines) <= r.h) break;
  }
  const fitting = heightOf(lines) <= r.h ? lines : cutOff(lines, r.h);
  bySize.set(key, fitting);
  return fitting;
}

const indentOf = ({ block, size }: Pick<Line, 'block' | 'size'>) => block.depth * size * INDENT;
const leadingOf = ({ size }: Line) => size * 1.32;
const heightOf = (lines: readonly Line[]) => lines.reduce((sum, line) => sum + leadingOf(line), 0);

function layOut(pen: Pen, blocks: readonly TextBlock[], base: number, width: number): Line[] {
  let count = 0;
  return blocks.flatMap((block) => {
    if (count > MAX_LINES) return [];
    const size = base * HEADING_SCALE[block.heading];
    const room = width - indentOf({ block, size });
    const lines: Line[] = [{ pieces: [], width: 0, size, block }];
    for (const run of block.runs) {
      for (const word of run.text.split(/(?<=\s)/)) {
        if (count + lines.length > MAX_LINES) break;
        addWord(pen, lines, { word: word.slice(0, MAX_WORD_LENGTH), run, room });
      }
    }
    count += lines.length;
    const [first] = lines;
    if (first && block.marker !== undefined) first.marker = block.marker;
    return lines;
  });
}

function addWord(
  pen: Pen,
  lines: Line[],
  { word, run, room }: { word: string; run: TextRun; room: number },
): void {
  const line = lines.at(-1);
  if (line === undefined) return;
  const style = styleOf(run, line);
  const width = pen.width(word, style);
  if (line.width + pen.width(word.trimEnd(), style) <= room) {
    line.pieces.push({ text: word, run, width });
    line.width += width;
  } else if (line.width > 0) {
    lines.push({ pieces: [], width: 0, size: line.size, block: line.block });
    addWord(pen, lines, { word, run, room });
  } else {
    const text = pen.fitting(word, room, style);
    line.pieces.push({ text, run, width: pen.width(text, style) });
    line.width = room;
    const rest = word.slice(text.length);
    if (rest !== '') addWord(pen, lines, { word: rest, run, room });
  }
}

/** Returns the lines that fit. The last one ends in an ellipsis. */
function cutOff(lines: readonly Line[], height: number): Line[] {
  const kept: Line[] = [];
  let used = 0;
  for (const line of lines) {
    used += leadingOf(line);
    if (used > height) break;
    kept.push(line);
  }
  const last = kept.at(-1);
  const piece = last?.pieces.at(-1);
  if (last && piece) piece.text = `${piece.text.trimEnd()} …`;
  return kept;
}

function styleOf({ bold, color }: TextRun, { size, block }: Line): TextStyle {
  const weight = bold || block.heading > 0 ? 700 : 500;
  return { size, weight, color: color === undefined ? INK : readable(color) };
}

function paintLine(pen: Pen, r: Rect, line: Line, y: number): void {
  const { block, size, marker } = line;
  const inner = { x: r.x + indentOf(line), w: r.w - indentOf(line) };
  const width = line.pieces.reduce((sum, piece) => sum + piece.width, 0);
  const spare = { left: 0, center: (inner.w - width) / 2, right: inner.w - width }[block.align];
  let x = inner.x + Math.max(0, spare);
  if (marker !== undefined)
    pen.text(marker, x - size * 0.4, y, { size, weight: 700, color: INK, align: 'right' });
  for (const { text, run, width: wide } of line.pieces) {
    const style = styleOf(run, line);
    if (run.italic) pen.slanted(text, x, y, style);
    else pen.text(text, x, y, style);
    const inked = pen.width(text.trimEnd(), style);
    const thick = Math.max(2, size * 0.07);
    if (run.underline) pen.box(x, y + size * 0.12, inked, thick, style.color);
    if (run.strike) pen.box(x, y - size * 0.3, inked, thick, style.color);
    x += wide;
  }
}

/** Lightens a colour until it is readable on the dark screen. */
function readable(color: string): string {
  let channels = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
  for (let i = 0; i < 12 && contrast(channels) < 4.5; i++)
    channels = channels.map((channel) => Math.round(channel + (255 - channel) * 0.18));
  return `rgb(${channels.join(', ')})`;
}

const BACK_LIGHT = lightness([1, 3, 5].map((at) => Number.parseInt(BACK.slice(at, at + 2), 16)));
const contrast = (channels: readonly number[]) => (lightness(channels) + 0.05) / (BACK_LIGHT + 0.05);

/** Relative luminance, 0 to 1 (WCAG 2). */
function lightness(channels: readonly number[]): number {
  const [r = 0, g = 0, b = 0] = channels.map((channel) => {
    const part = channel / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

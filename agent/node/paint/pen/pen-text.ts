/** The text of a drawn desktop: fonts, line breaks, and one drawn face in place of every emoji. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { FONT_STACKS, type FontStack } from '../fonts.ts';
import { fillDisc } from './pen-shapes.ts';

export type TextStyle = {
  size: number;
  color: string;
  weight?: 400 | 500 | 600 | 700;
  family?: FontStack;
  align?: 'left' | 'center' | 'right';
  /** Longer text ends in an ellipsis. */
  within?: number;
};

const WRAPS_KEPT = 4_000;
/** Longer than any line, however narrow its letters. */
const MAX_LINE_LENGTH = 400;
/** Shapeless characters: they change the direction, are half a character, or end the canvas's text. */
const SHAPELESS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The fonts have no emoji, so all of them are drawn as one face. */
const FACE = '\ufffc';
const FACE_ALONE = /(\ufffc)/;
const EMOJI =
  /\p{RI}\p{RI}|(?![©®™])\p{Extended_Pictographic}(?:\ufe0f|\p{EMod}|\u200d\p{Extended_Pictographic})*/gu;
const shapely = (text: string) => text.replace(SHAPELESS, '').replace(EMOJI, FACE);
const wraps = new Map<string, readonly string[]>();

/** Returns at most `most` lines. The last one ends in an ellipsis if there are more. */
export const firstLines = (lines: readonly string[], most: number): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]} …`] : lines;

export function createPenText(ctx: SKRSContext2D) {
  const texts = {
    /** `y` is the baseline. */
    text(value: string, x: number, y: number, style: TextStyle) {
      setFont(ctx, style);
      ctx.fillStyle = style.color;
      ctx.textAlign = style.align ?? 'left';
      const words = shapely(value);
      const shown = style.within === undefined ? words : shorten(ctx, words, style.within, style);
      write(ctx, shown, { x, y }, style);
    },
    /** Like `text`, but slanted, because the fonts have no italic. */
    slanted(value: string, x: number, y: number, style: TextStyle) {
      ctx.save();
      ctx.transform(1, 0, -0.2, 1, 0.2 * y, 0);
      texts.text(value, x, y, style);
      ctx.restore();
    },
    width(value: string, style: TextStyle): number {
      setFont(ctx, style);
      return ctx.measureText(shapely(value)).width;
    },
    /** Returns the longest beginning that fits into the width, at least one letter. */
    fitting(value: string, width: number, style: TextStyle): string {
      setFont(ctx, style);
      return firstLetters(ctx, value, width);
    },
    /** Breaks text at words. Results are cached by text, width and style. */
    wrap(value: string, width: number, style: TextStyle): readonly string[] {
      const key = `${style.family}|${style.weight}|${style.size}|${width}|${value}`;
      const known = wraps.get(key);
      if (known !== undefined) return known;
      setFont(ctx, style);
      const lines = value.split('\n').flatMap((line) => breakLine(ctx, shapely(line), width));
      if (wraps.size >= WRAPS_KEPT) wraps.clear();
      wraps.set(key, lines);
      return lines;
    },
    /** Draws lines below each other. Returns the baseline of the next line. */
    lines(lines: readonly string[], x: number, y: number, leading: number, style: TextStyle): number {
      for (const [i, line] of lines.entries()) texts.text(line, x, y + i * leading, style);
      return y + lines.length * leading;
    },
  };
  return texts;
}

function setFont(ctx: SKRSContext2D, { size, weight = 400, family = 'sans' }: TextStyle): void {
  ctx.font = `${weight} ${size}px ${FONT_STACKS[family]}`;
}

function write(
  ctx: SKRSContext2D,
  words: string,
  { x, y }: { x: number; y: number },
  { size, align = 'left' }: TextStyle,
): void {
  if (!words.includes(FACE)) {
    ctx.fillText(words, x, y);
    return;
  }
  const ink = ctx.fillStyle;
  const share = { left: 0, center: 0.5, right: 1 }[align];
  let at = x - ctx.measureText(words).width * share;
  ctx.textAlign = 'left';
  for (const part of words.split(FACE_ALONE)) {
    const { width } = ctx.measureText(part);
    if (part === FACE) paintFace(ctx, at + width / 2, y - size * 0.36, Math.min(width, size) * 0.5);
    else ctx.fillText(part, at, y);
    ctx.fillStyle = ink;
    at += width;
  }
}

function paintFace(ctx: SKRSContext2D, x: number, y: number, radius: number): void {
  fillDisc(ctx, { x, y, radius }, '#ffc93c');
  for (const side of [-1, 1]) {
    const eye = { x: x + side * radius * 0.36, y: y - radius * 0.22, radius: radius * 0.13 };
    fillDisc(ctx, eye, '#4a3200');
  }
  ctx.strokeStyle = '#4a3200';
  ctx.lineWidth = radius * 0.16;
  ctx.beginPath();
  ctx.arc(x, y + radius * 0.08, radius * 0.52, 0.15 * Math.PI, 0.85 * Math.PI);
  ctx.stroke();
}

function breakLine(ctx: SKRSContext2D, line: string, width: number): string[] {
  const lines: string[] = [];
  let current = '';
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (current !== '' && ctx.measureText(longer).width > width) {
      lines.push(current);
      current = word;
    } else current = longer;
    // A word that is longer than a line is broken at the end of the line.
    while (current.length > 1 && !isWithin(ctx, current, width)) {
      const first = firstLetters(ctx, current, width);
      lines.push(first);
      current = current.slice(first.length);
    }
  }
  return [...lines, current];
}

const isWithin = (ctx: SKRSContext2D, value: string, width: number): boolean =>
  value.length <= MAX_LINE_LENGTH && ctx.measureText(value).width <= width;

function firstLetters(ctx: SKRSContext2D, value: string, width: number): string {
  const letters = [...value.slice(0, MAX_LINE_LENGTH)];
  let fits = 0;
  let left = width;
  // Measuring is slow, so letters are measured eight at a time, and only the last ones singly.
  for (const step of [8, 1]) {
    for (;;) {
      const next = letters.slice(fits, fits + step).join('');
      const wide = ctx.measureText(next).width;
      if (next === '' || wide > left) break;
      fits += step;
      left -= wide;
    }
  }
  return letters.slice(0, Math.max(1, fits)).join('');
}

function shorten(ctx: SKRSContext2D, value: string, width: number, style: TextStyle): string {
  const key = `…|${style.family}|${style.weight}|${style.size}|${width}|${value}`;
  const known = wraps.get(key)?.[0];
  if (known !== undefined) return known;
  const shown = isWithin(ctx, value, width)
    ? value
    : `${firstLetters(ctx, value, width - ctx.measureText('…').width).trimEnd()}…`;
  if (wraps.size >= WRAPS_KEPT) wraps.clear();
  wraps.set(key, [shown]);
  return shown;
}

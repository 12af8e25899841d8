/** The few strokes that everything on a drawn desktop is made of. Lengths are in desktop units (1280 wide). */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { FONT_STACKS, type FontStack } from './fonts.ts';

export type Paint = string | ReturnType<SKRSContext2D['createLinearGradient']>;
export type Rect = { x: number; y: number; w: number; h: number };
export type TextStyle = {
  size: number;
  color: string;
  weight?: 400 | 500 | 600 | 700;
  family?: FontStack;
  align?: 'left' | 'center' | 'right';
  /** Longer text ends in an ellipsis. */
  within?: number;
};
export type Pen = ReturnType<typeof createPen>;

const WRAPS_KEPT = 4_000;
/** More than fits into a line, however narrow the letters. */
const LONGEST_LINE = 400;
/** Without a shape: they turn the direction of what follows, or are half a letter, or end the text for the canvas. */
const SHAPELESS = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;
/** The fonts have no emoji: all of them are drawn as one face. */
const FACE = '\ufffc';
const FACE_ALONE = /(\ufffc)/;
const EMOJI =
  /\p{RI}\p{RI}|(?![©®™])\p{Extended_Pictographic}(?:\ufe0f|\p{EMod}|\u200d\p{Extended_Pictographic})*/gu;
const shapely = (text: string) => text.replace(SHAPELESS, '').replace(EMOJI, FACE);
const wraps = new Map<string, readonly string[]>();

/** The last one says that there is more. */
export const firstLines = (lines: readonly string[], most: number): readonly string[] =>
  lines.length > most ? [...lines.slice(0, most - 1), `${lines[most - 1]} …`] : lines;

export function createPen(ctx: SKRSContext2D) {
  const setFont = ({ size, weight = 400, family = 'sans' }: TextStyle) => {
    ctx.font = `${weight} ${size}px ${FONT_STACKS[family]}`;
  };

  const outlinePath = (r: Rect, radius: number) => {
    ctx.beginPath();
    if (radius > 0) ctx.roundRect(r.x, r.y, r.w, r.h, radius);
    else ctx.rect(r.x, r.y, r.w, r.h);
  };

  const pen = {
    ctx,
    box(x: number, y: number, w: number, h: number, paint: Paint, radius = 0) {
      ctx.fillStyle = paint;
      if (radius === 0) {
        ctx.fillRect(x, y, w, h);
        return;
      }
      outlinePath({ x, y, w, h }, radius);
      ctx.fill();
    },
    frame(r: Rect, color: string, options: { radius?: number; width?: number } = {}) {
      ctx.strokeStyle = color;
      ctx.lineWidth = options.width ?? 1;
      outlinePath(r, options.radius ?? 0);
      ctx.stroke();
    },
    disc(x: number, y: number, radius: number, paint: Paint) {
      ctx.fillStyle = paint;
      ctx.beginPath();
      ctx.arc(x, y, radius, 0, Math.PI * 2);
      ctx.fill();
    },
    ring(x: number, y: number, radius: number, color: string, width = 2, share = 1) {
      ctx.strokeStyle = color;
      ctx.lineWidth = width;
      ctx.beginPath();
      // A full turn from any angle but 0 is drawn as nothing.
      if (share >= 1) ctx.arc(x, y, radius, 0, Math.PI * 2);
      else ctx.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * share);
      ctx.stroke();
    },
    /** A closed shape from `x, y` pairs. */
    shape(points: readonly number[], paint: Paint) {
      ctx.fillStyle = paint;
      trace(points);
      ctx.closePath();
      ctx.fill();
    },
    stroke(points: readonly number[], color: string, width = 2) {
      ctx.strokeStyle = color;
      ctx.lineWidth = width;
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      trace(points);
      ctx.stroke();
    },
    /** `y` is the base line. */
    text(value: string, x: number, y: number, style: TextStyle) {
      setFont(style);
      ctx.fillStyle = style.color;
      ctx.textAlign = style.align ?? 'left';
      const words = shapely(value);
      write(style.within === undefined ? words : shorten(words, style.within, style), { x, y }, style);
    },
    /** Like `text`, leaning: the letters come without an italic of their own. */
    slanted(value: string, x: number, y: number, style: TextStyle) {
      ctx.save();
      ctx.transform(1, 0, -0.2, 1, 0.2 * y, 0);
      pen.text(value, x, y, style);
      ctx.restore();
    },
    width(value: string, style: TextStyle): number {
      setFont(style);
      return ctx.measureText(shapely(value)).width;
    },
    /** As many letters from the start as the width takes; at least one. */
    fitting(value: string, width: number, style: TextStyle): string {
      setFont(style);
      return firstLetters(value, width);
    },
    /** Breaks text at words; the same text, width and style always break the same. */
    wrap(value: string, width: number, style: TextStyle): readonly string[] {
      const key = `${style.family}|${style.weight}|${style.size}|${width}|${value}`;
      const known = wraps.get(key);
      if (known !== undefined) return known;
      setFont(style);
      const lines = value.split('\n').flatMap((line) => breakLine(shapely(line), width));
      if (wraps.size >= WRAPS_KEPT) wraps.clear();
      wraps.set(key, lines);
      return lines;
    },
    /** Lines below each other; answers the base line of the next one. */
    lines(lines: readonly string[], x: number, y: number, leading: number, style: TextStyle): number {
      for (const [i, line] of lines.entries()) pen.text(line, x, y + i * leading, style);
      return y + lines.length * leading;
    },
    down(y0: number, y1: number, ...colors: readonly string[]): Paint {
      const gradient = ctx.createLinearGradient(0, y0, 0, y1);
      for (const [i, color] of colors.entries()) gradient.addColorStop(i / (colors.length - 1), color);
      return gradient;
    },
    across(r: Rect, ...colors: readonly string[]): Paint {
      const gradient = ctx.createLinearGradient(r.x, r.y, r.x + r.w, r.y + r.h);
      for (const [i, color] of colors.entries()) gradient.addColorStop(i / (colors.length - 1), color);
      return gradient;
    },
    glow(x: number, y: number, radius: number, inner: string, outer: string): Paint {
      const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius);
      gradient.addColorStop(0, inner);
      gradient.addColorStop(1, outer);
      return gradient;
    },
    within(r: Rect, radius: number, paint: () => void) {
      ctx.save();
      outlinePath(r, radius);
      ctx.clip();
      paint();
      ctx.restore();
    },
    /** A soft shadow out of a few boxes: a blur costs as much as the rest of the picture. */
    shadow(r: Rect, radius: number, strength = 1) {
      for (const [spread, alpha] of [
        [14, 0.05],
        [9, 0.07],
        [5, 0.09],
        [2, 0.12],
      ] as const)
        pen.box(
          r.x - spread,
          r.y - spread + 4,
          r.w + spread * 2,
          r.h + spread * 2,
          `rgba(10, 18, 40, ${alpha * strength})`,
          radius + spread,
        );
    },
  };

  const write = (words: string, { x, y }: { x: number; y: number }, { size, align = 'left' }: TextStyle) => {
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
      if (part === FACE) paintFace(at + width / 2, y - size * 0.36, Math.min(width, size) * 0.5);
      else ctx.fillText(part, at, y);
      ctx.fillStyle = ink;
      at += width;
    }
  };

  const paintFace = (x: number, y: number, radius: number) => {
    pen.disc(x, y, radius, '#ffc93c');
    for (const side of [-1, 1])
      pen.disc(x + side * radius * 0.36, y - radius * 0.22, radius * 0.13, '#4a3200');
    ctx.strokeStyle = '#4a3200';
    ctx.lineWidth = radius * 0.16;
    ctx.beginPath();
    ctx.arc(x, y + radius * 0.08, radius * 0.52, 0.15 * Math.PI, 0.85 * Math.PI);
    ctx.stroke();
  };

  const trace = (points: readonly number[]) => {
    ctx.beginPath();
    for (let i = 0; i + 1 < points.length; i += 2) ctx.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
  };

  const breakLine = (line: string, width: number): string[] => {
    const lines: string[] = [];
    let current = '';
    for (const word of line.split(' ')) {
      const longer = current === '' ? word : `${current} ${word}`;
      if (current !== '' && ctx.measureText(longer).width > width) {
        lines.push(current);
        current = word;
      } else current = longer;
      // Longer than a line: broken where the line ends.
      while (current.length > 1 && !isWithin(current, width)) {
        const first = firstLetters(current, width);
        lines.push(first);
        current = current.slice(first.length);
      }
    }
    return [...lines, current];
  };

  const isWithin = (value: string, width: number) =>
    value.length <= LONGEST_LINE && ctx.measureText(value).width <= width;

  const firstLetters = (value: string, width: number): string => {
    const letters = [...value.slice(0, LONGEST_LINE)];
    let fits = 0;
    let left = width;
    // Measuring is slow: a few letters at once, and the last ones by themselves.
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
  };

  const shorten = (value: string, width: number, style: TextStyle): string => {
    const key = `…|${style.family}|${style.weight}|${style.size}|${width}|${value}`;
    const known = wraps.get(key)?.[0];
    if (known !== undefined) return known;
    const shown = isWithin(value, width)
      ? value
      : `${firstLetters(value, width - ctx.measureText('…').width).trimEnd()}…`;
    if (wraps.size >= WRAPS_KEPT) wraps.clear();
    wraps.set(key, [shown]);
    return shown;
  };

  return pen;
}

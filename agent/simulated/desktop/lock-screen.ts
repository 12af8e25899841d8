/** The screen of a device that is locked with a message. Read on a card of 320 pixels, so the words are large. */
import type { Pen, Rect } from './pen.ts';

const WORDS = { size: 46, color: '#d6e0ff', align: 'center' } as const;
const LEADING = 60;

export function paintLockScreen(pen: Pen, desk: Rect, text: string): void {
  pen.box(0, 0, desk.w, desk.h, pen.across(desk, '#101a3a', '#1d2f63', '#0d1430'));
  const cx = desk.w / 2;
  const cy = desk.h * 0.22;
  pen.disc(cx, cy, 190, pen.glow(cx, cy, 190, 'rgba(90,140,255,.38)', 'rgba(90,140,255,0)'));
  pen.disc(cx, cy, 92, 'rgba(255,255,255,.12)');
  pen.ring(cx, cy - 22, 28, '#ffffff', 11);
  pen.box(cx - 42, cy - 15, 84, 66, '#ffffff', 12);
  pen.disc(cx, cy + 12, 10, '#1d2f63');
  pen.box(cx - 5, cy + 14, 10, 20, '#1d2f63', 3);
  const title = { size: 74, weight: 700, color: '#ffffff', align: 'center' } as const;
  pen.text('Eyes to the front', cx, desk.h * 0.48, title);
  const words = text === '' ? 'Your teacher has locked this screen.' : text;
  const lines = pen.wrap(words, desk.w * 0.84, WORDS);
  pen.lines(lines.slice(0, 5), cx, desk.h * 0.48 + 86, LEADING, WORDS);
}

/** What tutors put over a student's screen, and the student's own pointer. */
import { seededRandom } from '../seeded-random.ts';
import type { Pen, Rect } from './pen.ts';
import { SHELF_HEIGHT } from './shelf.ts';

export type Toast = { title: string; message: string; shownAt: number };
export const TOAST_MS = 12_000;

export function paintLockScreen(pen: Pen, desk: Rect, text: string): void {
  pen.box(0, 0, desk.w, desk.h, pen.across(desk, '#101a3a', '#1d2f63', '#0d1430'));
  const cx = desk.w / 2;
  const cy = desk.h * 0.32;
  pen.disc(cx, cy, 210, pen.glow(cx, cy, 210, 'rgba(90,140,255,.38)', 'rgba(90,140,255,0)'));
  pen.disc(cx, cy, 84, 'rgba(255,255,255,.12)');
  pen.ring(cx, cy - 20, 25, '#ffffff', 10);
  pen.box(cx - 38, cy - 14, 76, 60, '#ffffff', 12);
  pen.disc(cx, cy + 10, 9, '#1d2f63');
  pen.box(cx - 4, cy + 12, 8, 18, '#1d2f63', 3);
  pen.text('Eyes to the front', cx, desk.h * 0.55, {
    size: 46,
    weight: 700,
    color: '#ffffff',
    align: 'center',
  });
  const style = { size: 26, color: '#d6e0ff', align: 'center' } as const;
  const words = text === '' ? 'Your teacher has locked this screen.' : text;
  pen.lines(pen.wrap(words, desk.w * 0.62, style).slice(0, 5), cx, desk.h * 0.55 + 56, 38, style);
}

/** The screen stays on what is open: a coloured edge and a word say so. */
export function paintHeld(pen: Pen, desk: Rect, words: string): void {
  pen.frame({ x: 4, y: 4, w: desk.w - 8, h: desk.h - 8 }, '#f59f00', { width: 8 });
  paintPill(pen, desk.w / 2, 8, words, '#f59f00', '#2b1d00');
}

export function paintInputsBlocked(pen: Pen, desk: Rect): void {
  paintPill(pen, desk.w / 2, 58, 'Mouse and keyboard are paused', '#1f2a44', '#ffffff');
}

function paintPill(pen: Pen, cx: number, y: number, words: string, color: string, ink: string): void {
  const style = { size: 18, weight: 600, color: ink, align: 'center' } as const;
  const w = pen.width(words, style) + 52;
  pen.box(cx - w / 2, y, w, 40, color, 20);
  pen.text(words, cx, y + 27, style);
}

export function paintToast(pen: Pen, desk: Rect, { title, message }: Toast): void {
  const style = { size: 17, color: '#3a4557' } as const;
  const lines = pen.wrap(message, 330, style).slice(0, 4);
  const h = 78 + lines.length * 25;
  const r = { x: desk.w - 424, y: desk.h - SHELF_HEIGHT - h - 18, w: 404, h };
  pen.shadow(r, 12);
  pen.box(r.x, r.y, r.w, r.h, '#ffffff', 12);
  pen.box(r.x, r.y + 14, 5, h - 28, '#2f7df0', 2);
  pen.disc(r.x + 36, r.y + 35, 15, '#2f7df0');
  pen.shape(
    [28, 39, 31, 37, 32, 29, 36, 25, 40, 29, 41, 37, 44, 39].map((n, i) => (i % 2 ? r.y : r.x) + n),
    '#ffffff',
  );
  pen.disc(r.x + 36, r.y + 41.5, 2.6, '#ffffff');
  const head = title === '' ? 'Message from your teacher' : title;
  pen.text(head, r.x + 62, r.y + 41, { size: 18, weight: 700, color: '#1f2734', within: 320 });
  pen.lines(lines, r.x + 30, r.y + 78, 25, style);
}

const REST_MS = 2_600;
const MOVE_MS = 700;

/** The pointer rests, then glides to its next place; the same seed and time give the same place. */
export function pointerAt(seed: string, now: number, r: Rect): { x: number; y: number } {
  const step = Math.floor(now / REST_MS);
  const place = (k: number) => {
    const random = seededRandom(seed, 'pointer', k);
    return { x: r.x + r.w * random.between(0.12, 0.88), y: r.y + r.h * random.between(0.15, 0.85) };
  };
  const from = place(step - 1);
  const to = place(step);
  const share = Math.min(1, (now - step * REST_MS) / MOVE_MS);
  const eased = share * share * (3 - 2 * share);
  return { x: from.x + (to.x - from.x) * eased, y: from.y + (to.y - from.y) * eased };
}

export function paintPointer(pen: Pen, { x, y }: { x: number; y: number }): void {
  const arrow = [0, 0, 0, 24, 5.6, 18.6, 9.6, 27.6, 14, 25.6, 10, 17, 17.6, 16.4].map(
    (n, i) => n + (i % 2 ? y : x),
  );
  pen.shape(arrow, '#ffffff');
  pen.stroke([...arrow, x, y], '#111827', 2);
}

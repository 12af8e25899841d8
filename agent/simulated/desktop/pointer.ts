/** The student's pointer. */

import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { seededRandom } from '../seeded-random.ts';

const INTERVAL_MS = 2_600;
const ANIMATION_MS = 700;

/** Returns the pointer's place, which depends on seed and time only. It rests, then moves on. */
export function pointerAt(seed: string, now: number, r: Rect): { x: number; y: number } {
  const step = Math.floor(now / INTERVAL_MS);
  const place = (k: number) => {
    const random = seededRandom(seed, 'pointer', k);
    return { x: r.x + r.w * random.between(0.12, 0.88), y: r.y + r.h * random.between(0.15, 0.85) };
  };
  const from = place(step - 1);
  const to = place(step);
  const share = Math.min(1, (now - step * INTERVAL_MS) / ANIMATION_MS);
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

/** The gradients of a drawn desktop. */
import type { SKRSContext2D } from '@napi-rs/canvas';
import type { Paint, Rect } from './pen-shapes.ts';

export const createPenPaints = (ctx: SKRSContext2D) => ({
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
});

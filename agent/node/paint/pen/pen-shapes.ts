/** The strokes and filled shapes of a drawn desktop. */
import type { SKRSContext2D } from '@napi-rs/canvas';

export type Paint = string | ReturnType<SKRSContext2D['createLinearGradient']>;
export type Rect = { x: number; y: number; w: number; h: number };

export function createPenShapes(ctx: SKRSContext2D) {
  const shapes = {
    box(x: number, y: number, w: number, h: number, paint: Paint, radius = 0) {
      ctx.fillStyle = paint;
      if (radius === 0) {
        ctx.fillRect(x, y, w, h);
        return;
      }
      outlinePath(ctx, { x, y, w, h }, radius);
      ctx.fill();
    },
    frame(r: Rect, color: string, options: { radius?: number; width?: number } = {}) {
      ctx.strokeStyle = color;
      ctx.lineWidth = options.width ?? 1;
      outlinePath(ctx, r, options.radius ?? 0);
      ctx.stroke();
    },
    disc(x: number, y: number, radius: number, paint: Paint) {
      fillDisc(ctx, { x, y, radius }, paint);
    },
    ring(x: number, y: number, radius: number, color: string, width = 2, share = 1) {
      ctx.strokeStyle = color;
      ctx.lineWidth = width;
      ctx.beginPath();
      // A full circle that starts at any other angle than 0 is not drawn.
      if (share >= 1) ctx.arc(x, y, radius, 0, Math.PI * 2);
      else ctx.arc(x, y, radius, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * share);
      ctx.stroke();
    },
    /** Fills a closed shape from `x, y` pairs. */
    shape(points: readonly number[], paint: Paint) {
      ctx.fillStyle = paint;
      trace(ctx, points);
      ctx.closePath();
      ctx.fill();
    },
    stroke(points: readonly number[], color: string, width = 2) {
      ctx.strokeStyle = color;
      ctx.lineWidth = width;
      ctx.lineCap = 'round';
      ctx.lineJoin = 'round';
      trace(ctx, points);
      ctx.stroke();
    },
    /** Clips the output of `paint` to the outline. */
    within(r: Rect, radius: number, paint: () => void) {
      ctx.save();
      outlinePath(ctx, r, radius);
      ctx.clip();
      paint();
      ctx.restore();
    },
    /** Draws a soft shadow with a few boxes, because a blur costs as much as the rest of the picture. */
    shadow(r: Rect, radius: number, strength = 1) {
      for (const [spread, alpha] of [
        [14, 0.05],
        [9, 0.07],
        [5, 0.09],
        [2, 0.12],
      ] as const)
        shapes.box(
          r.x - spread,
          r.y - spread + 4,
          r.w + spread * 2,
          r.h + spread * 2,
          `rgba(10, 18, 40, ${alpha * strength})`,
          radius + spread,
        );
    },
  };
  return shapes;
}

export function fillDisc(
  ctx: SKRSContext2D,
  { x, y, radius }: { x: number; y: number; radius: number },
  paint: Paint,
): void {
  ctx.fillStyle = paint;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
}

function outlinePath(ctx: SKRSContext2D, r: Rect, radius: number): void {
  ctx.beginPath();
  if (radius > 0) ctx.roundRect(r.x, r.y, r.w, r.h, radius);
  else ctx.rect(r.x, r.y, r.w, r.h);
}

function trace(ctx: SKRSContext2D, points: readonly number[]): void {
  ctx.beginPath();
  for (let i = 0; i + 1 < points.length; i += 2) ctx.lineTo(points[i] ?? 0, points[i + 1] ?? 0);
}

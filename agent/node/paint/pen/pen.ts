/** The drawing operations of a desktop. Lengths are in desktop units (1280 wide). */
import type { SKRSContext2D } from '@napi-rs/canvas';
import { createPenPaints } from './pen-paints.ts';
import { createPenShapes } from './pen-shapes.ts';
import { createPenText } from './pen-text.ts';

export type Pen = ReturnType<typeof createPen>;

export const createPen = (ctx: SKRSContext2D) => ({
  ctx,
  ...createPenShapes(ctx),
  ...createPenText(ctx),
  ...createPenPaints(ctx),
});

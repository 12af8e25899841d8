/** The picture of a locked display. */
import { createCanvas } from '@napi-rs/canvas';
import type { Lock } from '../../core/device-state.ts';
import type { TextBlock } from '../../core/rich-text/rich-text.ts';
import { registerFonts } from '../../node/paint/fonts.ts';
import { createPen } from '../../node/paint/pen/pen.ts';
import { paintRichText } from '../../node/paint/rich-text-painter.ts';

/** The painter's sizes are for displays of this width. */
const DESIGN_WIDTH = 1_280;
const MARGIN = 80;

const block = (text: string, heading: TextBlock['heading']): TextBlock => ({
  heading,
  align: 'center',
  depth: 0,
  runs: [{ text }],
});
const LOCKED = 'Your teacher has locked this screen.';
const USUAL = [block('Eyes to the front', 1), block(LOCKED, 0)];

/** The text of the lock, or the address of its page. */
export const lockName = (lock: Lock): string =>
  lock.name === 'message' ? lock.text : lock.name === 'address' ? lock.url : '';

/** As `Pixels.bgrx`. */
export function paintLock(lock: Lock, { width, height }: { width: number; height: number }): Uint8Array {
  registerFonts();
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  const scale = width / DESIGN_WIDTH;
  context.scale(scale, scale);
  const area = { x: 0, y: 0, w: DESIGN_WIDTH, h: height / scale };
  const pen = createPen(context);
  pen.box(0, 0, area.w, area.h, pen.across(area, '#101a3a', '#1d2f63', '#0d1430'));
  paintRichText(
    pen,
    { x: MARGIN, y: MARGIN, w: area.w - 2 * MARGIN, h: area.h - 2 * MARGIN },
    blocksOf(lock),
  );
  return bgrxOf(context.getImageData(0, 0, width, height).data);
}

function blocksOf(lock: Lock): readonly TextBlock[] {
  if (lock.name === 'message' && lock.blocks.length > 0) return lock.blocks;
  return lock.name === 'address' ? [block(LOCKED, 1), block(lock.url, 0)] : USUAL;
}

function bgrxOf(rgba: Uint8ClampedArray): Uint8Array {
  const bgrx = new Uint8Array(rgba.length);
  for (let at = 0; at < rgba.length; at += 4) {
    bgrx[at] = rgba[at + 2] ?? 0;
    bgrx[at + 1] = rgba[at + 1] ?? 0;
    bgrx[at + 2] = rgba[at] ?? 0;
    bgrx[at + 3] = 255;
  }
  return bgrx;
}

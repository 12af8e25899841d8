/** The screen of a device locked with a message. Cards show it 320 pixels wide, so the text is large. */
import type { Lock } from '../../core/device-state.ts';
import type { TextBlock } from '../../core/rich-text/rich-text.ts';
import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { paintRichText } from '../../node/paint/rich-text-painter.ts';

const run = (text: string, heading: TextBlock['heading']): TextBlock => ({
  heading,
  align: 'center',
  depth: 0,
  runs: [{ text }],
});
const USUAL = [run('Eyes to the front', 1), run('Your teacher has locked this screen.', 0)];

/** The padlock is above the text, and small if the text needs the space. */
export function paintLockScreen(pen: Pen, desk: Rect, lock: Extract<Lock, { name: 'message' }>): void {
  pen.box(0, 0, desk.w, desk.h, pen.across(desk, '#101a3a', '#1d2f63', '#0d1430'));
  const isLong = lock.text.length > 160 || lock.blocks.length > 4;
  paintPadlock(pen, desk.w / 2, isLong ? 74 : 140, isLong ? 0.6 : 1.1);
  const top = isLong ? 140 : 260;
  const words = { x: 80, y: top, w: desk.w - 160, h: desk.h - top - 40 };
  paintRichText(pen, words, lock.blocks.length === 0 ? USUAL : lock.blocks);
}

function paintPadlock(pen: Pen, x: number, y: number, scale: number): void {
  const at = (n: number) => n * scale;
  pen.disc(x, y, at(150), pen.glow(x, y, at(150), 'rgba(90,140,255,.38)', 'rgba(90,140,255,0)'));
  pen.disc(x, y, at(92), 'rgba(255,255,255,.12)');
  pen.ring(x, y - at(22), at(28), '#ffffff', at(11));
  pen.box(x - at(42), y - at(15), at(84), at(66), '#ffffff', at(12));
  pen.disc(x, y + at(12), at(10), '#1d2f63');
  pen.box(x - at(5), y + at(14), at(10), at(20), '#1d2f63', at(3));
}

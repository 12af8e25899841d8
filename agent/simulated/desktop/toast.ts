/** A temporary notice above the shelf: a tutor's message, or a transfer of files. */
import type { EpochMs } from '#protocol/clock.ts';
import type { AskedTransfer } from '../../core/device-state.ts';
import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { firstLines } from '../../node/paint/pen/pen-text.ts';
import { SHELF_HEIGHT } from './shelf.ts';

export type Toast = { kind: 'message' | 'files'; title: string; message: string; shownAt: EpochMs };
export const DISPLAY_MS = 12_000;

const WIDTH = 680;
const TITLE = { size: 38, weight: 700, color: '#1f2734', within: WIDTH - 150 } as const;
const WORDS = { size: 34, color: '#3a4557' } as const;
const LEADING = 43;
/** Longer than four lines. */
const MAX_LENGTH = 1_000;

export function transferToast(transfer: AskedTransfer, now: number): Toast {
  const names = transfer.files.map(({ name }) => name).join(', ');
  return { kind: 'files', title: titleOf(transfer), message: names, shownAt: now };
}

function titleOf({ direction, files, ending }: AskedTransfer): string {
  const isOne = files.length === 1;
  const count = isOne ? 'a file' : `${files.length} files`;
  if (ending === undefined)
    return direction === 'to-device' ? `Your teacher sends ${count}` : `Your teacher asks for ${count}`;
  if (ending !== 'done') return isOne ? 'A file did not get there' : 'Files did not get there';
  return direction === 'to-device'
    ? `You have ${count} from your teacher`
    : `Your teacher has ${count} of yours`;
}

export function paintToast(pen: Pen, desk: Rect, { kind, title, message }: Toast): void {
  const lines = firstLines(pen.wrap(message.slice(0, MAX_LENGTH), WIDTH - 96, WORDS), 4);
  const h = 100 + lines.length * LEADING;
  const r = { x: desk.w - WIDTH - 20, y: desk.h - SHELF_HEIGHT - h - 18, w: WIDTH, h };
  const color = kind === 'files' ? '#e8a317' : '#2f7df0';
  pen.shadow(r, 16);
  pen.box(r.x, r.y, r.w, r.h, '#ffffff', 16);
  pen.box(r.x, r.y + 18, 9, h - 36, color, 3);
  pen.disc(r.x + 62, r.y + 52, 30, color);
  if (kind === 'files') paintSheet(pen, r.x + 62, r.y + 52);
  else paintBell(pen, r.x + 62, r.y + 52);
  pen.text(title === '' ? 'Message from your teacher' : title, r.x + 110, r.y + 65, TITLE);
  pen.lines(lines, r.x + 36, r.y + 124, LEADING, WORDS);
}

function paintBell(pen: Pen, x: number, y: number): void {
  const bell = [-16, 9, -10, 4, -8, -12, 0, -20, 8, -12, 10, 4, 16, 9];
  pen.shape(
    bell.map((n, i) => n + (i % 2 ? y : x)),
    '#ffffff',
  );
  pen.disc(x, y + 14, 5, '#ffffff');
}

function paintSheet(pen: Pen, x: number, y: number): void {
  pen.box(x - 12, y - 17, 24, 34, '#ffffff', 3);
  for (const dy of [-7, 1, 9]) pen.box(x - 7, y + dy, 14, 3, '#e8a317');
}

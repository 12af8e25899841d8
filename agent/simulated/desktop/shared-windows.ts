/** Paints the windows that tutors open on the device: their own screen, and a chat room. */
import type { Canvas } from '@napi-rs/canvas';
import type { Broadcast, OpenRoom } from '../../core/device-state.ts';
import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { SHELF_HEIGHT } from './shelf.ts';

/** Paints a tutor's broadcast. Its picture comes over a peer connection, possibly late or never. */
export function paintBroadcast(
  pen: Pen,
  desk: Rect,
  { tutorName }: Broadcast,
  picture: Canvas | undefined,
): void {
  const r = { x: 0, y: 0, w: desk.w, h: desk.h - SHELF_HEIGHT };
  if (picture) {
    paintPicture(pen, r, picture, `${tutorName || 'Your teacher'} is sharing a screen`);
    return;
  }
  pen.box(r.x, r.y, r.w, r.h, pen.across(r, '#0b1f2e', '#12405c'));
  const cx = r.w / 2;
  const y = r.h * 0.2;
  pen.box(cx - 150, y, 300, 190, '#ffffff', 16);
  pen.box(
    cx - 136,
    y + 14,
    272,
    162,
    pen.across({ x: cx - 136, y, w: 272, h: 176 }, '#37b3e6', '#1b6fd0'),
    8,
  );
  pen.shape([cx - 30, y + 52, cx + 48, y + 96, cx - 30, y + 140], '#ffffff');
  pen.box(cx - 20, y + 190, 40, 34, '#ffffff');
  pen.box(cx - 80, y + 222, 160, 14, '#ffffff', 6);
  const style = { size: 62, weight: 700, color: '#ffffff', align: 'center', within: r.w - 80 } as const;
  pen.text(tutorName || 'Your teacher', cx, y + 330, style);
  pen.text('is sharing a screen', cx, y + 400, { ...style, size: 52, weight: 500, color: '#bfe3f7' });
}

const LINE_HEIGHT = 46;

function paintPicture(pen: Pen, r: Rect, picture: Canvas, words: string): void {
  pen.box(r.x, r.y, r.w, r.h, '#05090d');
  pen.text(words, r.w / 2, r.y + 33, {
    size: 28,
    weight: 600,
    color: '#bfe3f7',
    align: 'center',
    within: r.w - 80,
  });
  const room = { ...r, y: r.y + LINE_HEIGHT, h: r.h - LINE_HEIGHT };
  const scale = Math.min(room.w / picture.width, room.h / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  pen.ctx.drawImage(picture, room.x + (room.w - w) / 2, room.y + (room.h - h) / 2, w, h);
}

const CHAT_WIDTH = 620;
/** More messages than the window can show. */
const SHOWN_MESSAGES = 10;
const MAX_MESSAGE_LENGTH = 1_000;
const MAX_NAME_LENGTH = 60;
const MESSAGE = { size: 34, color: '#1f2734' } as const;
const LEADING = 42;

export function paintChatRoom(pen: Pen, desk: Rect, { messages }: OpenRoom): void {
  const r = { x: 24, y: desk.h - SHELF_HEIGHT - 454, w: CHAT_WIDTH, h: 436 };
  pen.shadow(r, 16);
  pen.box(r.x, r.y, r.w, r.h, '#f6f8fd', 16);
  pen.box(r.x, r.y, r.w, 84, '#0f7b8a', 16);
  pen.box(r.x, r.y + 60, r.w, 24, '#0f7b8a');
  pen.box(r.x + 28, r.y + 24, 50, 34, '#ffffff', 9);
  pen.shape([r.x + 38, r.y + 54, r.x + 56, r.y + 54, r.x + 38, r.y + 72], '#ffffff');
  pen.text('Chat room', r.x + 100, r.y + 57, { size: 44, weight: 700, color: '#ffffff' });
  const lines = messages.slice(-SHOWN_MESSAGES).flatMap(({ name, message }) => {
    const words = name === '' ? message : `${name.slice(0, MAX_NAME_LENGTH)}: ${message}`;
    return pen.wrap(words.slice(0, MAX_MESSAGE_LENGTH), r.w - 56, MESSAGE);
  });
  const room = Math.floor((r.h - 190) / LEADING);
  pen.within({ ...r, y: r.y + 90, h: r.h - 180 }, 0, () => {
    pen.lines(lines.slice(-room), r.x + 28, r.y + 132, LEADING, MESSAGE);
  });
  pen.box(r.x + 22, r.y + r.h - 82, r.w - 44, 62, '#ffffff', 12);
  pen.frame({ x: r.x + 22, y: r.y + r.h - 82, w: r.w - 44, h: 62 }, '#9fb0cf', { width: 3, radius: 12 });
  pen.text('Write a message …', r.x + 44, r.y + r.h - 39, { size: 32, color: '#8592aa' });
}

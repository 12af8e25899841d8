/** A tutor's remote control input: the pointer and the last keys. */
import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { paintPointer } from './pointer.ts';
import { paintPill } from './signs.ts';

export type RemoteInput = {
  /** The newest is last, with its modifiers, such as `Control+c`. */
  keys: readonly string[];
  /** A share of the display, 0 to 1. */
  pointer: { x: number; y: number; pressed: boolean } | undefined;
};

export function paintRemoteInput(pen: Pen, desk: Rect, { keys, pointer }: RemoteInput): void {
  const words = keys.map((key) => key.replace(/ $/, 'Space')).join(' ');
  if (words !== '') paintPill(pen, desk.w / 2, desk.h - 230, words, '#6d3fd1', '#ffffff');
  if (pointer === undefined) return;
  const at = { x: pointer.x * desk.w, y: pointer.y * desk.h };
  if (pointer.pressed) pen.disc(at.x, at.y, 22, '#6d3fd1');
  paintPointer(pen, at);
}

/** The bar at the bottom: a Windows taskbar or a Chrome OS shelf. */

import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { type AppKind, paintAppIcon } from './app-icon.ts';

export const SHELF_HEIGHT = 50;

export type ShelfApp = { kind: AppKind; open: boolean; active: boolean };
export type ShelfState = { look: 'windows' | 'chromeos'; dark: boolean; apps: readonly ShelfApp[] };
export type TrayState = {
  look: 'windows' | 'chromeos';
  dark: boolean;
  muted: boolean;
  now: number;
  withSeconds: boolean;
  battery: number;
};

const ICON = 30;
const STEP = 50;

export function paintShelf(pen: Pen, desk: Rect, { look, dark, apps }: ShelfState): void {
  const y = desk.h - SHELF_HEIGHT;
  pen.box(0, y, desk.w, SHELF_HEIGHT, dark ? 'rgba(20,27,46,.93)' : 'rgba(238,243,251,.95)');
  pen.box(0, y, desk.w, 1, dark ? 'rgba(255,255,255,.08)' : 'rgba(20,40,80,.14)');
  const own = look === 'windows' ? 2 : 0;
  const start = desk.w / 2 - ((apps.length + own) * STEP) / 2;
  if (look === 'windows') {
    for (const [dx, dy] of [
      [0, 0],
      [15, 0],
      [0, 15],
      [15, 15],
    ] as const)
      pen.box(start + 10 + dx, y + 11 + dy, 13, 13, dx === dy ? '#2f7df0' : '#4ea3ff', 2);
    const ink = dark ? '#dfe7f7' : '#33415c';
    pen.ring(start + STEP + 22, y + 22, 8, ink, 3);
    pen.stroke([start + STEP + 28, y + 28, start + STEP + 35, y + 35], ink, 3);
  } else {
    pen.disc(30, y + 25, 17, dark ? 'rgba(255,255,255,.16)' : 'rgba(30,50,90,.12)');
    pen.ring(30, y + 25, 8, dark ? '#ffffff' : '#33415c', 3.4);
  }
  for (const [i, { kind, open, active }] of apps.entries()) {
    const x = start + (i + own) * STEP;
    if (active) pen.box(x, y + 4, 46, 42, dark ? 'rgba(255,255,255,.14)' : 'rgba(255,255,255,.9)', 7);
    if (look === 'chromeos') pen.disc(x + 23, y + 24, 19, '#ffffff');
    const size = look === 'chromeos' ? 24 : ICON;
    paintAppIcon(pen, kind, x + 23 - size / 2, y + 24 - size / 2, size);
    if (open)
      pen.box(x + (active ? 14 : 19), y + 44, active ? 18 : 8, 3.5, active ? '#2f7df0' : '#8d9ab0', 2);
  }
}

export function paintTray(
  pen: Pen,
  desk: Rect,
  { look, dark, muted, now, withSeconds, battery }: TrayState,
): void {
  const y = desk.h - SHELF_HEIGHT;
  const date = new Date(now);
  const two = (n: number) => String(n).padStart(2, '0');
  const seconds = withSeconds ? `:${two(date.getSeconds())}` : '';
  const time = `${date.getHours()}:${two(date.getMinutes())}${seconds}`;
  const ink = dark ? '#f2f5fc' : '#25314a';
  if (look === 'windows') {
    pen.text(time, desk.w - 20, y + 22, { size: 14, weight: 500, color: ink, align: 'right' });
    const day = `${two(date.getDate())}.${two(date.getMonth() + 1)}.${date.getFullYear()}`;
    pen.text(day, desk.w - 20, y + 40, { size: 13, color: ink, align: 'right' });
    paintSigns(pen, desk.w - 208, y + 25, { ink, muted, battery });
    return;
  }
  pen.box(desk.w - 208, y + 7, 196, 36, dark ? 'rgba(255,255,255,.16)' : 'rgba(30,50,90,.1)', 18);
  pen.text(time, desk.w - 28, y + 31, { size: 16, weight: 600, color: ink, align: 'right' });
  paintSigns(pen, desk.w - 190, y + 25, { ink, muted, battery });
}

function paintSigns(
  pen: Pen,
  x: number,
  y: number,
  state: { ink: string; muted: boolean; battery: number },
): void {
  const { ink, muted, battery } = state;
  // Wireless
  pen.shape([x - 11, y - 5, x, y + 8, x + 11, y - 5, x + 6, y - 8, x - 6, y - 8], ink);
  // Loudspeaker, crossed out in red if a tutor has muted the device
  const s = x + 36;
  const color = muted ? '#e03131' : ink;
  pen.shape([s - 9, y - 4, s - 4, y - 4, s + 2, y - 9, s + 2, y + 9, s - 4, y + 4, s - 9, y + 4], color);
  if (muted) {
    pen.stroke([s + 6, y - 5, s + 14, y + 5], color, 3);
    pen.stroke([s + 14, y - 5, s + 6, y + 5], color, 3);
  } else pen.stroke([s + 7, y - 5, s + 9, y, s + 7, y + 5], color, 2.4);
  // Battery
  pen.frame({ x: x + 66, y: y - 6, w: 24, h: 12 }, ink, { radius: 3, width: 1.8 });
  pen.box(x + 69, y - 3, 18 * battery, 6, battery < 0.2 ? '#e03131' : ink, 1);
  pen.box(x + 91, y - 2, 3, 4, ink);
}

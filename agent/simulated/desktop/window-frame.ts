/** Paints the frames of pages and programs. Each function returns the area of the content. */

import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { paintAppIcon } from './app-icon.ts';
import type { OpenItem } from './scenario.ts';

export type WindowStyle = {
  look: 'windows' | 'chromeos';
  /** The student's colour, used in the avatar. */
  accent: string;
  initials: string;
};

const TITLE = 38;
const TABS = 44;
const ADDRESS = 46;

export const contentOf = (r: Rect, inBrowser: boolean): Rect => {
  const top = inBrowser ? TABS + ADDRESS : TITLE;
  return { x: r.x, y: r.y + top, w: r.w, h: r.h - top };
};

export function paintProgramFrame(pen: Pen, r: Rect, { label }: OpenItem, radius: number): void {
  pen.box(r.x, r.y, r.w, TITLE + 12, '#f3f6fb', radius);
  pen.box(r.x, r.y + TITLE, r.w, r.h - TITLE, '#ffffff');
  paintAppIcon(pen, label.kind, r.x + 14, r.y + 9, 20);
  pen.text(label.title, r.x + 44, r.y + 25, { size: 14, color: '#2a3342', within: r.w - 240 });
  windowButtons(pen, r);
}

export function paintBrowserFrame(
  pen: Pen,
  r: Rect,
  options: { pages: readonly OpenItem[]; active: OpenItem; style: WindowStyle; radius: number },
): void {
  const { pages, active, style, radius } = options;
  pen.box(r.x, r.y, r.w, TABS + 12, style.look === 'windows' ? '#cfdcf2' : '#dee1e6', radius);
  const left = r.x + 12;
  const width = Math.min(228, (r.w - 190) / Math.max(1, pages.length));
  for (const [i, page] of pages.entries()) {
    const x = left + i * width;
    const selected = page.id === active.id;
    if (selected) {
      pen.box(x, r.y + 8, width - 4, TABS - 8, '#ffffff', 10);
      pen.box(x, r.y + 28, width - 4, TABS - 28, '#ffffff');
    } else pen.box(x + width - 5, r.y + 18, 1, 18, '#8d9ab0');
    paintAppIcon(pen, page.label.kind, x + 12, r.y + 17, 18);
    if (width > 90) {
      pen.text(page.label.title, x + 38, r.y + 32, {
        size: 13,
        weight: selected ? 500 : 400,
        color: selected ? '#1f2734' : '#4a566b',
        within: width - 72,
      });
      cross(pen, x + width - 22, r.y + 27, 4, '#6b7485');
    }
  }
  const plus = left + pages.length * width + 14;
  pen.stroke([plus - 6, r.y + 27, plus + 6, r.y + 27], '#4a566b', 2);
  pen.stroke([plus, r.y + 21, plus, r.y + 33], '#4a566b', 2);
  windowButtons(pen, r);

  const y = r.y + TABS;
  pen.box(r.x, y, r.w, ADDRESS, '#ffffff');
  pen.stroke([r.x + 32, y + 16, r.x + 24, y + 23, r.x + 32, y + 30], '#4a566b', 2.4);
  pen.stroke([r.x + 62, y + 16, r.x + 70, y + 23, r.x + 62, y + 30], '#b6bfcd', 2.4);
  pen.ring(r.x + 106, y + 23, 8, '#4a566b', 2.4, 0.8);
  pen.box(r.x + 136, y + 7, r.w - 214, 32, '#eef2f8', 16);
  pen.box(r.x + 152, y + 21, 11, 9, '#5d687a', 2);
  pen.ring(r.x + 157.5, y + 20, 4, '#5d687a', 2);
  pen.text(active.label.url.replace(/^https?:\/\//, ''), r.x + 174, y + 28, {
    size: 14,
    color: '#2a3342',
    within: r.w - 290,
  });
  pen.disc(r.x + r.w - 38, y + 23, 15, style.accent);
  pen.text(style.initials, r.x + r.w - 38, y + 28, { size: 13, weight: 600, color: '#fff', align: 'center' });
  pen.box(r.x, y + ADDRESS - 1, r.w, 1, '#dfe5ee');
}

function windowButtons(pen: Pen, r: Rect): void {
  const y = r.y + 19;
  const x = r.x + r.w;
  pen.stroke([x - 126, y, x - 114, y], '#3a4557', 1.6);
  pen.frame({ x: x - 80, y: y - 6, w: 12, h: 12 }, '#3a4557', { width: 1.6, radius: 2 });
  cross(pen, x - 28, y, 6, '#3a4557');
}

function cross(pen: Pen, x: number, y: number, size: number, color: string): void {
  pen.stroke([x - size, y - size, x + size, y + size], color, 1.6);
  pen.stroke([x + size, y - size, x - size, y + size], color, 1.6);
}

/** The icons of applications and web sites: on shelves, in tabs and, as PNG, in the reported lists. */
import { createCanvas } from '@napi-rs/canvas';
import { createPen, type Pen } from '../../node/paint/pen/pen.ts';

export const APP_KINDS = [
  'browser',
  'article',
  'document',
  'slides',
  'video',
  'sheet',
  'drawing',
  'code',
  'quiz',
  'graph',
  'files',
  'page',
] as const;
export type AppKind = (typeof APP_KINDS)[number];

/** Draws into a square of `size` with its corner at `x, y`. */
export function paintAppIcon(pen: Pen, kind: AppKind, x: number, y: number, size: number): void {
  const { ctx } = pen;
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(size / 32, size / 32);
  painters[kind](pen);
  ctx.restore();
}

const dataUrls = new Map<AppKind, string>();

/** Returns a 32×32 PNG as a `data:` URL, because consoles take icons as inline images. */
export function appIconUrl(kind: AppKind): string {
  const known = dataUrls.get(kind);
  if (known !== undefined) return known;
  const canvas = createCanvas(32, 32);
  paintAppIcon(createPen(canvas.getContext('2d')), kind, 0, 0, 32);
  const url = `data:image/png;base64,${canvas.toBuffer('image/png').toString('base64')}`;
  dataUrls.set(kind, url);
  return url;
}

function sheetOfPaper(pen: Pen, color: string): void {
  pen.box(5, 1, 22, 30, color, 4);
  pen.shape([19, 1, 27, 9, 19, 9], 'rgba(255,255,255,.45)');
}

const painters: Record<AppKind, (pen: Pen) => void> = {
  browser(pen) {
    pen.disc(16, 16, 15, pen.across({ x: 0, y: 0, w: 32, h: 32 }, '#21c1b6', '#1976d2', '#4a3fc5'));
    pen.shape([22.5, 9.5, 18, 18, 9.5, 22.5, 14, 14], '#ffffff');
    pen.shape([22.5, 9.5, 18, 18, 14, 14], '#ff7a59');
  },
  article(pen) {
    pen.box(1, 1, 30, 30, '#2f855a', 7);
    pen.box(7, 7, 18, 5, '#fff', 1);
    for (const y of [15, 19, 23]) pen.box(7, y, y === 23 ? 11 : 18, 2, '#d6f5e3', 1);
  },
  document(pen) {
    sheetOfPaper(pen, '#2b6fe0');
    for (const y of [13, 17, 21, 25]) pen.box(9, y, y === 25 ? 9 : 14, 2, '#fff');
  },
  slides(pen) {
    sheetOfPaper(pen, '#f0932b');
    pen.box(9, 13, 14, 11, '#fff', 1);
    pen.box(11, 15, 10, 3, '#f0932b');
  },
  video(pen) {
    pen.box(1, 5, 30, 22, '#e5383b', 6);
    pen.shape([13, 10, 22, 16, 13, 22], '#fff');
  },
  sheet(pen) {
    sheetOfPaper(pen, '#1f9d5b');
    pen.box(9, 13, 14, 12, '#fff');
    for (const y of [16, 19, 22]) pen.box(9, y, 14, 1, '#1f9d5b');
    pen.box(14, 13, 1, 12, '#1f9d5b');
  },
  drawing(pen) {
    pen.disc(16, 16, 15, '#7b4fd6');
    for (const [x, y, color] of [
      [10, 11, '#ffd166'],
      [19, 8, '#ff6b6b'],
      [24, 15, '#5ee0c0'],
      [9, 19, '#7cc4ff'],
    ] as const)
      pen.disc(x, y, 3, color);
    pen.disc(19, 21, 4, '#efe8ff');
  },
  code(pen) {
    pen.box(1, 1, 30, 30, '#1e2a4a', 7);
    pen.stroke([12, 10, 6, 16, 12, 22], '#5fd0ff', 3);
    pen.stroke([20, 10, 26, 16, 20, 22], '#5fd0ff', 3);
  },
  quiz(pen) {
    pen.box(1, 1, 30, 30, '#6d3fd1', 7);
    pen.stroke([8, 17, 14, 23, 25, 9], '#ffd166', 4);
  },
  graph(pen) {
    pen.box(1, 1, 30, 30, '#fff', 7);
    pen.frame({ x: 1.5, y: 1.5, w: 29, h: 29 }, '#c8d2e4', { radius: 7 });
    pen.stroke([6, 4, 6, 26, 28, 26], '#8793a8', 2);
    pen.stroke([6, 22, 11, 14, 15, 18, 20, 8, 27, 6], '#d6336c', 3);
  },
  files(pen) {
    pen.box(2, 6, 13, 8, '#e8a317', 2);
    pen.box(2, 9, 28, 18, '#ffc93c', 3);
  },
  page(pen) {
    pen.disc(16, 16, 14, '#8794a8');
    pen.ring(16, 16, 9, '#fff', 2);
    pen.stroke([7, 16, 25, 16], '#fff', 2);
    pen.stroke([16, 7, 16, 25], '#fff', 2);
  },
};

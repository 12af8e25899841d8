import type { Pen } from '../../../node/paint/pen/pen.ts';
import type { Rect } from '../../../node/paint/pen/pen-shapes.ts';
import { DRAWINGS, type Drawing, type Stroke } from '../material/drawings.ts';
import type { AppPainter, Moment } from './app-painter.ts';

const COLORS = ['#1b1f2a', '#e4505a', '#f4a259', '#ffd24a', '#4f9a52', '#2b6fe0', '#7b4fd6', '#ffffff'];

const drawn = ({ strokes }: Drawing, { seconds, habit }: Moment) =>
  Math.min(strokes.length, Math.floor(strokes.length * (0.35 + habit * 0.45) + seconds / 9));

const sheetOf = (r: Rect): Rect => {
  const w = Math.min(r.w - 150, ((r.h - 90) * 10) / 7);
  return { x: r.x + 84 + (r.w - 84 - w) / 2, y: r.y + 64, w, h: w * 0.7 };
};

export const drawingPainter: AppPainter<'drawing'> = {
  stage: ({ name }, moment) => drawn(DRAWINGS[name], moment),
  base(pen, r, { name }, moment) {
    const drawing: Drawing = DRAWINGS[name];
    pen.box(r.x, r.y, r.w, r.h, '#dfe3ee');
    pen.box(r.x, r.y, r.w, 46, '#ffffff');
    pen.text(drawing.name, r.x + 22, r.y + 29, { size: 16, weight: 600, color: '#2d2a45' });
    for (const [i, color] of COLORS.entries()) {
      pen.disc(r.x + r.w * 0.42 + i * 34, r.y + 23, 12, color);
      pen.ring(r.x + r.w * 0.42 + i * 34, r.y + 23, 12, '#c4cad8', 1);
    }
    pen.box(r.x, r.y + 46, 62, r.h - 46, '#2d2a45');
    for (let i = 0; i < 7; i++) {
      if (i === 1) pen.box(r.x + 8, r.y + 62 + i * 52, 46, 46, '#7b4fd6', 8);
      tool(pen, r.x + 31, r.y + 85 + i * 52, i);
    }
    const sheet = sheetOf(r);
    pen.shadow(sheet, 2, 0.7);
    pen.box(sheet.x, sheet.y, sheet.w, sheet.h, '#ffffff');
    pen.within(sheet, 0, () => {
      for (const stroke of drawing.strokes.slice(0, drawn(drawing, moment))) paintStroke(pen, sheet, stroke);
    });
  },
  live() {},
};

function paintStroke(pen: Pen, r: Rect, stroke: Stroke): void {
  const s = r.w / 100;
  const place = (points: readonly number[]) => points.map((n, i) => (i % 2 ? r.y : r.x) + n * s);
  if (stroke.kind === 'disc')
    pen.disc(r.x + stroke.x * s, r.y + stroke.y * s, stroke.radius * s, stroke.color);
  else if (stroke.kind === 'shape') pen.shape(place(stroke.points), stroke.color);
  else pen.stroke(place(stroke.points), stroke.color, stroke.width * s);
}

function tool(pen: Pen, x: number, y: number, which: number): void {
  const ink = '#e9e6ff';
  if (which === 0) pen.shape([x - 7, y - 10, x + 9, y + 2, x + 1, y + 3, x - 3, y + 10], ink);
  else if (which === 1) pen.stroke([x - 8, y + 9, x + 9, y - 9], ink, 5);
  else if (which === 2) pen.disc(x, y, 9, ink);
  else if (which === 3) pen.frame({ x: x - 9, y: y - 8, w: 18, h: 16 }, ink, { width: 3 });
  else if (which === 4) pen.ring(x, y, 9, ink, 3);
  else if (which === 5) pen.stroke([x - 9, y + 7, x - 3, y - 7, x + 3, y + 7, x + 9, y - 7], ink, 3);
  else pen.box(x - 9, y - 6, 18, 13, '#ff9db0', 4);
}

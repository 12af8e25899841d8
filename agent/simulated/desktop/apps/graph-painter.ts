import type { Rect } from '../../../node/paint/pen/pen-shapes.ts';
import { type Curve, GRAPHS } from '../material/graphs.ts';
import type { AppPainter, Moment } from './app-painter.ts';

const LIST = 268;
const slider = ({ seconds, habit }: Moment) => 0.5 + 0.5 * Math.sin(seconds / 9 + habit * 7);
const plot = (r: Rect): Rect => ({ x: r.x + LIST, y: r.y + 50, w: r.w - LIST, h: r.h - 50 });

export const graphPainter: AppPainter<'graph'> = {
  stage: () => 0,
  base(pen, r, { name }) {
    const curves: readonly Curve[] = GRAPHS[name].curves;
    pen.box(r.x, r.y, r.w, r.h, '#ffffff');
    pen.box(r.x, r.y, r.w, 50, '#22304a');
    pen.text('Plotter', r.x + 22, r.y + 33, { size: 21, weight: 700, color: '#fff' });
    pen.text(GRAPHS[name].name, r.x + LIST + 20, r.y + 32, { size: 16, weight: 500, color: '#c9d6ee' });
    pen.box(r.x + r.w - 112, r.y + 10, 90, 30, '#3d8b63', 8);
    pen.text('Share', r.x + r.w - 67, r.y + 31, { size: 14, weight: 600, color: '#fff', align: 'center' });
    pen.box(r.x, r.y + 50, LIST, r.h - 50, '#f6f8fc');
    for (const [i, { label, color }] of curves.entries()) {
      const y = r.y + 50 + i * 66;
      pen.box(r.x, y + 65, LIST, 1, '#dbe2ee');
      pen.disc(r.x + 32, y + 33, 13, color);
      pen.stroke([r.x + 25, y + 36, r.x + 30, y + 30, r.x + 34, y + 35, r.x + 39, y + 28], '#fff', 2.5);
      pen.text(label, r.x + 62, y + 40, { size: 21, color: '#22304a', family: 'serif' });
    }
    const p = plot(r);
    const unit = p.h / 10;
    pen.within(p, 0, () => {
      for (let i = -12; i <= 12; i++) {
        pen.box(p.x + p.w / 2 + i * unit, p.y, 1, p.h, i % 5 ? '#e6ebf3' : '#c9d2e0');
        pen.box(p.x, p.y + p.h / 2 + i * unit, p.w, 1, i % 5 ? '#e6ebf3' : '#c9d2e0');
        if (i !== 0 && i % 2 === 0)
          pen.text(String(i), p.x + p.w / 2 + i * unit, p.y + p.h / 2 + 20, {
            size: 13,
            color: '#6b7485',
            align: 'center',
          });
      }
      pen.box(p.x + p.w / 2 - 1, p.y, 3, p.h, '#4d5a70');
      pen.box(p.x, p.y + p.h / 2 - 1, p.w, 3, '#4d5a70');
    });
  },
  live(pen, r, { name }, moment) {
    const curves: readonly Curve[] = GRAPHS[name].curves;
    const p = plot(r);
    const unit = p.h / 10;
    const t = slider(moment);
    pen.within(p, 0, () => {
      for (const { color, at } of curves) {
        const points: number[] = [];
        for (let i = 0; i <= 90; i++) {
          const x = (i / 90 - 0.5) * (p.w / unit);
          points.push(p.x + p.w / 2 + x * unit, p.y + p.h / 2 - at(x, t) * unit);
        }
        pen.stroke(points, color, 5);
      }
    });
    const y = r.y + 50 + curves.length * 66 + 44;
    pen.text(`a = ${(t * 4 - 2).toFixed(1).replace('-', '−')}`, r.x + 26, y, {
      size: 18,
      color: '#22304a',
      family: 'serif',
    });
    pen.box(r.x + 26, y + 20, LIST - 60, 5, '#cfd8e6', 2);
    pen.disc(r.x + 26 + (LIST - 60) * t, y + 22, 10, '#3d8b63');
  },
};

import type { Pen } from '../../../node/paint/pen/pen.ts';
import type { Rect } from '../../../node/paint/pen/pen-shapes.ts';
import { SHEETS, type Sheet } from '../material/sheets.ts';
import type { AppPainter, Moment } from './app-painter.ts';

const ROW = 27;
const HEAD = 44;
const GRID_TOP = 112;
/** A value is typed every few seconds. */
const filled = (sheet: Sheet, { seconds, habit }: Moment) =>
  Math.min(sheet.rows.length, 3 + Math.floor(habit * sheet.rows.length * 0.6 + seconds / 14));
const columnWidth = (r: Rect) => Math.min(132, (r.w - HEAD) / 7);

export const sheetPainter: AppPainter<'sheet'> = {
  stage: ({ name }, moment) => filled(SHEETS[name], moment),
  base(pen, r, { name }, moment) {
    const sheet: Sheet = SHEETS[name];
    const rows = filled(sheet, moment);
    const w = columnWidth(r);
    pen.box(r.x, r.y, r.w, r.h, '#ffffff');
    pen.box(r.x, r.y, r.w, 48, '#f5faf7');
    pen.text(sheet.name, r.x + 22, r.y + 30, { size: 16, weight: 600, color: '#1d3b2a' });
    for (const [i, item] of ['Insert', 'Format', 'Formula', 'Chart'].entries())
      pen.text(item, r.x + r.w * 0.34 + i * 84, r.y + 30, { size: 14, weight: 500, color: '#5b6d62' });
    pen.box(r.x + 14, r.y + 52, r.w - 28, 28, '#eef2f0', 6);
    pen.text('fx', r.x + 28, r.y + 71, { size: 14, color: '#7b8a81', family: 'serif' });
    pen.box(r.x, r.y + 86, r.w, 26, '#eef2f0');
    const columns = Math.ceil((r.w - HEAD) / w);
    for (let i = 0; i < columns; i++) {
      const x = r.x + HEAD + i * w;
      pen.text(String.fromCharCode(65 + i), x + w / 2, r.y + 104, {
        size: 13,
        color: '#5b6d62',
        align: 'center',
      });
      pen.box(x, r.y + 86, 1, r.h - 86, '#dde4e0');
    }
    pen.box(r.x, r.y + GRID_TOP, HEAD, r.h - GRID_TOP, '#eef2f0');
    const count = Math.ceil((r.h - GRID_TOP) / ROW);
    for (let i = 0; i < count; i++) {
      const y = r.y + GRID_TOP + i * ROW;
      pen.box(r.x, y, r.w, 1, '#dde4e0');
      if (y + ROW < r.y + r.h + 8)
        pen.text(String(i + 1), r.x + HEAD / 2, y + 19, { size: 12, color: '#5b6d62', align: 'center' });
    }
    pen.box(r.x + HEAD + 1, r.y + GRID_TOP + 1, w * sheet.columns.length - 1, ROW - 1, '#d7f0e1');
    for (const [i, column] of sheet.columns.entries())
      pen.text(column, r.x + HEAD + i * w + 8, r.y + GRID_TOP + 19, {
        size: 14,
        weight: 600,
        color: '#175c38',
        within: w - 10,
      });
    for (const [row, values] of sheet.rows.slice(0, rows).entries()) {
      const y = r.y + GRID_TOP + (row + 1) * ROW + 19;
      if (y > r.y + r.h) break;
      for (const [i, value] of values.entries()) {
        const number = typeof value === 'number';
        pen.text(String(value), r.x + HEAD + i * w + (number ? w - 8 : 8), y, {
          size: 14,
          color: '#29332d',
          align: number ? 'right' : 'left',
        });
      }
    }
    paintChart(
      pen,
      { x: r.x + HEAD + w * 4.35, y: r.y + GRID_TOP + ROW * 1.5, w: w * 2.5, h: 300 },
      sheet,
      rows,
    );
  },
  live(pen, r, { name }, moment) {
    const sheet: Sheet = SHEETS[name];
    const rows = filled(sheet, moment);
    const w = columnWidth(r);
    const cell = {
      x: r.x + HEAD + (Math.floor(moment.seconds / 4) % sheet.columns.length) * w,
      y: r.y + GRID_TOP + Math.min(rows + 1, Math.floor((r.h - GRID_TOP) / ROW) - 1) * ROW,
      w,
      h: ROW,
    };
    pen.frame(cell, '#1f9d5b', { width: 3 });
    pen.box(cell.x + cell.w - 4, cell.y + cell.h - 4, 8, 8, '#1f9d5b');
  },
};

function paintChart(pen: Pen, r: Rect, { chart, rows, columns }: Sheet, count: number): void {
  pen.shadow(r, 8, 0.5);
  pen.box(r.x, r.y, r.w, r.h, '#ffffff', 8);
  pen.text(chart.title, r.x + 18, r.y + 32, { size: 16, weight: 600, color: '#29332d', within: r.w - 36 });
  const values = rows.slice(0, count).map((row) => Math.abs(Number(row[chart.column] ?? 0)));
  const most = Math.max(1, ...rows.map((row) => Math.abs(Number(row[chart.column] ?? 0))));
  const step = (r.w - 50) / rows.length;
  for (let i = 0; i < 4; i++) pen.box(r.x + 24, r.y + 60 + i * 58, r.w - 44, 1, '#e6ebe8');
  for (const [i, value] of values.entries()) {
    const h = (value / most) * 190;
    pen.box(r.x + 28 + i * step, r.y + r.h - 40 - h, step * 0.68, h, chart.color, 2);
  }
  pen.box(r.x + 24, r.y + r.h - 40, r.w - 44, 2, '#9aa8a0');
  pen.text(columns[0] ?? '', r.x + r.w / 2, r.y + r.h - 14, { size: 12, color: '#6b7a71', align: 'center' });
}

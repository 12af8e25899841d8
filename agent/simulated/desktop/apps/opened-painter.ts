/** Pages that a tutor opened and programs that a tutor started. Only their names are known. */

import { seededRandom } from '../../seeded-random.ts';
import { labelOf } from '../activity.ts';
import { paintAppIcon } from '../app-icon.ts';
import type { AppPainter } from './app-painter.ts';

const COLORS = ['#1a73b8', '#2f855a', '#8a5a2b', '#6d3fd1', '#b5482c', '#0f7b8a'];

export const pagePainter: AppPainter<'page'> = {
  stage: () => 0,
  base(pen, r, activity) {
    const { title } = labelOf(activity);
    const random = seededRandom(activity.url);
    const color = random.pick(COLORS);
    pen.box(r.x, r.y, r.w, r.h, '#ffffff');
    pen.box(r.x, r.y, r.w, 220, pen.across({ x: r.x, y: r.y, w: r.w, h: 220 }, color, '#1f2a44'));
    pen.text(title, r.x + r.w / 2, r.y + 118, {
      size: 44,
      weight: 700,
      color: '#fff',
      align: 'center',
      within: r.w - 120,
    });
    pen.text(activity.url, r.x + r.w / 2, r.y + 156, {
      size: 16,
      color: '#ffffffcc',
      align: 'center',
      within: r.w - 120,
    });
    for (let i = 0; i < 3; i++) {
      const x = r.x + r.w * (0.08 + i * 0.29);
      pen.box(x, r.y + 252, r.w * 0.26, 130, random.pick(COLORS), 12);
      for (let line = 0; line < 5; line++)
        pen.box(x, r.y + 402 + line * 22, r.w * 0.26 * random.between(0.7, 1), 9, '#dfe4ec', 4);
    }
  },
  live() {},
};

export const filesPainter: AppPainter<'files'> = {
  stage: () => 0,
  base(pen, r, activity) {
    pen.box(r.x, r.y, r.w, r.h, '#f7f9fc');
    paintAppIcon(pen, 'files', r.x + r.w / 2 - 48, r.y + r.h / 2 - 90, 96);
    pen.text(labelOf(activity).program, r.x + r.w / 2, r.y + r.h / 2 + 48, {
      size: 26,
      weight: 600,
      color: '#2b3342',
      align: 'center',
      within: r.w - 60,
    });
  },
  live() {},
};

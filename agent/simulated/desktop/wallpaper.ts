/** The desktops' backgrounds, all drawn in code so that no third-party picture is needed. */

import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { seededRandom } from '../seeded-random.ts';

export const WALLPAPERS = ['petals', 'fjord', 'dunes', 'meadow', 'aurora', 'coral', 'paper'] as const;
export type Wallpaper = (typeof WALLPAPERS)[number];

export function paintWallpaper(pen: Pen, r: Rect, wallpaper: Wallpaper): void {
  painters[wallpaper](pen, r);
}

const painters: Record<Wallpaper, (pen: Pen, r: Rect) => void> = {
  petals(pen, r) {
    pen.box(r.x, r.y, r.w, r.h, pen.across(r, '#0b1f4b', '#123c86', '#0a1a3f'));
    const cx = r.x + r.w * 0.58;
    const cy = r.y + r.h * 0.62;
    for (let i = 0; i < 9; i++) {
      const { ctx } = pen;
      ctx.save();
      ctx.translate(cx, cy);
      ctx.rotate((i / 9) * Math.PI * 2 + 0.35);
      ctx.globalAlpha = 0.62;
      ctx.fillStyle = pen.down(-r.h * 0.62, 0, i % 2 ? '#6fd3ff' : '#3f8cff', '#1642c9');
      ctx.beginPath();
      ctx.ellipse(0, -r.h * 0.3, r.h * 0.14, r.h * 0.33, 0.22, 0, Math.PI * 2);
      ctx.fill();
      ctx.restore();
    }
    pen.disc(cx, cy, r.h * 0.4, pen.glow(cx, cy, r.h * 0.4, 'rgba(160,220,255,.55)', 'rgba(20,60,160,0)'));
  },
  fjord(pen, r) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h, '#f7c9a9', '#f0a9a0', '#7f86b8', '#2d3f6e'));
    pen.disc(r.x + r.w * 0.68, r.y + r.h * 0.34, r.h * 0.07, '#fff3d6');
    ridges(pen, r, ['#8d8fbb', '#66719f', '#445585', '#283b66'], 0.42, 0.2);
    pen.box(
      r.x,
      r.y + r.h * 0.86,
      r.w,
      r.h * 0.14,
      pen.down(r.y + r.h * 0.86, r.y + r.h, '#3a4f7e', '#16264a'),
    );
  },
  dunes(pen, r) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h * 0.7, '#274690', '#7a5ca8', '#f29c7a'));
    pen.disc(r.x + r.w * 0.3, r.y + r.h * 0.3, r.h * 0.09, '#ffe3b0');
    waves(pen, r, ['#d9825b', '#b9614a', '#8d4440', '#5c2c38'], 0.52);
  },
  meadow(pen, r) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h * 0.75, '#3f9be8', '#8ccbf5', '#e6f6ff'));
    for (const [x, y, size] of [
      [0.2, 0.22, 1],
      [0.55, 0.14, 0.8],
      [0.82, 0.3, 1.2],
    ] as const)
      for (const [dx, dy, radius] of [
        [0, 0, 34],
        [38, 6, 28],
        [-38, 8, 26],
        [16, -16, 30],
      ] as const)
        pen.disc(
          r.x + r.w * x + dx * size,
          r.y + r.h * y + dy * size,
          radius * size,
          'rgba(255,255,255,.82)',
        );
    waves(pen, r, ['#9bd26b', '#6fbb52', '#4b9e46', '#2f7f3d'], 0.6);
  },
  aurora(pen, r) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h, '#060b25', '#0d1f45', '#123a4f'));
    const { next, between } = seededRandom('aurora');
    for (let i = 0; i < 90; i++)
      pen.disc(r.x + next() * r.w, r.y + next() * r.h * 0.7, between(0.6, 1.7), 'rgba(255,255,255,.75)');
    for (const [x, color] of [
      [0.25, 'rgba(64,240,170,.5)'],
      [0.5, 'rgba(80,200,255,.42)'],
      [0.74, 'rgba(160,110,255,.5)'],
    ] as const) {
      const { ctx } = pen;
      ctx.save();
      ctx.translate(r.x + r.w * x, r.y + r.h * 0.36);
      ctx.rotate(0.32);
      ctx.scale(1, 2.3);
      pen.disc(0, 0, r.h * 0.26, pen.glow(0, 0, r.h * 0.26, color, 'rgba(20,60,90,0)'));
      ctx.restore();
    }
    ridges(pen, r, ['#0e2438', '#081523'], 0.74, 0.14);
  },
  coral(pen, r) {
    pen.box(r.x, r.y, r.w, r.h, pen.across(r, '#ff9a8b', '#ff6a88', '#8f5bd8'));
    for (const [x, y, radius, color] of [
      [0.15, 0.9, 0.62, 'rgba(255,210,160,.5)'],
      [0.8, 0.15, 0.5, 'rgba(255,255,255,.16)'],
      [0.62, 0.8, 0.42, 'rgba(120,60,200,.35)'],
      [0.34, 0.2, 0.26, 'rgba(255,240,200,.28)'],
    ] as const)
      pen.disc(r.x + r.w * x, r.y + r.h * y, r.h * radius, color);
  },
  paper(pen, r) {
    pen.box(r.x, r.y, r.w, r.h, '#e9eef9');
    const colors = ['#8ab4f8', '#aecbfa', '#fdd663', '#81c995', '#f28b82', '#c6dafc'];
    for (let i = 0; i < 6; i++) {
      const x = r.x + r.w * (-0.05 + i * 0.2);
      const top = r.y + r.h * (0.75 - 0.1 * ((i * 7) % 5));
      pen.shape(
        [x, r.y + r.h, x + r.w * 0.2, top, x + r.w * 0.42, r.y + r.h * 1.02],
        pen.down(top, r.y + r.h, colors[i] ?? '#8ab4f8', '#dbe6fb'),
      );
    }
    pen.disc(r.x + r.w * 0.78, r.y + r.h * 0.25, r.h * 0.1, '#fde293');
  },
};

function ridges(pen: Pen, r: Rect, colors: readonly string[], top: number, height: number): void {
  const random = seededRandom('ridges', top);
  for (const [i, color] of colors.entries()) {
    const base = r.y + r.h * (top + i * 0.1);
    const points = [r.x, r.y + r.h, r.x, base];
    for (let step = 1; step <= 14; step++)
      points.push(
        r.x + (r.w * step) / 14,
        base + r.h * height * (random.next() - 0.55) * (step % 2 ? 1 : -0.35),
      );
    pen.shape([...points, r.x + r.w, r.y + r.h], color);
  }
}

function waves(pen: Pen, r: Rect, colors: readonly string[], top: number): void {
  for (const [i, color] of colors.entries()) {
    const points = [r.x, r.y + r.h];
    for (let step = 0; step <= 40; step++) {
      const u = step / 40;
      const lift = Math.sin(u * 5 + i * 1.9) * 0.05 + Math.sin(u * 11 + i) * 0.015;
      points.push(r.x + r.w * u, r.y + r.h * (top + i * 0.12 + lift));
    }
    pen.shape([...points, r.x + r.w, r.y + r.h], color);
  }
}

/** The pictures in articles, slides and videos. `phase` (0 to 1) animates their moving parts. */

import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { seededRandom } from '../seeded-random.ts';

export const PHOTOS = [
  'river',
  'volcano',
  'planet',
  'cell',
  'arches',
  'sunflower',
  'reef',
  'city',
  'robot',
  'prism',
] as const;
export type Photo = (typeof PHOTOS)[number];

export function paintPhoto(pen: Pen, r: Rect, photo: Photo, phase = 0.3, radius = 0): void {
  pen.within(r, radius, () => painters[photo](pen, r, phase));
}

const painters: Record<Photo, (pen: Pen, r: Rect, phase: number) => void> = {
  river(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h, '#6db9f0', '#d8f0ff'));
    const drift = phase * r.w * 0.4;
    for (const [x, y] of [
      [0.15, 0.2],
      [0.6, 0.14],
    ] as const)
      for (const dx of [-0.06, 0, 0.06])
        pen.disc(
          r.x + ((r.w * (x + dx) + drift) % r.w),
          r.y + r.h * y,
          r.h * (dx === 0 ? 0.1 : 0.075),
          '#ffffffdd',
        );
    mountain(pen, r, 0.1, 0.3, 0.5, '#7f93ad');
    mountain(pen, r, 0.4, 0.18, 0.6, '#64799a');
    pen.box(
      r.x,
      r.y + r.h * 0.66,
      r.w,
      r.h * 0.34,
      pen.down(r.y + r.h * 0.66, r.y + r.h, '#7cc06a', '#3f8f4b'),
    );
    pen.shape(
      [0.52, 0.66, 0.56, 0.66, 0.5, 0.76, 0.74, 0.86, 0.9, 1, 0.4, 1, 0.5, 0.88, 0.42, 0.76].map((n, i) =>
        i % 2 ? r.y + r.h * n : r.x + r.w * n,
      ),
      '#3c8ddb',
    );
  },
  volcano(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h, '#2a1a3e', '#8b3a52', '#f08a4b'));
    const top = r.y + r.h * 0.36;
    for (let i = 0; i < 7; i++)
      pen.disc(
        r.x + r.w * (0.5 + 0.05 * Math.sin(i * 2.1 + phase * 6)) + i * r.w * 0.018,
        top - i * r.h * 0.055,
        r.h * (0.05 + i * 0.014),
        `rgba(70,55,75,${0.75 - i * 0.07})`,
      );
    pen.shape(
      points(r, 0.05, 1, 0.43, 0.36, 0.57, 0.36, 0.95, 1),
      pen.down(top, r.y + r.h, '#3b2a33', '#1b1520'),
    );
    for (const stream of [
      [0.47, 0.37, 0.44, 0.52, 0.46, 0.66, 0.4, 0.86],
      [0.5, 0.37, 0.51, 0.55, 0.49, 0.74, 0.52, 1],
      [0.53, 0.37, 0.56, 0.5, 0.55, 0.62, 0.6, 0.78],
    ])
      pen.stroke(points(r, ...stream), '#ff7a2f', r.w * 0.014);
    pen.disc(
      r.x + r.w * 0.5,
      top,
      r.h * 0.16,
      pen.glow(r.x + r.w * 0.5, top, r.h * 0.16, '#ffd27acc', '#ff7a2f00'),
    );
  },
  planet(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, pen.across(r, '#070b1f', '#1a1746', '#0a1230'));
    const stars = seededRandom('stars');
    for (let i = 0; i < 60; i++)
      pen.disc(r.x + stars.next() * r.w, r.y + stars.next() * r.h, stars.between(0.5, 1.6), '#ffffffbb');
    const cx = r.x + r.w * 0.5;
    const cy = r.y + r.h * 0.52;
    const radius = r.h * 0.27;
    pen.disc(cx, cy, radius * 1.5, pen.glow(cx, cy, radius * 1.5, '#f7b26755', '#f7b26700'));
    pen.disc(cx, cy, radius, pen.down(cy - radius, cy + radius, '#fbd38d', '#e8935a', '#a4523f'));
    const { ctx } = pen;
    ctx.save();
    ctx.translate(cx, cy);
    ctx.rotate(-0.35);
    ctx.scale(1, 0.28);
    pen.ring(0, 0, radius * 1.75, '#ffe8c0cc', radius * 0.22);
    ctx.restore();
    const angle = phase * Math.PI * 2;
    pen.disc(cx + Math.cos(angle) * r.w * 0.36, cy + Math.sin(angle) * r.h * 0.3, r.h * 0.05, '#cfd8e6');
  },
  cell(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, '#eaf7ee');
    const { ctx } = pen;
    ctx.save();
    ctx.translate(r.x + r.w / 2, r.y + r.h / 2);
    ctx.scale((r.w / r.h) * 0.8, 1);
    pen.disc(0, 0, r.h * 0.44, '#7cc58a');
    pen.disc(0, 0, r.h * 0.405, '#cdeed0');
    pen.disc(-r.h * 0.1, -r.h * 0.04, r.h * 0.14, '#8e6bbf');
    pen.disc(-r.h * 0.1, -r.h * 0.04, r.h * 0.06, '#5b3b8f');
    for (let i = 0; i < 8; i++) {
      const angle = (i / 8) * Math.PI * 2 + phase * 0.8;
      const away = r.h * (i % 2 ? 0.32 : 0.27);
      ctx.save();
      ctx.translate(Math.cos(angle) * away, Math.sin(angle) * away);
      ctx.rotate(angle * 2);
      pen.box(-r.h * 0.05, -r.h * 0.022, r.h * 0.1, r.h * 0.044, i % 3 ? '#3f9d58' : '#ef8a5a', r.h * 0.022);
      ctx.restore();
    }
    ctx.restore();
  },
  arches(pen, r) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h, '#8ec5f0', '#f3e3c3'));
    pen.box(r.x, r.y + r.h * 0.86, r.w, r.h * 0.14, '#c2a76f');
    for (let row = 0; row < 3; row++) {
      const y = r.y + r.h * (0.24 + row * 0.21);
      pen.box(r.x + r.w * 0.08, y, r.w * 0.84, r.h * 0.22, row % 2 ? '#d2b283' : '#dcc096');
      for (let i = 0; i < 9; i++) {
        const x = r.x + r.w * (0.115 + i * 0.0885);
        pen.box(x, y + r.h * 0.05, r.w * 0.055, r.h * 0.17, '#6d5439', r.w * 0.027);
      }
      pen.box(r.x + r.w * 0.07, y - r.h * 0.012, r.w * 0.86, r.h * 0.022, '#b8986a');
    }
  },
  sunflower(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h, '#7ec8f2', '#4f9a52'));
    const cx = r.x + r.w / 2;
    const cy = r.y + r.h / 2;
    const { ctx } = pen;
    for (let i = 0; i < 21; i++) {
      ctx.save();
      ctx.translate(cx, cy);
      ctx.rotate((i / 21) * Math.PI * 2 + phase * 0.15);
      ctx.fillStyle = i % 2 ? '#f7b718' : '#ffd23f';
      ctx.beginPath();
      ctx.ellipse(0, -r.h * 0.34, r.h * 0.055, r.h * 0.14, 0, 0, Math.PI * 2);
      ctx.fill();
      ctx.restore();
    }
    pen.disc(cx, cy, r.h * 0.25, '#4b2e17');
    // Seeds smaller than a pixel are left out.
    for (let i = 1; i < 130 && r.h > 120; i++) {
      const away = Math.sqrt(i / 130) * r.h * 0.235;
      pen.disc(cx + Math.cos(i * 2.39996) * away, cy + Math.sin(i * 2.39996) * away, r.h * 0.0085, '#c98b3c');
    }
  },
  reef(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h, '#39b7dd', '#0b5c93', '#0a3562'));
    for (const [x, h, color] of [
      [0.08, 0.3, '#e4607a'],
      [0.2, 0.2, '#f4a04f'],
      [0.72, 0.26, '#b06adf'],
      [0.88, 0.36, '#ef6f5a'],
      [0.5, 0.14, '#f0c24f'],
    ] as const)
      for (const [dx, share] of [
        [-0.03, 0.7],
        [0, 1],
        [0.03, 0.8],
      ] as const)
        pen.box(r.x + r.w * (x + dx), r.y + r.h * (1 - h * share), r.w * 0.026, r.h, color, r.w * 0.013);
    for (let i = 0; i < 9; i++) {
      const x = r.x + ((r.w * (i * 0.19 + phase * 1.4)) % (r.w * 1.1)) - r.w * 0.05;
      const y = r.y + r.h * (0.2 + ((i * 37) % 50) / 100);
      const s = r.h * 0.045;
      pen.shape([x - s * 2, y - s, x - s * 0.8, y, x - s * 2, y + s], i % 2 ? '#ffd34d' : '#ff9d4d');
      pen.disc(x, y, s, i % 2 ? '#ffd34d' : '#ff9d4d');
    }
  },
  city(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, pen.down(r.y, r.y + r.h, '#1b2450', '#5a4a8a', '#f0927a'));
    const towers = seededRandom('city');
    for (let i = 0; i < 15; i++) {
      const w = r.w * towers.between(0.05, 0.09);
      const h = r.h * towers.between(0.25, 0.72);
      const x = r.x + (r.w * i) / 15;
      pen.box(x, r.y + r.h - h, w, h, i % 2 ? '#1a1f3f' : '#232a55');
      for (let k = 0; k < 10; k++)
        if (towers.chance(0.6 + 0.1 * Math.sin(phase * 6)))
          pen.box(
            x + w * (k % 2 ? 0.6 : 0.2),
            r.y + r.h - h + (h * (k + 1)) / 12,
            w * 0.18,
            h * 0.03,
            '#ffd98a',
          );
    }
  },
  robot(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, pen.across(r, '#dff3f4', '#b8dcec'));
    const s = r.h / 100;
    const cx = r.x + r.w / 2;
    const y = r.y + r.h * 0.18 + Math.sin(phase * Math.PI * 2) * s * 2;
    pen.stroke([cx, y - 6 * s, cx, y + 4 * s], '#5b6b7d', 2 * s);
    pen.disc(cx, y - 7 * s, 3 * s, '#ff6b57');
    pen.box(cx - 24 * s, y + 2 * s, 48 * s, 32 * s, '#5d7fe0', 8 * s);
    pen.box(cx - 18 * s, y + 8 * s, 36 * s, 18 * s, '#12233f', 5 * s);
    for (const side of [-1, 1]) pen.disc(cx + side * 8 * s, y + 17 * s, 4 * s, '#5ff0d0');
    pen.box(cx - 20 * s, y + 37 * s, 40 * s, 30 * s, '#4668c9', 6 * s);
    pen.box(cx - 10 * s, y + 43 * s, 20 * s, 10 * s, '#ffd166', 2 * s);
    for (const side of [-1, 1]) {
      pen.stroke(
        [cx + side * 20 * s, y + 42 * s, cx + side * 33 * s, y + (side > 0 ? 30 : 56) * s],
        '#5b6b7d',
        5 * s,
      );
      pen.stroke([cx + side * 10 * s, y + 67 * s, cx + side * 10 * s, y + 78 * s], '#5b6b7d', 6 * s);
    }
  },
  prism(pen, r, phase) {
    pen.box(r.x, r.y, r.w, r.h, '#12131c');
    const rays = ['#ff4d4d', '#ff9f40', '#ffe14d', '#5fe36b', '#4db5ff', '#7a5cff'];
    for (const [i, color] of rays.entries())
      pen.shape(
        points(
          r,
          0.57,
          0.5 + i * 0.012,
          1,
          0.52 + i * 0.065 + phase * 0.03,
          1,
          0.585 + i * 0.065 + phase * 0.03,
        ),
        color,
      );
    pen.stroke(points(r, 0, 0.68, 0.44, 0.52), '#ffffff', r.h * 0.014);
    pen.shape(points(r, 0.5, 0.2, 0.34, 0.74, 0.66, 0.74), 'rgba(160,200,255,.28)');
    pen.stroke(points(r, 0.5, 0.2, 0.34, 0.74, 0.66, 0.74, 0.5, 0.2), '#cfe3ff', r.h * 0.01);
  },
};

const points = (r: Rect, ...shares: readonly number[]) =>
  shares.map((share, i) => (i % 2 ? r.y + r.h * share : r.x + r.w * share));

function mountain(pen: Pen, r: Rect, left: number, top: number, width: number, color: string): void {
  const peak = left + width / 2;
  pen.shape(points(r, left, 0.68, peak, top, left + width, 0.68), color);
  const snow = 0.3;
  const y = top + (0.68 - top) * snow;
  pen.shape(
    points(
      r,
      peak - (width / 2) * snow,
      y,
      peak,
      top,
      peak + (width / 2) * snow,
      y,
      peak + 0.03,
      y - 0.04,
      peak - 0.02,
      y - 0.03,
    ),
    '#f4f8ff',
  );
}

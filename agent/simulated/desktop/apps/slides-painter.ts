import type { Pen } from '../../../node/paint/pen/pen.ts';
import type { Rect } from '../../../node/paint/pen/pen-shapes.ts';
import { SLIDE_DECKS, type Slide, type SlideDeck } from '../material/slide-decks.ts';
import { paintPhoto } from '../photo.ts';
import { type AppPainter, around, type Moment } from './app-painter.ts';

const SLIDE_EVERY_S = 26;
const current = ({ slides }: SlideDeck, { seconds, habit }: Moment) =>
  Math.floor(seconds / SLIDE_EVERY_S + habit * 4) % slides.length;

export const slidesPainter: AppPainter<'slides'> = {
  stage: ({ name }, moment) => current(SLIDE_DECKS[name], moment),
  base(pen, r, { name }, moment) {
    const deck: SlideDeck = SLIDE_DECKS[name];
    const index = current(deck, moment);
    pen.box(r.x, r.y, r.w, r.h, '#eef1f6');
    pen.box(r.x, r.y, r.w, 52, '#ffffff');
    pen.text(deck.name, r.x + 22, r.y + 32, { size: 16, weight: 600, color: '#26303f' });
    let x = r.x + r.w * 0.36;
    for (const item of ['Insert', 'Layout', 'Theme', 'Transition']) {
      pen.text(item, x, r.y + 32, { size: 14, weight: 500, color: '#5d687a' });
      x += pen.width(item, { size: 14, weight: 500, color: '' }) + 26;
    }
    pen.box(r.x + r.w - 118, r.y + 11, 96, 30, '#f0932b', 15);
    pen.text('Present', r.x + r.w - 70, r.y + 31, { size: 14, weight: 600, color: '#fff', align: 'center' });
    for (const [i, slide] of deck.slides.entries()) {
      const small = { x: r.x + 34, y: r.y + 72 + i * 104, w: 150, h: 84 };
      if (i === index)
        pen.frame({ x: small.x - 4, y: small.y - 4, w: small.w + 8, h: small.h + 8 }, '#f0932b', {
          radius: 8,
          width: 3,
        });
      pen.text(String(i + 1), r.x + 14, small.y + 14, { size: 12, color: '#6b7485' });
      paintSlide(pen, small, deck, slide, i);
    }
    const w = Math.min(r.w - 260, (r.h - 140) * (16 / 9));
    const large = { x: r.x + 210 + (r.w - 230 - w) / 2, y: r.y + 76, w, h: (w * 9) / 16 };
    pen.shadow(large, 4, 0.7);
    paintSlide(pen, large, deck, around(deck.slides, index), index);
    pen.text('Click to add speaker notes', large.x, large.y + large.h + 34, { size: 14, color: '#97a1b1' });
  },
  live() {},
};

function paintSlide(pen: Pen, r: Rect, deck: SlideDeck, slide: Slide, index: number): void {
  const s = r.w / 960;
  const title = index === 0;
  pen.box(r.x, r.y, r.w, r.h, title ? pen.across(r, deck.dark, deck.color) : '#ffffff', 4 * s);
  if (!title) pen.box(r.x, r.y, r.w, 14 * s, deck.color);
  const ink = title ? '#ffffff' : '#1f2734';
  const heading = { size: (title ? 54 : 44) * s, weight: 700, color: title ? '#fff' : deck.dark } as const;
  const top = r.y + (title ? 190 : 96) * s;
  const y = pen.lines(
    pen.wrap(slide.title, r.w * (title ? 0.52 : 0.9), heading),
    r.x + 60 * s,
    top,
    62 * s,
    heading,
  );
  for (const [i, point] of slide.points.entries()) {
    const line = y + (18 + i * 62) * s;
    if (!title) pen.disc(r.x + 70 * s, line - 9 * s, 6 * s, deck.color);
    pen.text(point, r.x + (title ? 62 : 94) * s, line, { size: 30 * s, color: ink, weight: 500 });
  }
  const picture = { x: r.x + r.w * 0.6, y: r.y + r.h * (title ? 0.18 : 0.28), w: r.w * 0.34, h: r.h * 0.6 };
  if (slide.photo) paintPhoto(pen, picture, slide.photo, 0.2 + index * 0.2, 10 * s);
  else if (slide.figure) figures[slide.figure](pen, picture, deck, title);
}

const figures: Record<
  NonNullable<Slide['figure']>,
  (pen: Pen, r: Rect, deck: SlideDeck, light: boolean) => void
> = {
  triangle(pen, r, deck, light) {
    const a = r.w * 0.42;
    const b = r.w * 0.32;
    const x = r.x + r.w * 0.34;
    const y = r.y + r.h * 0.62;
    pen.box(x, y, a, a, light ? 'rgba(255,255,255,.35)' : '#ffd166');
    pen.box(x - b, y - b, b, b, light ? 'rgba(255,255,255,.25)' : '#5ee0c0');
    pen.shape(
      [x, y - b, x + a, y, x + a + b, y - a, x + b, y - a - b],
      light ? 'rgba(255,255,255,.18)' : '#a9c7ff',
    );
    pen.shape([x, y, x + a, y, x, y - b], light ? '#ffffff' : deck.color);
  },
  circle(pen, r, deck, light) {
    const cx = r.x + r.w / 2;
    const cy = r.y + r.h / 2;
    const radius = Math.min(r.w, r.h) * 0.44;
    pen.disc(cx, cy, radius, light ? 'rgba(255,255,255,.22)' : '#fbe0ee');
    pen.ring(cx, cy, radius, light ? '#fff' : deck.color, radius * 0.06);
    pen.stroke([cx, cy, cx + radius * 0.87, cy - radius * 0.5], light ? '#ffd166' : deck.dark, radius * 0.05);
    pen.disc(cx, cy, radius * 0.06, light ? '#fff' : deck.dark);
  },
  bars(pen, r, deck) {
    for (const [i, share] of [0.45, 0.8, 0.6, 0.95, 0.35].entries())
      pen.box(
        r.x + (r.w * i) / 5,
        r.y + r.h * (1 - share),
        r.w * 0.13,
        r.h * share,
        i % 2 ? deck.color : '#ffb454',
        4,
      );
    pen.box(r.x, r.y + r.h, r.w, 3, '#8793a8');
  },
};

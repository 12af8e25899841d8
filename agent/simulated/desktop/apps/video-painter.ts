import type { Rect } from '../../../node/paint/pen/pen-shapes.ts';
import { VIDEOS, type Video } from '../material/videos.ts';
import { paintPhoto } from '../photo.ts';
import { type AppPainter, around, type Moment } from './app-painter.ts';

const player = (r: Rect): Rect => {
  const w = Math.min(r.w * 0.66, (r.h - 110) * (16 / 9));
  return { x: r.x + 30, y: r.y + 62, w, h: (w * 9) / 16 };
};
const playedSeconds = (video: Video, { seconds, habit }: Moment) =>
  (video.lengthSeconds * habit * 0.7 + seconds) % video.lengthSeconds;

export const videoPainter: AppPainter<'video'> = {
  stage: () => 0,
  base(pen, r, { name }) {
    const video: Video = VIDEOS[name];
    pen.box(r.x, r.y, r.w, r.h, '#ffffff');
    pen.shape([r.x + 34, r.y + 18, r.x + 52, r.y + 28, r.x + 34, r.y + 38], '#e5383b');
    pen.text('Watch', r.x + 62, r.y + 36, { size: 20, weight: 700, color: '#1b2230' });
    pen.box(r.x + r.w * 0.32, r.y + 12, r.w * 0.34, 34, '#f1f3f6', 17);
    pen.text('Search', r.x + r.w * 0.32 + 20, r.y + 34, { size: 14, color: '#7b8798' });
    const p = player(r);
    pen.text(video.title, p.x, p.y + p.h + 34, { size: 21, weight: 700, color: '#1b2230', within: p.w });
    pen.disc(p.x + 18, p.y + p.h + 68, 17, '#d9dfea');
    pen.text(video.channel, p.x + 46, p.y + p.h + 66, { size: 15, weight: 600, color: '#2b3342' });
    pen.text(video.views, p.x + 46, p.y + p.h + 84, { size: 12, color: '#7b8798' });
    const x = p.x + p.w + 28;
    const others = Object.values(VIDEOS).filter(({ title }) => title !== video.title);
    for (let i = 0; i < 5; i++) {
      const other = around(others, i);
      const y = r.y + 62 + i * 106;
      paintPhoto(pen, { x, y, w: 156, h: 88 }, other.photo, i * 0.2, 8);
      const style = { size: 14, weight: 600, color: '#1b2230' } as const;
      const width = Math.max(80, r.x + r.w - x - 190);
      const next = pen.lines(pen.wrap(other.title, width, style).slice(0, 2), x + 170, y + 18, 20, style);
      pen.text(other.channel, x + 170, next + 2, { size: 12, color: '#7b8798' });
    }
  },
  live(pen, r, { name }, moment) {
    const video: Video = VIDEOS[name];
    const p = player(r);
    const played = playedSeconds(video, moment);
    paintPhoto(pen, p, video.photo, (played / 24) % 1, 10);
    pen.box(
      p.x,
      p.y + p.h - 50,
      p.w,
      50,
      pen.down(p.y + p.h - 50, p.y + p.h, 'rgba(0,0,0,0)', 'rgba(0,0,0,.7)'),
    );
    pen.box(p.x + 16, p.y + p.h - 32, p.w - 32, 5, 'rgba(255,255,255,.4)', 2);
    const share = played / video.lengthSeconds;
    pen.box(p.x + 16, p.y + p.h - 32, (p.w - 32) * share, 5, '#e5383b', 2);
    pen.disc(p.x + 16 + (p.w - 32) * share, p.y + p.h - 29.5, 7, '#e5383b');
    for (const dx of [0, 7]) pen.box(p.x + 18 + dx, p.y + p.h - 19, 4, 12, '#fff');
    pen.text(`${clock(played)} / ${clock(video.lengthSeconds)}`, p.x + 42, p.y + p.h - 8, {
      size: 13,
      color: '#fff',
    });
  },
};

const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, '0')}`;

import { ARTICLES, type Article } from '../material/articles.ts';
import { paintPhoto } from '../photo.ts';
import type { AppPainter, Moment } from './app-painter.ts';

const SCROLL_EVERY_S = 18;
const stage = ({ seconds, habit }: Moment) => Math.floor((seconds + habit * 40) / SCROLL_EVERY_S) % 4;

export const articlePainter: AppPainter<'article'> = {
  stage: (_, moment) => stage(moment),
  base(pen, r, { name }, moment) {
    const article: Article = ARTICLES[name];
    const scroll = stage(moment) * 92;
    pen.box(r.x, r.y, r.w, r.h, '#ffffff');
    const column = Math.min(720, r.w * 0.6);
    const left = r.x + Math.max(28, (r.w - column - 330) / 2);
    pen.within(r, 0, () => {
      let y = r.y + 108 - scroll;
      pen.text(article.section.toUpperCase(), left, y, { size: 13, weight: 700, color: article.color });
      const headline = { size: 38, weight: 700, color: '#1b2230' } as const;
      y = pen.lines(pen.wrap(article.headline, column, headline), left, y + 46, 44, headline);
      pen.text(article.byline, left, y - 8, { size: 14, color: '#6b7485' });
      const photo = { x: left, y: y + 12, w: column, h: column * 0.44 };
      paintPhoto(pen, photo, article.photo, 0.3, 10);
      y = photo.y + photo.h + 38;
      const body = { size: 18, color: '#2b3342', family: 'serif' } as const;
      for (const paragraph of article.paragraphs) {
        if (y > r.y + r.h + 30) break;
        y = pen.lines(pen.wrap(paragraph, column, body), left, y, 27, body) + 14;
      }
      paintAside(pen, { x: left + column + 36, y: r.y + 96 - scroll, w: 264, h: 400 }, article);
    });
    pen.box(r.x, r.y, r.w, 58, article.color);
    pen.disc(left + 16, r.y + 29, 14, 'rgba(255,255,255,.25)');
    pen.disc(left + 16, r.y + 29, 7, '#fff');
    pen.text(article.site, left + 40, r.y + 36, { size: 21, weight: 700, color: '#fff' });
    for (const [i, item] of ['Topics', 'Experiments', 'For teachers'].entries())
      pen.text(item, left + column - 100 + i * 118, r.y + 35, { size: 14, weight: 500, color: '#ffffffdd' });
    pen.box(r.x + r.w - 10, r.y + 62 + (stage(moment) * (r.h - 160)) / 4, 6, 96, '#b9c0cc', 3);
  },
  live() {},
};

function paintAside(
  pen: Parameters<AppPainter<'article'>['base']>[0],
  r: { x: number; y: number; w: number; h: number },
  article: Article,
): void {
  pen.text('Read next', r.x, r.y, { size: 15, weight: 700, color: '#1b2230' });
  const others = Object.values(ARTICLES).filter(({ headline }) => headline !== article.headline);
  for (const [i, other] of others.slice(0, 4).entries()) {
    const y = r.y + 20 + i * 108;
    paintPhoto(pen, { x: r.x, y, w: 112, h: 84 }, other.photo, 0.5, 8);
    const style = { size: 14, weight: 600, color: '#2b3342' } as const;
    pen.lines(pen.wrap(other.headline, 136, style).slice(0, 3), r.x + 126, y + 18, 20, style);
  }
}

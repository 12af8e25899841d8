import type { Pen } from '../../../node/paint/pen/pen.ts';
import type { Rect } from '../../../node/paint/pen/pen-shapes.ts';
import { DOCUMENTS, type TextDocument } from '../material/documents.ts';
import { paintPhoto } from '../photo.ts';
import type { AppPainter, Moment } from './app-painter.ts';

const BODY = { size: 17, color: '#252b36' } as const;
const LEADING = 27;

/** Students write at different speeds, pause to think, and start with some text from yesterday. */
function typedLength({ text }: TextDocument, { seconds, habit }: Moment): number {
  const perSecond = 0.9 + habit * 1.4;
  const thinking = Math.sin(seconds / 6 + habit * 9) * 5;
  const start = text.length * (0.12 + habit * 0.5);
  return Math.max(20, Math.floor(start + seconds * perSecond + thinking));
}

function layout(pen: Pen, r: Rect, doc: TextDocument, moment: Moment) {
  const w = Math.min(760, r.w - 140);
  const page = { x: r.x + (r.w - w) / 2, y: r.y + 104, w, h: r.h };
  const textWidth = w - 130;
  const top = page.y + 84 + (doc.photo ? 150 : 0);
  const lines = firstCharacters(pen.wrap(doc.text, textWidth, BODY), typedLength(doc, moment));
  // The page scrolls with the caret.
  const scroll = Math.max(0, top + lines.length * LEADING - (r.y + r.h - 70));
  return { page, left: page.x + 65, textWidth, top: top - scroll, lines, scroll };
}

/** Cuts the wrapped text, because wrapping the growing text in every frame would cost too much. */
function firstCharacters(lines: readonly string[], count: number): readonly string[] {
  let left = count;
  const shown: string[] = [];
  for (const line of lines) {
    if (left <= 0) break;
    shown.push(line.slice(0, left));
    left -= line.length + 1;
  }
  return shown;
}

export const documentPainter: AppPainter<'document'> = {
  stage: () => 0,
  base(pen, r, { name }) {
    const doc: TextDocument = DOCUMENTS[name];
    pen.box(r.x, r.y, r.w, r.h, '#e9edf3');
    pen.box(r.x, r.y, r.w, 84, '#f8fafd');
    pen.text(doc.name, r.x + 24, r.y + 28, { size: 16, weight: 600, color: '#26303f' });
    pen.text('Saved', r.x + 40 + pen.width(doc.name, { size: 16, weight: 600, color: '' }), r.y + 28, {
      size: 13,
      color: '#7b8798',
    });
    pen.box(r.x + r.w - 118, r.y + 12, 96, 30, '#2b6fe0', 15);
    pen.text('Hand in', r.x + r.w - 70, r.y + 32, { size: 14, weight: 600, color: '#fff', align: 'center' });
    pen.box(r.x + 18, r.y + 48, r.w - 36, 30, '#e3ebf7', 15);
    let x = r.x + 36;
    for (const label of ['Paragraph', 'Sans', '17', 'B', 'I', 'U']) {
      pen.text(label, x, r.y + 68, { size: 14, weight: label.length === 1 ? 700 : 500, color: '#414c5e' });
      x += pen.width(label, { size: 14, weight: 500, color: '' }) + 26;
    }
    for (const color of ['#e03131', '#f0b429', '#2f9e44', '#1c7ed6']) {
      pen.disc(x, r.y + 63, 7, color);
      x += 24;
    }
    for (let i = 0; i < 3; i++)
      for (let k = 0; k < 3; k++) pen.box(x + 10 + i * 36, r.y + 56 + k * 5, k === 2 ? 12 : 18, 2, '#5d687a');
  },
  live(pen, r, { name }, moment) {
    const doc: TextDocument = DOCUMENTS[name];
    const { page, left, textWidth, top, lines, scroll } = layout(pen, r, doc, moment);
    pen.within({ x: r.x, y: r.y + 84, w: r.w, h: r.h - 84 }, 0, () => {
      pen.box(page.x - 1, page.y - scroll - 1, page.w + 2, page.h + scroll + 2, '#cfd6e0');
      pen.box(page.x, page.y - scroll, page.w, page.h + scroll, '#ffffff');
      pen.text(doc.title, left, page.y - scroll + 56, { size: 26, weight: 700, color: '#17315f' });
      if (doc.photo)
        paintPhoto(pen, { x: left, y: page.y - scroll + 76, w: textWidth, h: 132 }, doc.photo, 0.3, 4);
      let y = top;
      for (const line of lines) {
        if (line !== '' && y > r.y + 80 && y < r.y + r.h + 20) pen.text(line, left, y, BODY);
        y += LEADING;
      }
      const last = lines.at(-1) ?? '';
      if (Math.floor(moment.seconds * 2) % 2 === 0)
        pen.box(left + pen.width(last, BODY) + 2, y - LEADING - 16, 2, 21, '#1c7ed6');
    });
  },
};

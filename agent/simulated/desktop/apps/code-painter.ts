import type { Pen } from '../../../node/paint/pen/pen.ts';
import { CODE_FILES, type CodeFile } from '../material/code-files.ts';
import type { AppPainter, Moment } from './app-painter.ts';

const SIZE = 16;
const LEADING = 23;
const WORDS =
  /(#.*|\/\/.*|"""[^"]*"""|"[^"]*"|'[^']*')|\b(import|from|def|for|in|if|return|print|const|let|function|and|or|not|True|False|len|range)\b|(\b\d[\d.]*\b)|(\b[A-Za-z_]\w*\b(?=\())/g;
const INK = {
  plain: '#d7deef',
  comment: '#7f8fb3',
  text: '#a5dd84',
  word: '#c796f0',
  number: '#f7a86c',
  call: '#6cc4ff',
};

function typed({ text }: CodeFile, { seconds, habit }: Moment): readonly string[] {
  const start = text.length * (0.25 + habit * 0.45);
  return text.slice(0, Math.floor(start + seconds * (1.6 + habit * 1.6))).split('\n');
}

export const codePainter: AppPainter<'code'> = {
  stage: ({ name }, moment) => typed(CODE_FILES[name], moment).length,
  base(pen, r, { name }, moment) {
    const file: CodeFile = CODE_FILES[name];
    pen.box(r.x, r.y, r.w, r.h, '#1a2036');
    pen.box(r.x, r.y, 52, r.h, '#141929');
    for (let i = 0; i < 5; i++)
      pen.box(r.x + 15, r.y + 22 + i * 52, 22, 22, i === 0 ? '#6cc4ff' : '#46507a', 5);
    pen.box(r.x + 52, r.y, 196, r.h, '#171c30');
    pen.text(file.project.toUpperCase(), r.x + 70, r.y + 34, { size: 12, weight: 700, color: '#8b97bd' });
    for (const [i, other] of [file.name, ...file.others].entries()) {
      if (i === 0) pen.box(r.x + 52, r.y + 46, 196, 28, '#28304f');
      pen.disc(r.x + 76, r.y + 60 + i * 28, 5, around(i));
      pen.text(other, r.x + 90, r.y + 65 + i * 28, { size: 14, color: i === 0 ? '#ffffff' : '#aeb8d8' });
    }
    pen.box(r.x + 248, r.y, r.w - 248, 36, '#141929');
    pen.box(r.x + 248, r.y, 150, 36, '#1a2036');
    pen.box(r.x + 248, r.y, 150, 2, '#6cc4ff');
    pen.text(file.name, r.x + 270, r.y + 23, { size: 14, color: '#ffffff' });
    const lines = typed(file, moment);
    for (const [i, line] of lines.entries()) {
      const y = lineY(r, i, lines.length);
      if (y < r.y + 46) continue;
      pen.text(String(i + 1), r.x + 284, y, { size: 14, color: '#54608a', family: 'mono', align: 'right' });
      if (i < lines.length - 1) paintLine(pen, line, r.x + 304, y);
    }
    const terminal = { x: r.x + 248, y: r.y + r.h - 122, w: r.w - 248, h: 122 };
    pen.box(terminal.x, terminal.y, terminal.w, terminal.h, '#111525');
    pen.box(terminal.x, terminal.y, terminal.w, 1, '#333d63');
    pen.text('Terminal', terminal.x + 20, terminal.y + 24, { size: 13, weight: 600, color: '#aeb8d8' });
    pen.lines(file.output, terminal.x + 20, terminal.y + 52, 22, {
      size: 14,
      color: '#8fe0b0',
      family: 'mono',
    });
  },
  live(pen, r, { name }, moment) {
    const lines = typed(CODE_FILES[name], moment);
    const last = lines.at(-1) ?? '';
    const y = lineY(r, lines.length - 1, lines.length);
    paintLine(pen, last, r.x + 304, y);
    if (Math.floor(moment.seconds * 2) % 2 === 0)
      pen.box(r.x + 304 + last.length * charWidth(pen), y - 16, 2, 21, '#ffd166');
  },
};

/** The editor scrolls with the caret. */
const lineY = (r: { y: number; h: number }, i: number, count: number) =>
  r.y + 64 + i * LEADING - Math.max(0, 76 + count * LEADING - (r.h - 130));

const around = (i: number) => ['#f7d154', '#6cc4ff', '#f08a5d', '#a5dd84'][i % 4] ?? '#6cc4ff';
const charWidth = (pen: Pen) => pen.width('0', { size: SIZE, color: '', family: 'mono' });

function paintLine(pen: Pen, line: string, x: number, y: number): void {
  const style = { size: SIZE, family: 'mono' } as const;
  const w = charWidth(pen);
  let from = 0;
  const piece = (text: string, at: number, color: string) => {
    if (text.trim() !== '')
      pen.text(text.trimStart(), x + (at + text.length - text.trimStart().length) * w, y, {
        ...style,
        color,
      });
  };
  for (const found of line.matchAll(WORDS)) {
    piece(line.slice(from, found.index), from, INK.plain);
    const [whole, quoted, word, number] = found;
    const comment = quoted !== undefined && /^(#|\/\/|""")/.test(quoted);
    piece(
      whole,
      found.index,
      comment ? INK.comment : quoted ? INK.text : word ? INK.word : number ? INK.number : INK.call,
    );
    from = found.index + whole.length;
  }
  piece(line.slice(from), from, INK.plain);
}

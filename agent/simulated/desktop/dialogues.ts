/** Paints a tutor's requests to the student: a poll, a name, the whole screen. */
import type { DevicePoll } from '../../core/device-state.ts';
import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { firstLines } from '../../node/paint/pen/pen-text.ts';

const ACCENT = '#2f5fd0';
const INK = '#1b2436';
const WIDTH = 1_060;
const QUESTION = { size: 46, weight: 700, color: INK } as const;
/** Used if many answers need the space. */
const SMALL_QUESTION = { ...QUESTION, size: 38 } as const;
const ROW_GAP = 12;
/** Longer than its lines can show. */
const MAX_QUESTION_LENGTH = 1_000;

function paintCard(pen: Pen, desk: Rect, h: number): Rect {
  pen.box(0, 0, desk.w, desk.h, 'rgba(10,18,40,.5)');
  const r = { x: (desk.w - WIDTH) / 2, y: Math.max(12, (desk.h - h) / 2 - 14), w: WIDTH, h };
  pen.shadow(r, 22);
  pen.box(r.x, r.y, r.w, r.h, '#ffffff', 22);
  pen.box(r.x, r.y, r.w, 14, ACCENT, 7);
  return r;
}

export function paintPoll(pen: Pen, desk: Rect, { question, answers, answer }: DevicePoll): void {
  const many = answers.length > 6;
  const style = many ? SMALL_QUESTION : QUESTION;
  const leading = style.size * 1.2;
  const words = firstLines(
    pen.wrap(question.slice(0, MAX_QUESTION_LENGTH), WIDTH - 130, style),
    many ? 2 : 3,
  );
  const head = 50 + words.length * leading;
  if (answers.length === 0) {
    const r = paintCard(pen, desk, head + 156);
    pen.lines(words, r.x + 45, r.y + 26 + leading * 0.85, leading, style);
    paintInput(pen, { x: r.x + 45, y: r.y + head + 16, w: r.w - 90, h: 96 }, answer, 'Write your answer …');
    return;
  }
  const columns = answers.length > 5 ? 2 : 1;
  const rows = Math.ceil(answers.length / columns);
  const rowHeight = Math.min(92, (desk.h - 70 - head - rows * ROW_GAP) / rows);
  const r = paintCard(pen, desk, head + rows * (rowHeight + ROW_GAP) + 26);
  pen.lines(words, r.x + 45, r.y + 26 + leading * 0.85, leading, style);
  const chosen = new Set(answer?.split(','));
  const w = (r.w - 90 - (columns - 1) * 20) / columns;
  for (const [i, text] of answers.entries()) {
    const letter = String.fromCharCode('A'.charCodeAt(0) + i);
    const x = r.x + 45 + Math.floor(i / rows) * (w + 20);
    const y = r.y + head + 8 + (i % rows) * (rowHeight + ROW_GAP);
    paintAnswer(pen, { x, y, w, h: rowHeight }, { letter, text, chosen: chosen.has(letter) });
  }
}

function paintAnswer(
  pen: Pen,
  r: Rect,
  { letter, text, chosen }: { letter: string; text: string; chosen: boolean },
): void {
  const size = Math.min(42, r.h * 0.62);
  const base = r.y + r.h / 2 + size * 0.36;
  pen.box(r.x, r.y, r.w, r.h, chosen ? ACCENT : '#eef2fa', 14);
  pen.disc(r.x + r.h / 2 + 6, r.y + r.h / 2, r.h * 0.36, chosen ? '#ffffff' : '#cfd9ee');
  pen.text(letter, r.x + r.h / 2 + 6, base, {
    size,
    weight: 700,
    color: chosen ? ACCENT : INK,
    align: 'center',
  });
  pen.text(text, r.x + r.h + 26, base, {
    size,
    weight: chosen ? 600 : 400,
    color: chosen ? '#ffffff' : INK,
    within: r.w - r.h - (chosen ? 120 : 50),
  });
  const x = r.x + r.w - 62;
  const y = r.y + r.h / 2;
  if (chosen) pen.stroke([x, y, x + 14, y + 14, x + 38, y - 16], '#ffffff', 9);
}

export function paintNameDialogue(pen: Pen, desk: Rect): void {
  const r = paintCard(pen, desk, 330);
  pen.text('What is your name?', r.x + 45, r.y + 96, { ...QUESTION, size: 60 });
  pen.text('Your teacher would like to know.', r.x + 45, r.y + 152, { size: 38, color: '#55627a' });
  paintInput(pen, { x: r.x + 45, y: r.y + 192, w: r.w - 90, h: 96 }, undefined, 'Your name');
}

export function paintFullScreenRequest(pen: Pen, desk: Rect): void {
  const r = paintCard(pen, desk, 340);
  pen.text('Share your full screen?', r.x + 45, r.y + 100, { ...QUESTION, size: 60 });
  pen.text('Your teacher asks to see all of it.', r.x + 45, r.y + 158, { size: 38, color: '#55627a' });
  const button = { size: 46, weight: 600, align: 'center' } as const;
  pen.box(r.x + 45, r.y + 208, 460, 92, ACCENT, 16);
  pen.text('Share', r.x + 275, r.y + 270, { ...button, color: '#ffffff' });
  pen.box(r.x + r.w - 505, r.y + 208, 460, 92, '#e6ebf5', 16);
  pen.text('Cancel', r.x + r.w - 275, r.y + 270, { ...button, color: INK });
}

function paintInput(pen: Pen, r: Rect, value: string | undefined, hint: string): void {
  pen.box(r.x, r.y, r.w, r.h, '#ffffff', 12);
  pen.frame(r, value === undefined ? '#9fb0cf' : ACCENT, { width: 5, radius: 12 });
  pen.text(value ?? hint, r.x + 28, r.y + r.h / 2 + 15, {
    size: 44,
    weight: value === undefined ? 400 : 600,
    color: value === undefined ? '#8592aa' : INK,
    within: r.w - 56,
  });
}

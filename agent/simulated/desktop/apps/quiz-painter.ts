import { QUIZZES, type Quiz } from '../material/quizzes.ts';
import { type AppPainter, around, type Moment } from './app-painter.ts';

const QUESTION_S = 32;
const ANSWER_AFTER_S = 17;
const COLORS = ['#e4505a', '#2b7de0', '#e0a11f', '#2f9e5f'];

function position(quiz: Quiz, { seconds, habit }: Moment) {
  const total = seconds + habit * QUESTION_S * quiz.questions.length;
  const question = Math.floor(total / QUESTION_S) % quiz.questions.length;
  const inQuestion = total % QUESTION_S;
  const answered = inQuestion > ANSWER_AFTER_S * (0.5 + habit * 0.6);
  return { question, inQuestion, answer: answered ? Math.floor(habit * 97 + question * 3) % 4 : undefined };
}

export const quizPainter: AppPainter<'quiz'> = {
  stage({ name }, moment) {
    const { question, answer } = position(QUIZZES[name], moment);
    return question * 10 + (answer ?? 9);
  },
  base(pen, r, { name }, moment) {
    const quiz: Quiz = QUIZZES[name];
    const { question, answer } = position(quiz, moment);
    pen.box(r.x, r.y, r.w, r.h, pen.across(r, quiz.color, '#221a4a'));
    pen.text('Quizwise', r.x + 30, r.y + 42, { size: 24, weight: 700, color: '#ffffff' });
    pen.text(quiz.name, r.x + r.w / 2, r.y + 41, {
      size: 18,
      weight: 600,
      color: '#ffffffdd',
      align: 'center',
    });
    const w = Math.min(900, r.w - 120);
    const x = r.x + (r.w - w) / 2;
    for (let i = 0; i < quiz.questions.length; i++) {
      const step = w / quiz.questions.length;
      pen.box(
        x + i * step,
        r.y + 66,
        step - 8,
        8,
        i < question ? '#ffd166' : i === question ? '#fff' : '#ffffff44',
        4,
      );
    }
    const card = { x, y: r.y + 94, w, h: Math.max(120, r.h * 0.28) };
    pen.box(card.x, card.y, card.w, card.h, '#ffffff', 18);
    pen.text(`Question ${question + 1} of ${quiz.questions.length}`, x + w / 2, card.y + 38, {
      size: 15,
      weight: 600,
      color: '#8089a0',
      align: 'center',
    });
    const { text, answers } = around(quiz.questions, question);
    pen.text(text, x + w / 2, card.y + card.h * 0.62, {
      size: 32,
      weight: 700,
      color: '#1f2440',
      align: 'center',
      within: w - 40,
    });
    const top = card.y + card.h + 20;
    const h = Math.min(110, (r.y + r.h - top - 40) / 2 - 8);
    for (const [i, choice] of answers.entries()) {
      const tile = { x: x + (i % 2) * (w / 2 + 8), y: top + Math.floor(i / 2) * (h + 16), w: w / 2 - 8, h };
      pen.ctx.globalAlpha = answer === undefined || answer === i ? 1 : 0.45;
      pen.box(tile.x, tile.y, tile.w, tile.h, around(COLORS, i), 14);
      pen.ctx.globalAlpha = 1;
      pen.box(tile.x + 18, tile.y + h / 2 - 20, 40, 40, 'rgba(255,255,255,.25)', 10);
      pen.text('ABCD'.charAt(i), tile.x + 38, tile.y + h / 2 + 8, {
        size: 22,
        weight: 700,
        color: '#fff',
        align: 'center',
      });
      pen.text(choice, tile.x + 78, tile.y + h / 2 + 9, {
        size: 25,
        weight: 600,
        color: '#ffffff',
        within: tile.w - 130,
      });
      if (answer === i) {
        pen.frame(tile, '#ffffff', { radius: 14, width: 5 });
        pen.disc(tile.x + tile.w - 36, tile.y + h / 2, 18, '#ffffff');
        const y = tile.y + h / 2;
        pen.stroke(
          [tile.x + tile.w - 44, y, tile.x + tile.w - 38, y + 7, tile.x + tile.w - 27, y - 7],
          around(COLORS, i),
          4,
        );
      }
    }
  },
  live(pen, r, { name }, moment) {
    const left = 1 - position(QUIZZES[name], moment).inQuestion / QUESTION_S;
    pen.disc(r.x + r.w - 54, r.y + 36, 22, 'rgba(0,0,0,.25)');
    pen.ring(r.x + r.w - 54, r.y + 36, 20, '#ffd166', 5, left);
    pen.text(String(Math.ceil(left * QUESTION_S)), r.x + r.w - 54, r.y + 42, {
      size: 16,
      weight: 700,
      color: '#fff',
      align: 'center',
    });
  },
};

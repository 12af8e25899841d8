import { expect, it } from 'vitest';
import { answerOf, choose, draftOf } from './poll-answer.ts';

const nothing = { letters: [], words: '' };

it('takes one letter of a single choice, the newest', () => {
  const first = choose(nothing, 'B', { multiselect: false });
  expect(answerOf(choose(first, 'A', { multiselect: false }), { answers: ['x', 'y'] })).toBe('A');
});

it('takes several letters of a multiple choice, in their order, and takes them back', () => {
  const several = { multiselect: true };
  const both = choose(choose(nothing, 'C', several), 'A', several);
  expect(answerOf(both, { answers: ['x', 'y', 'z'] })).toBe('A,C');
  expect(answerOf(choose(both, 'C', several), { answers: ['x', 'y', 'z'] })).toBe('A');
});

it('takes words for a short answer, and no empty ones', () => {
  expect(answerOf({ letters: [], words: ' because ' }, { answers: [] })).toBe('because');
  expect(answerOf({ letters: [], words: '  ' }, { answers: [] })).toBeUndefined();
  expect(answerOf(nothing, { answers: ['x'] })).toBeUndefined();
});

it('begins a change with what was answered', () => {
  const poll = { id: 'p', tutorId: 't', question: '?', answers: ['x', 'y'], multiselect: true };
  expect(draftOf({ ...poll, answer: 'A,B' }).letters).toEqual(['A', 'B']);
  expect(draftOf({ ...poll, answers: [], answer: 'words' }).words).toBe('words');
});

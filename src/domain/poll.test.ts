import { describe, expect, test } from 'vitest';
import {
  type Heard,
  lettersOf,
  optionOf,
  type PollQuestion,
  type Respondent,
  readQuestion,
  summarisePoll,
  withHeard,
  withPresence,
} from './poll.ts';

const single: PollQuestion = { type: 'singleChoice', body: 'Which?', answers: ['Etna', 'Po', 'Elbe'] };
const multiple: PollQuestion = { ...single, type: 'multipleChoice' };
const short: PollQuestion = { type: 'shortAnswer', body: 'Why?', answers: [] };

const someone = (more: Partial<Respondent> = {}): Respondent => ({
  clientId: 'c1',
  name: 'Ada',
  standing: 'waiting',
  hasLeft: false,
  ...more,
});
const said = (feedback: Heard['feedback'], answer?: string): Heard => ({
  state: 'confirmed',
  feedback,
  answer,
});

describe('what was written', () => {
  test.each([
    ['nothing', { ...single, body: '' }, 'no-body'],
    ['only spaces as the question', { ...single, body: ' \n ' }, 'no-body'],
    ['a choice without answers', { ...single, answers: [] }, 'no-answers'],
    ['a choice of empty answers', { ...multiple, answers: ['', '  '] }, 'no-answers'],
  ])('%s is not sent', (_, written, fault) => {
    expect(readQuestion(written)).toEqual({ ok: false, fault });
  });

  test.each([
    ['answers are trimmed and empty ones dropped', [' Etna ', '', '  ', 'Po\n'], ['Etna', 'Po']],
    ['one answer is enough', ['Etna'], ['Etna']],
    ['ten answers at most are sent', [...'abcdefghijkl'], [...'abcdefghij']],
  ])('%s', (_, answers, sent) => {
    expect(readQuestion({ ...single, body: ' Which? ', answers })).toEqual({
      ok: true,
      question: { ...single, answers: sent },
    });
  });

  test('a short answer sends no answers', () => {
    const written = { ...short, answers: ['left over'] };
    expect(readQuestion(written)).toEqual({ ok: true, question: short });
  });
});

describe('what a device says', () => {
  const answered = someone({ standing: 'answered', answer: 'A' });

  test.each<[string, Respondent, Heard, Partial<Respondent>]>([
    ['the question is shown', someone(), said('shown'), { standing: 'shown' }],
    ['an older device only confirms', someone(), said(undefined), { standing: 'shown' }],
    [
      'it answers',
      someone({ standing: 'shown' }),
      said('answered', ' B '),
      { standing: 'answered', answer: 'B' },
    ],
    ['it answers anew', answered, said('changed', 'C'), { standing: 'changed', answer: 'C' }],
    ['a change is heard first', someone(), said('changed', 'C'), { standing: 'changed', answer: 'C' }],
    [
      'another answer is a change, whatever it is called',
      answered,
      said('answered', 'B'),
      { standing: 'changed', answer: 'B' },
    ],
    [
      'it answers after the end',
      someone({ standing: 'shown' }),
      said('late', 'B'),
      { standing: 'late', answer: 'B' },
    ],
    ['it changes after the end', answered, said('late', 'B'), { standing: 'late', answer: 'B' }],
    [
      'it puts the question away',
      someone({ standing: 'shown' }),
      said('dismissed'),
      { standing: 'dismissed' },
    ],
    ['it cannot show questions', someone(), { state: 'failed' }, { standing: 'failed' }],
    ['it does not answer in time', someone(), { state: 'silent' }, { standing: 'silent' }],
    ['the message was not allowed', someone(), { state: 'refused' }, { standing: 'unreached' }],
    ['the message never left', someone(), { state: 'expired' }, { standing: 'unreached' }],
    [
      'an empty answer is none',
      someone({ standing: 'shown' }),
      said('answered', '  '),
      { standing: 'shown' },
    ],
    [
      'one that was silent answers after all',
      someone({ standing: 'silent' }),
      said('answered', 'A'),
      { standing: 'answered', answer: 'A' },
    ],
  ])('%s', (_, before, heard, after) => {
    expect(withHeard(before, heard)).toEqual({ ...before, ...after });
  });

  test.each<[string, Respondent, Heard]>([
    ['the same answer again', someone({ standing: 'changed', answer: 'A' }), said('answered', 'A')],
    ['shown again, after a reload', answered, said('shown')],
    ['put away after it was answered', answered, said('dismissed')],
    ['silence after an answer', answered, { state: 'silent' }],
    ['silence of one that has shown it', someone({ standing: 'shown' }), { state: 'silent' }],
    ['a new worker that waits', someone({ standing: 'dismissed' }), { state: 'waiting' }],
  ])('%s changes nothing', (_, before, heard) => {
    expect(withHeard(before, heard)).toBe(before);
  });
});

describe('devices that leave', () => {
  const ids = (...all: string[]) => new Set(all);

  test.each([
    ['was here and is gone', false, ids('c1'), ids(), true],
    ['is here', false, ids('c1'), ids('c1'), false],
    ['has not been seen yet: nobody knows', false, ids(), ids('c2'), false],
    ['had left before the reload', true, ids(), ids('c2'), true],
    ['came back', true, ids(), ids('c1'), false],
  ])('one that %s', (_, hasLeft, seen, here, after) => {
    expect(withPresence(someone({ hasLeft }), { seen, here }).hasLeft).toBe(after);
  });
});

describe('letters', () => {
  test.each([
    ['A', 'Etna'],
    ['C', 'Elbe'],
    ['D', undefined],
    ['a', undefined],
    ['AB', undefined],
    ['', undefined],
    ['Z', undefined],
  ])('%s is the option %s', (letter, option) => {
    expect(optionOf(single, letter)).toBe(option);
  });

  test.each([
    [multiple, 'A,C', ['A', 'C']],
    [multiple, ' A , A,,B', ['A', 'B']],
    [single, 'B', ['B']],
    [single, 'A,B', ['A,B']],
    [short, 'A,B', []],
  ])('of an answer (%#)', (question, answer, letters) => {
    expect(lettersOf(question, answer)).toEqual(letters);
  });
});

describe('the summary', () => {
  const class_ = (...answers: (string | undefined)[]) =>
    answers.map((answer, i) => someone({ clientId: `c${i}`, answer }));
  const counts = (question: PollQuestion, ...answers: (string | undefined)[]) =>
    summarisePoll(question, class_(...answers)).rows.map(({ letter, count }) => `${letter} ${count}`);

  test('counts who has answered, out of those who were asked', () => {
    expect(summarisePoll(single, class_('A', undefined, 'B', undefined))).toMatchObject({
      received: 2,
      total: 4,
    });
  });

  test.each<[string, PollQuestion, string[], string[]]>([
    ['nobody has answered', single, [], ['A 0', 'B 0', 'C 0']],
    ['one letter each', single, ['A', 'B', 'A'], ['A 2', 'B 1', 'C 0']],
    ['several letters count each', multiple, ['A,B', 'B,C'], ['A 1', 'B 2', 'C 1']],
    ['a letter twice counts once', multiple, ['A,A'], ['A 1', 'B 0', 'C 0']],
    ['a letter that the question has not', single, ['D', 'A'], ['A 1', 'B 0', 'C 0', 'D 1']],
    ['what is no letter', single, ['<b>A</b>', 'AA', 'A,B'], ['A 0', 'B 0', 'C 0', '? 3']],
    ['unknown letters stand last', multiple, ['?,Z,D'], ['A 0', 'B 0', 'C 0', 'D 1', 'Z 1', '? 1']],
    [
      'a thousand made-up letters are one row',
      multiple,
      [Array.from({ length: 1_000 }, (_, i) => `x${i}`).join()],
      ['A 0', 'B 0', 'C 0', '? 1'],
    ],
  ])('%s', (_, question, answers, rows) => {
    expect(counts(question, ...answers)).toEqual(rows);
  });

  test('an absent letter has no option', () => {
    expect(summarisePoll(single, class_('D')).rows.at(-1)).toEqual({
      letter: 'D',
      option: undefined,
      count: 1,
    });
  });

  test('short answers are listed, the most frequent first, the same words together', () => {
    expect(summarisePoll(short, class_('Gravity', 'Magma', 'magma', undefined))).toEqual({
      received: 3,
      total: 4,
      rows: [],
      words: [
        { text: 'Magma', count: 2 },
        { text: 'Gravity', count: 1 },
      ],
    });
  });
});

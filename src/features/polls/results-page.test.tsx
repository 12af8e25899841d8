import { describe, expect, test } from 'vitest';
import type { PollQuestion, Respondent } from '#domain/poll.ts';
import type { CurrentPoll } from './poll-entries.ts';
import { resultsFileName, resultsPage } from './results-page.ts';

const question: PollQuestion = { type: 'singleChoice', body: 'Which one?', answers: ['Etna', 'Po'] };

function pollOf(respondents: Partial<Respondent>[], more: Partial<CurrentPoll> = {}): CurrentPoll {
  return {
    id: 'p1',
    question,
    audience: { groupId: 'g1' },
    askedAt: 1_790_000_000_000,
    finishedAt: 1_790_000_060_000,
    delivery: 'sent',
    respondents: respondents.map((each, i) => ({
      clientId: `c${i}`,
      name: `Student ${i}`,
      standing: 'answered',
      hasLeft: false,
      ...each,
    })),
    ...more,
  };
}

const read = (poll: CurrentPoll) => new DOMParser().parseFromString(resultsPage(poll), 'text/html');
const rows = (page: Document, table: number) =>
  [...(page.querySelectorAll('table')[table]?.querySelectorAll('tr') ?? [])].map((row) =>
    [...row.children].map((cell) => cell.textContent?.trim()).join(' | '),
  );

describe('the results page', () => {
  test('tells the question, how many answered, each letter and who said what', () => {
    const page = read(
      pollOf([
        { answer: 'A' },
        { answer: 'B', standing: 'changed' },
        { answer: 'D', standing: 'late' },
        { standing: 'shown', hasLeft: true },
      ]),
    );
    expect(page.querySelector('h1')?.textContent).toBe('Which one?');
    expect(page.body.textContent).toContain('Received 3 out of 4');
    expect(rows(page, 0)).toEqual([
      'A: Etna |  | 1',
      'B: Po |  | 1',
      'D: (this option is absent in question) |  | 1',
    ]);
    expect(rows(page, 1).slice(1)).toEqual([
      'Student 0 | A: Etna | Answered',
      'Student 1 | B: Po | Changed the answer',
      'Student 2 | D: (this option is absent in question) | Answered late',
      'Student 3 | — | Waiting for an answer (left)',
    ]);
  });

  test('lists short answers', () => {
    const short = pollOf([{ answer: 'Magma' }, { answer: 'magma' }], {
      question: { type: 'shortAnswer', body: 'What?', answers: [] },
    });
    expect(rows(read(short), 0)).toEqual(['Magma | 2']);
  });

  test('holds hostile text as text, and nothing in it can run or load', () => {
    const html = `<img src=x onerror="alert(1)"><script>alert(2)</script></title></style>'&`;
    const long = 'x'.repeat(10_000);
    const poll = pollOf([
      { name: html, answer: html },
      { name: `\u202e${long}`, answer: long },
    ]);
    const page = read({ ...poll, question: { ...question, body: html, answers: [html, '😀'] } });
    expect(page.querySelectorAll('img, script, link, iframe, object')).toHaveLength(0);
    expect(page.querySelector('h1')?.textContent).toBe(html);
    expect(rows(page, 1)[1]).toContain(html);
    expect(page.querySelector('meta[http-equiv]')?.getAttribute('content')).toContain("default-src 'none'");
  });
});

describe('its file', () => {
  const nameOf = (body: string) => resultsFileName({ question: { ...question, body } });

  test.each([
    ['Which one?', 'Which one.html'],
    ['a/b: <c>', 'a b c.html'],
    ['???', 'Poll results.html'],
  ])('of %j is called %j', (body, name) => {
    expect(nameOf(body)).toBe(name);
  });

  test('has a name of 135 characters at most', () => {
    expect(nameOf('q'.repeat(4_000))).toHaveLength(135);
  });
});

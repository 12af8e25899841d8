import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { clockTime } from '#domain/time-text.ts';
import type { DevicePoll } from '../../core/device-state.ts';
import { richText } from '../../core/rich-text/html-text.ts';
import { RichText } from '../lock/rich-text.tsx';
import { m } from '../messages.ts';
import type { PollDraft } from '../student-state.ts';
import { sinceWords, watchWords } from '../watching/watch-panel.tsx';
import { FileAskCard } from './file-ask-card.tsx';
import { FullScreenCard } from './full-screen-card.tsx';
import { NoticeCard } from './notice-card.tsx';
import { PollCard } from './poll-card.tsx';

const poll = { id: 'p', tutorId: 't', question: '<b>Why?</b>', answers: ['x', 'y'], multiselect: false };

const pollCalls = () => ({
  answerPoll: vi.fn(() => true),
  dismissPoll: vi.fn(() => true),
  storePollDraft: vi.fn(),
});

it('sends the letter of the chosen answer, and shows a question as text', async () => {
  const calls = pollCalls();
  render(<PollCard poll={poll} draft={undefined} calls={calls} />);
  expect(screen.getByText('<b>Why?</b>')).toBeTruthy();
  const send = screen.getByRole('button', { name: m.pollSend });
  expect(send).toHaveProperty('disabled', true);
  await userEvent.click(screen.getByRole('radio', { name: 'B y' }));
  await userEvent.click(send);
  expect(calls.answerPoll).toHaveBeenCalledWith('B');
});

it('has what was begun as an answer again after a reload, for the same question only', async () => {
  let draft: PollDraft | undefined;
  const calls = {
    ...pollCalls(),
    storePollDraft(next: PollDraft) {
      draft = next;
    },
  };
  const open = (asked: DevicePoll) => render(<PollCard poll={asked} draft={draft} calls={calls} />).unmount;
  const words = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: m.pollShort }).value;
  const short = { ...poll, answers: [] };
  let reload = open(short);
  await userEvent.type(screen.getByRole('textbox', { name: m.pollShort }), 'because');
  reload();
  reload = open(short);
  expect(words()).toBe('because');
  reload();
  open({ ...short, id: 'another' });
  expect(words()).toBe('');
});

it('says what was answered, and lets it be changed', () => {
  const answered = { ...poll, answers: [], answer: 'because' };
  render(<PollCard poll={answered} draft={undefined} calls={pollCalls()} />);
  expect(screen.getByText(m.pollSent({ answer: 'because' }))).toBeTruthy();
  expect(screen.getByRole('button', { name: m.pollChange })).toBeTruthy();
});

it('hands in only files that were asked for', async () => {
  const handIn = vi.fn();
  const request = { id: 1, folder: '%downloads%', patterns: ['*.txt'] };
  render(<FileAskCard request={request} onHandIn={handIn} onDecline={() => {}} />);
  const input = screen.getByLabelText(m.pickFiles, { selector: 'input' });
  await userEvent.upload(input, new File(['x'], 'photo.png'));
  expect(handIn).not.toHaveBeenCalled();
  expect(screen.getByText(m.nothingFits({ patterns: '*.txt' }))).toBeTruthy();
  const essay = new File(['x'], 'essay.txt');
  await userEvent.upload(input, [essay, new File(['x'], 'photo.png')]);
  expect(handIn).toHaveBeenCalledWith([essay], ['photo.png']);
});

it.each([
  ['other', m.fullScreenNotEntire],
  ['refused', m.fullScreenNotChosen],
  ['failed', m.fullScreenNotAllowed],
] as const)('says why the entire screen is not shown: %s', async (outcome, words) => {
  render(<FullScreenCard isOn={false} onAccept={async () => outcome} onDecline={() => {}} />);
  await userEvent.click(screen.getByRole('button', { name: m.accept }));
  expect(await screen.findByText(words)).toBeTruthy();
});

it('opens a tutor’s page by a link, without a way back', () => {
  const url = 'https://example.org/a?b';
  render(<NoticeCard notice={{ id: '1', name: 'page', url }} onDismiss={() => {}} />);
  const link = screen.getByRole('link', { name: 'Open example.org' });
  expect(link.getAttribute('href')).toBe(url);
  expect(link.getAttribute('rel')).toContain('noopener');
});

it('shows rich text without its HTML', () => {
  const { container } = render(
    <RichText blocks={richText('<h1>Stop</h1><script>x</script><ul><li><b>Now</b></li></ul>')} />,
  );
  expect(screen.getByRole('heading', { name: 'Stop' })).toBeTruthy();
  expect(container.querySelector('script')).toBeNull();
  expect(container.textContent).toContain('• Now');
});

it('says by whom the screen is seen', () => {
  const anna = { tutorId: '1', name: 'Anna' };
  const shown = { isHidden: false, isShared: true };
  expect(watchWords([], shown)).toBe(m.watchedByNobody);
  expect(watchWords([anna, { tutorId: '2' }, { tutorId: '3' }], shown)).toBe(
    'Anna and a teacher can see your screen now.',
  );
  expect(watchWords([{ tutorId: '2' }], shown)).toMatch(/^A teacher /);
  expect(watchWords([anna], { ...shown, isShared: false })).toBe(m.lookedAtBy({ names: 'Anna' }));
  expect(watchWords([anna], { ...shown, isHidden: true })).toBe(m.hiddenFrom({ names: 'Anna' }));
});

it('says since when each tutor looks', () => {
  const [ten, later] = [0, 3_600_000].map((at) => clockTime(at));
  const anna = { tutorId: '1', name: 'Anna', since: 0 };
  expect(sinceWords([])).toBe('');
  expect(sinceWords([anna])).toBe(`Since ${ten}`);
  expect(sinceWords([anna, { tutorId: '2', since: 1 }])).toBe(`Since ${ten}`);
  expect(sinceWords([anna, { tutorId: '2', since: 3_600_000 }])).toBe(
    `Anna since ${ten} and a teacher since ${later}`,
  );
});

import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { PollQuestion } from '#domain/poll.ts';
import type { RunningAction } from '#live/action-run.ts';
import { createDeviceStore } from '#live/device-store.ts';
import { onDemand } from '#live/live-connection.ts';
import type { Reply } from '#protocol/action.ts';
import type { Answer, Delivery } from '#protocol/threads/live-action.ts';
import { activities } from '#shell/activity/activity.ts';
import * as files from '#ui/save-file.ts';
import { currentPolls } from './current-poll.ts';
import { PollSummary } from './poll-summary.tsx';

const choice: PollQuestion = { type: 'singleChoice', body: 'Which one?', answers: ['Etna', 'Po'] };
const names = ['Ada', 'Bo', 'Cy'];

let run: RunningAction | undefined;
const saved: { name: string; file: Blob }[] = [];

beforeEach(() => {
  const send = onDemand.sendPoll;
  vi.spyOn(onDemand, 'sendPoll').mockImplementation((poll) => {
    const sent = send(poll);
    run = sent.run as RunningAction;
    return sent;
  });
  vi.spyOn(files, 'saveFile').mockImplementation((file, name) => void saved.push({ file, name }));
});
afterEach(() => {
  cleanup();
  act(() => currentPolls.close('g1'));
  for (const entry of activities.list()) activities.cancel(entry);
  saved.length = 0;
  vi.restoreAllMocks();
});

function ask(question = choice) {
  act(() =>
    currentPolls.ask('g1', {
      question,
      audience: { groupId: 'g1' },
      recipients: names.map((name, i) => ({ clientId: `c${i}`, name })),
    }),
  );
  render(<PollSummary groupId="g1" devices={createDeviceStore()} />);
}

function apply(answers: Answer[], name: Delivery['name'] = 'sent') {
  act(() => run?.apply({ delivery: { name, expiresAt: 0 }, answers, ended: false }));
}
const says = (clientId: string, type: Reply['feedback-type'], answer?: string) =>
  apply([
    {
      clientId,
      state: 'confirmed',
      reply: { id: 'a', action: 'poll', ok: true, 'feedback-type': type, ...(answer && { answer }) },
    },
  ]);
const bars = () =>
  screen
    .getAllByRole('progressbar')
    .map((bar) =>
      [bar.ariaLabel ?? bar.getAttribute('aria-label'), bar.getAttribute('aria-valuetext')].join(' = '),
    );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function openList() {
  await userEvent.click(screen.getByText('Who answered what'));
  const list = await screen.findByRole('list', { name: 'Who answered what' });
  return () =>
    within(list)
      .getAllByRole('listitem')
      .map((item) => [...item.children].map((part) => part.textContent).join(' | '));
}

test('there is nothing to see where nothing was asked', () => {
  const { container } = render(<PollSummary groupId="g1" devices={createDeviceStore()} />);
  expect(container.innerHTML).toBe('');
});

test('shows how many answered and a bar for each letter, as answers come', () => {
  ask();
  expect(screen.getByText('Received 0 out of 3')).toBeTruthy();
  expect(bars()).toEqual(['A: Etna = 0 of 3', 'B: Po = 0 of 3']);
  says('c0', 'answered', 'A');
  says('c1', 'answered', 'D');
  expect(screen.getByText('Received 2 out of 3')).toBeTruthy();
  expect(bars()).toEqual([
    'A: Etna = 1 of 3',
    'B: Po = 0 of 3',
    'D: (this option is absent in question) = 1 of 3',
  ]);
});

test('tells who said what, who changed it, who was late and who put it away', async () => {
  ask();
  const list = await openList();
  says('c0', 'answered', 'A');
  says('c0', 'changed', 'B');
  says('c1', 'late', 'A');
  says('c2', 'dismissed');
  expect(list()).toEqual([
    'Ada | B: Po | Changed the answer',
    'Bo | A: Etna | Answered late',
    'Cy | — | Closed the question',
  ]);
});

test('what is read out waits until the class is quiet', async () => {
  vi.useFakeTimers();
  ask();
  says('c0', 'answered', 'A');
  says('c1', 'answered', 'B');
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('');
  act(() => void vi.advanceTimersByTime(2_000));
  expect(status.textContent).toBe('Received 2 out of 3');
  vi.useRealTimers();
});

test('is finished, and the focus goes to what comes next', async () => {
  ask();
  says('c0', 'answered', 'A');
  await press('Finish Poll');
  expect(activities.list()[0]).toMatchObject({ title: 'Finish Poll', run: { action: 'poll' } });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Save and Close' }));
  expect(screen.queryByRole('button', { name: 'Finish Poll' })).toBeNull();
  says('c1', 'late', 'B');
  expect(screen.getByText('Received 2 out of 3')).toBeTruthy();
});

test('is saved as a page of its own name, and goes', async () => {
  ask();
  says('c0', 'answered', 'A');
  await press('Finish Poll');
  await press('Save and Close');
  expect(saved.map(({ name }) => name)).toEqual(['Which one.html']);
  expect(await saved[0]?.file.text()).toContain('Received 1 out of 3');
  expect(currentPolls.get('g1')).toBeUndefined();
  expect(screen.queryByText('Which one?')).toBeNull();
});

test('is discarded only when that is said twice', async () => {
  ask();
  await press('Finish Poll');
  await press('Discard results');
  await press('Keep');
  expect(currentPolls.get('g1')).toBeDefined();
  await press('Discard results');
  const dialog = screen.getByRole('dialog', { name: 'Discard the results of this poll?' });
  await userEvent.click(within(dialog).getByRole('button', { name: 'Discard results' }));
  expect(currentPolls.get('g1')).toBeUndefined();
  expect(saved).toEqual([]);
});

test('the focus goes on to the page once nothing is open in front of it', async () => {
  const content = document.body.appendChild(document.createElement('main'));
  content.id = 'content';
  const wasOpen: boolean[] = [];
  content.focus = () => void wasOpen.push(document.querySelector('dialog') !== null);
  ask();
  await press('Finish Poll');
  await press('Discard results');
  await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Discard results' }));
  expect(wasOpen).toEqual([false]);
  content.remove();
});

test.each([
  ['expired', 'There was no connection in time.'],
  ['refused', 'You may not ask these devices.'],
  ['invalid', 'It could not be sent like this.'],
] as const)('says that it was not sent: %s', async (delivery, text) => {
  ask();
  apply([], delivery);
  expect(screen.getByRole('alert').textContent).toBe(`The question was not sent. ${text}`);
  await press('Close');
  expect(currentPolls.get('g1')).toBeUndefined();
});

test('says that it waits for the connection', () => {
  ask();
  expect(screen.getByText('Waits for the connection')).toBeTruthy();
});

test('hostile answers and names are text in a line', async () => {
  const html = '<img src=x onerror=alert(1)>';
  ask({ type: 'shortAnswer', body: html, answers: [] });
  says('c0', 'answered', html);
  says('c1', 'answered', `\u202e${'x'.repeat(10_000)}`);
  says('c9', 'answered', '😀'.repeat(5_000));
  expect(document.querySelector('img')).toBeNull();
  const words = within(screen.getByRole('list', { name: 'Answers' })).getAllByRole('listitem');
  expect(words[0]?.textContent).toBe(html);
  expect(words[1]?.textContent).toMatch(/^x+…$/);
  expect(words[2]?.textContent?.length).toBeLessThan(700);
  const list = await openList();
  expect(list()[3]).toMatch(/^Another device \| 😀+… \| Answered$/u);
});

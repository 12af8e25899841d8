import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import type { Statuses } from '#protocol/feedback.ts';
import type { ClientPoll } from '#protocol/threads/live-worker.ts';
import { DeviceLines } from './device-lines.tsx';

afterEach(cleanup);

const poll = (more: Partial<ClientPoll> = {}): ClientPoll => ({
  id: 'p1',
  question: 'How many?',
  answers: ['None', 'One'],
  multiselect: false,
  ...more,
});
const lines = () => [...document.querySelectorAll('p')].map((line) => line.textContent);

test('a question that was not answered yet is waited for', () => {
  render(<DeviceLines client={{ poll: poll() }} />);
  expect(lines()).toEqual(['Waiting for a poll answer']);
});

test.each([
  ['B', { answer: 'B' }, 'Answer: B – One'],
  ['two letters', { answer: 'A,B', multiselect: true }, 'Answer: A – None, B – One'],
  ['a letter that is not there', { answer: 'D' }, 'Answer: D – (this option is absent in question)'],
  ['words', { answers: [], answer: 'about seven' }, 'Answer: about seven'],
  ['markup', { answers: [], answer: '<b>seven</b>' }, 'Answer: <b>seven</b>'],
])('the answer %s stands with what it means', (_, more, line) => {
  render(<DeviceLines client={{ poll: poll(more) }} />);
  expect(lines()).toEqual([line]);
});

test('what is under way is said', () => {
  render(<DeviceLines client={{ statuses: { nameModal: true, fullScreen: 'requested' } as Statuses }} />);
  expect(lines()).toEqual(['Waiting for a name', 'Requesting Full Screen Access']);
  cleanup();
  render(<DeviceLines client={{ statuses: { fullScreen: 'cancelled' } as Statuses }} />);
  expect(screen.getByText('Client cancelled full screen').dataset.line).toBe('fullScreenCancelled');
});

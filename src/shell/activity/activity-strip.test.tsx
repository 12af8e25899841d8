import { act, cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { liveConnection } from '#live/live-connection.ts';
import { activities, type NewActivity } from './activity.ts';
import { ActivityStrip } from './activity-strip.tsx';
import { createFakeRun } from './fakes/fake-run.ts';

const names = new Map([
  ['a', 'Ada'],
  ['b', 'Ben'],
  ['c', 'Cleo'],
  ['d', 'Dan'],
  ['e', 'Eve'],
]);

beforeEach(() => liveConnection.connection.set({ name: 'connected', since: 1 }));
afterEach(() => {
  cleanup();
  for (const { id } of activities.list()) activities.close(id);
});

function report(more: Partial<NewActivity> = {}) {
  const fake = createFakeRun(({ giveUp }) => giveUp());
  act(() => activities.report({ title: 'Lock', run: fake.run, names, ...more }));
  return {
    run: fake.run,
    become: (...args: Parameters<typeof fake.become>) => act(() => fake.become(...args)),
  };
}

const area = () => screen.getByRole('region', { name: 'Activity' });
/** The lines of the area as they are read, whatever marks single names in them. */
const lines = () => [...area().querySelectorAll('p')].map((line) => line.textContent);

test('is not there while there is nothing to say, but its voice is', () => {
  render(<ActivityStrip />);
  expect(screen.queryByRole('region', { name: 'Activity' })).toBeNull();
  expect(screen.getByRole('status').textContent).toBe('');
});

test('says how far an action is, from sending to confirmed', () => {
  render(<ActivityStrip />);
  const { become } = report();
  expect(area().textContent).toContain('Lock 5 devices');
  expect(within(area()).getByText('Sending…')).toBeDefined();
  const ALL = ['a', 'b', 'c', 'd', 'e'];
  become('sent', Object.fromEntries(ALL.map((id) => [id, 'waiting' as const])));
  expect(within(area()).getByText('Sent')).toBeDefined();
  become('sent', { a: 'confirmed' });
  expect(within(area()).getByText('1 of 5 confirmed')).toBeDefined();
  expect(area().textContent).not.toContain('Ben');
  expect(screen.getByRole('status').textContent).toBe('Lock, 5 devices: Sent');
  become('sent', Object.fromEntries(ALL.map((id) => [id, 'confirmed' as const])), true);
  expect(within(area()).getByText('5 of 5 confirmed')).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('Lock, 5 devices: 5 of 5 confirmed');
});

test('names a single device, and says simply that it has confirmed', () => {
  render(<ActivityStrip />);
  const { become } = report({ names: new Map([['a', 'Ada']]) });
  become('sent', { a: 'confirmed' }, true);
  expect(area().textContent).toContain('Lock Ada');
  expect(within(area()).getByText('Confirmed')).toBeDefined();
});

test('without a connection says until when it waits, and can be cancelled', async () => {
  liveConnection.connection.set({
    name: 'reconnecting',
    attempt: 1,
    code: 'broker-silent',
    message: 'Broker does not respond',
    everConnected: true,
  });
  render(<ActivityStrip />);
  const { run } = report();
  expect(area().textContent).toMatch(/Will be sent when the connection is back \(expires in (1:00|0:59)\)/);
  expect(screen.getByRole('status').textContent).not.toMatch(/\d:\d\d/);
  await userEvent.click(screen.getByRole('button', { name: 'Cancel: Lock' }));
  expect(screen.queryByRole('region', { name: 'Activity' })).toBeNull();
  expect(run.get().delivery.name).toBe('expired');
});

test.each([
  ['expired', 'Expired: it was not sent'],
  ['refused', 'Not allowed'],
] as const)('says that it was %s, until it is closed', async (delivery, text) => {
  render(<ActivityStrip />);
  report().become(delivery, {}, true);
  expect(within(area()).getByText(text)).toBeDefined();
  expect(screen.getByRole('status').textContent).toContain(text);
  await userEvent.click(screen.getByRole('button', { name: 'Close: Lock' }));
  expect(screen.queryByRole('region', { name: 'Activity' })).toBeNull();
});

test('names those who did not confirm: a few in the strip, everybody in the open list', async () => {
  render(<ActivityStrip />);
  report().become('sent', { a: 'confirmed' }, true);
  const { become } = report({ title: 'Mute' });
  become('sent', { a: 'silent', b: 'silent', c: 'silent', d: 'silent', e: 'failed' }, true);
  expect(area().textContent).toContain('0 of 5 confirmed');
  expect(lines()).toContain('No answer from Ada, Ben, Cleo and 1 more');
  expect(lines()).toContain('Could not be done by Eve');
  expect(within(area()).getAllByRole('listitem')).toHaveLength(1);
  await userEvent.click(screen.getByRole('button', { name: '1 earlier' }));
  expect(within(area()).getAllByRole('listitem')).toHaveLength(2);
  expect(lines()).toContain('No answer from Ada, Ben, Cleo, Dan');
  expect(lines()).toContain('Not connected: Ben, Cleo, Dan, Eve');
  report({ title: 'Unmute' }).become('sent', { a: 'confirmed', b: 'waiting', c: 'waiting' });
  expect(lines()).toContain('Waiting for Ben, Cleo');
});

test('what has been confirmed can be undone, and the keyboard goes on with the next entry', async () => {
  const user = userEvent.setup();
  render(<ActivityStrip />);
  const undone: (readonly string[])[] = [];
  report().become('expired', {}, true);
  const undo = { clientIds: ['a'], perform: (clientIds: readonly string[]) => undone.push(clientIds) };
  const { become } = report({ title: 'Mute', undo: { ...undo, perform: (ids) => void undo.perform(ids) } });
  expect(screen.queryByRole('button', { name: 'Undo: Mute' })).toBeNull();
  become('sent', { a: 'confirmed' }, true);
  await user.tab();
  await user.tab();
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Undo: Mute' }));
  await user.keyboard('{Enter}');
  expect(undone).toEqual([['a']]);
  const close = await screen.findByRole('button', { name: 'Close: Lock' });
  await expect.poll(() => document.activeElement).toBe(close);
});

test('says for each device why it did not do it, in words, and reads that out', () => {
  render(<ActivityStrip />);
  const { become } = report();
  const codes = { b: 'code:unsupported', c: 'code:refused', d: 'code:privacy', e: 'code:x-17' } as const;
  become('sent', { a: 'confirmed', ...codes }, true);
  for (const line of [
    'Not supported by Ben',
    'Refused by Cleo',
    'Private mode is on for Dan',
    'Could not be done by Eve',
  ]) {
    expect(lines()).toContain(line);
    expect(screen.getByRole('status').textContent).toContain(line);
  }
});

const MARKUP = '<img src=x onerror="document.title=1">';
const HOSTILE = `${MARKUP}\u202e\u2067👩‍🏫${'W'.repeat(10_000)}`;
const TURNING = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/;

test.each([
  ['one device', new Map([['a', HOSTILE]])],
  [
    'several devices',
    new Map([
      ['a', HOSTILE],
      ['b', 'עדה'],
    ]),
  ],
])('the names of %s are text, each to itself and cut, also where they are read out', (_, hostile) => {
  render(<ActivityStrip />);
  const { become } = report({ names: hostile });
  become('sent', Object.fromEntries([...hostile.keys()].map((id) => [id, 'silent' as const])), true);
  expect(document.querySelector('img')).toBeNull();
  const missing = [...area().querySelectorAll('p')].find((line) => line.textContent?.startsWith('No answer'));
  expect([...(missing?.querySelectorAll('bdi') ?? [])]).toHaveLength(hostile.size);
  const marked = [...area().querySelectorAll('bdi')].filter((bdi) => bdi.textContent?.includes(MARKUP));
  expect(marked).toHaveLength(hostile.size === 1 ? 2 : 1);
  for (const text of [area().textContent, screen.getByRole('status').textContent]) {
    expect(text).not.toMatch(TURNING);
    expect(text?.length).toBeLessThan(1_000);
  }
});

test('says whom it was for in words, where the devices are known only when they answer', () => {
  render(<ActivityStrip />);
  const { become } = report({ names: new Map(), whom: '3 people' });
  expect(area().textContent).toContain('Lock 3 people');
  become('sent', { 'client-1': 'confirmed', 'client-2': 'silent', 'client-3': 'silent' }, true);
  expect(lines()).toContain('No answer from 2 devices');
  expect(screen.getByRole('status').textContent).toContain('No answer from 2 devices');
  expect(document.body.textContent).not.toMatch(/client-|0 devices/);
});

test('a long name is cut: the strip does not grow over the cards', () => {
  render(<ActivityStrip />);
  const { become } = report({ names: new Map([['a', 'x'.repeat(300)]]) });
  become('sent', { a: 'silent' }, true);
  for (const line of lines()) expect(line?.length).toBeLessThan(80);
});

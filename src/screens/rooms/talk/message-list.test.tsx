import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createObservable } from '#protocol/observable.ts';
import type { RoomMessage } from '#protocol/room.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import type { Outbox, UnsaidMessage } from '#shell/rooms/outbox.ts';
import { m } from '../messages.ts';
import { MessageList } from './message-list.tsx';
import type { RoomTalk, TalkState } from './room-talk.ts';

beforeEach(() => {
  vi.useFakeTimers();
  session.state = signedIn();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  session.state = { name: 'unknown' };
});

const DAY_MS = 24 * 60 * 60_000;
const said = (at: number, more: Partial<RoomMessage> = {}): RoomMessage => ({
  id: `m${at}`,
  message: `Message ${at}`,
  tutorId: 'other',
  name: 'Tess',
  sentTime: at,
  ...more,
});

/** Each message is 100 px high, and the window 500. */
function open(messages: RoomMessage[], unsaid: UnsaidMessage[] = []) {
  const state = createObservable<TalkState>({ messages, hasEarlier: true, reading: 'no', isKnown: true });
  const readEarlier = vi.fn(async () => {});
  const talk: RoomTalk = {
    state,
    readEarlier,
    readNewest: async () => {},
    begin: async () => {},
    receive: () => {},
  };
  const outbox = { entries: createObservable(unsaid), again: vi.fn(), discard: vi.fn() };
  let height = messages.length * 100;
  vi.spyOn(HTMLElement.prototype, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(500);
  render(<MessageList roomId="r" talk={talk} outbox={outbox as unknown as Outbox} />);
  const box = screen.getByRole('log', { name: m.history });
  const becomes = (next: RoomMessage[]) => {
    height = next.length * 100;
    act(() => state.set({ ...state.get(), messages: next }));
  };
  const scrollTo = (top: number) => {
    box.scrollTop = top;
    fireEvent.scroll(box);
  };
  return { box, becomes, scrollTo, readEarlier, outbox, grow: (px: number) => (height += px) };
}
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => said(from + i));

test('goes to the end once more a second after the room was opened: pictures have their places by then', () => {
  const { box, grow } = open(range(1, 20));
  expect(box.scrollTop).toBe(2_000);
  grow(300);
  vi.advanceTimersByTime(999);
  expect(box.scrollTop).toBe(2_000);
  act(() => vi.advanceTimersByTime(1));
  expect(box.scrollTop).toBe(2_300);
});

test('leaves a reader alone who has scrolled within that second', () => {
  const { box, scrollTo } = open(range(1, 20));
  scrollTo(900);
  act(() => vi.advanceTimersByTime(1_000));
  expect(box.scrollTop).toBe(900);
});

test('what is looked at stays in its place while earlier messages come', () => {
  const { box, becomes, scrollTo, readEarlier } = open(range(51, 100));
  scrollTo(300);
  expect(readEarlier).toHaveBeenCalled();
  becomes(range(1, 100));
  expect(box.scrollTop).toBe(5_300);
});

test('what comes is followed at the end, and not by who reads further up', () => {
  const { box, becomes, scrollTo } = open(range(1, 20));
  becomes(range(1, 21));
  expect(box.scrollTop).toBe(2_100);
  scrollTo(700);
  becomes(range(1, 22));
  expect(box.scrollTop).toBe(700);
  fireEvent.click(screen.getByRole('button', { name: m.toNewest }));
  expect(box.scrollTop).toBe(2_200);
});

test('days have their dividers, and messages their time', () => {
  vi.setSystemTime(new Date(2026, 10, 23, 12, 0));
  const now = Date.now();
  open([
    said(1, { sentTime: now - 2 * DAY_MS }),
    said(2, { sentTime: now - 2 * DAY_MS + 60_000 }),
    said(3, { sentTime: now }),
  ]);
  const days = screen.getAllByText(/^(Today|\w+, \w+ \d+(st|nd|rd|th))$/);
  expect(days.map(({ textContent }) => textContent)).toEqual(['Saturday, November 21st', 'Today']);
  expect([...document.querySelectorAll('time')].map(({ textContent }) => textContent)).toEqual([
    '12:00 PM',
    '12:01 PM',
    '12:00 PM',
  ]);
});

test('what was not taken can be sent again or thrown away', () => {
  const { outbox } = open([], [{ id: 'u', message: 'Hello', writtenAt: 1, sending: 'failed' }]);
  fireEvent.click(screen.getByRole('button', { name: m.sendAgain }));
  fireEvent.click(screen.getByRole('button', { name: m.discard }));
  expect([outbox.again.mock.calls, outbox.discard.mock.calls]).toEqual([[['u']], [['u']]]);
});

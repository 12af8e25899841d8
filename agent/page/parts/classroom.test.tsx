import { act, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it, vi } from 'vitest';
import { createObservable } from '#protocol/observable.ts';
import { type DeviceState, FRESH_STATE, type Lock } from '../../core/device-state.ts';
import type { ShownBroadcast } from '../../student-ui/broadcast/broadcast-overlay.tsx';
import type { Notice, SeenWatcher } from '../../student-ui/student-state.ts';
import { m } from '../messages.ts';
import type { ShareState } from '../screen/shared-screen.ts';
import type { TakingPart } from '../student/taking-part.ts';
import { createTabMemory } from '../tab-memory.ts';
import { Classroom } from './classroom.tsx';

const MESSAGE_LOCK: Lock = { name: 'message', text: '', blocks: [] };
const PAGE_LOCK: Lock = { name: 'address', url: 'https://example.org/' };
const poll = { id: 'p', tutorId: 't', question: 'Why?', answers: [], multiselect: false };
const notice: Notice = { id: '1', name: 'notification', title: 'Five minutes', message: '' };
const broadcast: ShownBroadcast = { stream: new MediaStream(), tutorName: 'Anna' };

function openClassroom(unsaved: readonly string[] = []) {
  const state = createObservable<Readonly<DeviceState>>(FRESH_STATE);
  const shown = createObservable<ShownBroadcast | undefined>(undefined);
  const shared = createObservable<ShareState>({ name: 'none' });
  const notices = createObservable<readonly Notice[]>([]);
  const watchers = createObservable<readonly SeenWatcher[]>([]);
  const isBlocked = createObservable(false);
  const calls = { onLeave: vi.fn(), stopSharing: vi.fn() };
  const part = {
    person: { name: 'Mia' },
    siteName: 'Riverside School',
    state,
    watchers,
    device: {},
    session: createObservable({ name: 'online' }),
    line: { host: 'demo.example', isBlocked },
    privacy: createObservable(false),
    shared: { state: shared, stop: calls.stopSharing },
    notices: { shown: notices },
    draft: createTabMemory({ storage: sessionStorage }).draft,
    broadcast: { shown, close: () => {} },
    picks: {
      asked: createObservable(undefined),
      handed: createObservable({ files: [], dropped: [], patterns: [], tooMany: 0 }),
    },
    files: { rows: createObservable([]), kept: createObservable([]), unsaved: () => unsaved },
  } as unknown as TakingPart;
  const notifications = { permission: createObservable('granted' as const), ask: async () => {} };
  render(<Classroom part={part} notifications={notifications} onLeave={calls.onLeave} />);
  return {
    ...calls,
    becomes: (next: Partial<DeviceState>) => act(() => state.set({ ...FRESH_STATE, ...next })),
    shows: (next: ShownBroadcast | undefined) => act(() => shown.set(next)),
    says: (...next: Notice[]) => act(() => notices.set(next)),
    shares: () => act(() => shared.set({ name: 'shared', surface: 'window', stream: new MediaStream() })),
    blocks: () => act(() => isBlocked.set(true)),
    looks: (...next: SeenWatcher[]) => act(() => watchers.set(next)),
  };
}
beforeEach(() => sessionStorage.clear());

const cover = () => within(screen.getByRole('dialog'));
const answer = () => screen.queryByRole<HTMLInputElement>('textbox', { name: m.pollShort });

it('asks over a tutor’s screen as well, with what the student has begun to answer', async () => {
  const { becomes, shows } = openClassroom();
  becomes({ poll });
  await userEvent.type(answer() as HTMLElement, 'because');
  shows(broadcast);
  expect(cover().getByRole<HTMLInputElement>('textbox', { name: m.pollShort }).value).toBe('because');
  shows(undefined);
  expect([screen.queryByRole('dialog'), answer()?.value]).toEqual([null, 'because']);
});

it('tells over every lock, and asks only where the lock leaves the student something to do', async () => {
  const { becomes, says, shows } = openClassroom();
  becomes({ poll });
  says(notice);
  await userEvent.type(answer() as HTMLElement, 'because');
  becomes({ poll, lock: MESSAGE_LOCK });
  expect(cover().getByRole('heading', { name: 'Five minutes' })).toBeTruthy();
  expect(answer()).toBeNull();
  shows(broadcast);
  expect(cover().getByRole('heading', { name: 'Five minutes' })).toBeTruthy();
  expect(answer()).toBeNull();
  shows(undefined);
  becomes({ poll, lock: PAGE_LOCK });
  expect(cover().getByRole<HTMLInputElement>('textbox', { name: m.pollShort }).value).toBe('because');
});

it('brings a tutor’s screen back that was closed over a lock', () => {
  const { becomes } = openClassroom();
  const refusedBroadcast = { sessionId: 's', tutorId: 't', tutorName: 'Anna' };
  becomes({ lock: MESSAGE_LOCK, refusedBroadcast });
  expect(cover().getByRole('button', { name: m.showAgain })).toBeTruthy();
});

it('leaves a student whose mouse and keyboard are paused nothing but to stop, to hide and to leave', async () => {
  const { becomes, onLeave, shares, stopSharing } = openClassroom();
  shares();
  becomes({ inputsBlocked: true, poll });
  expect(screen.getByText(m.inputsBlocked)).toBeTruthy();
  expect(screen.getByRole('log', { hidden: true }).inert).toBe(true);
  expect(screen.getByRole('button', { name: m.shareAgain })).toHaveProperty('disabled', true);
  expect(screen.getByRole('switch', { name: m.privacy }).closest('[inert]')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: m.stopSharing }));
  await userEvent.click(screen.getByRole('button', { name: m.leave }));
  expect([stopSharing, onLeave].map(({ mock }) => mock.calls.length)).toEqual([1, 1]);
});

it('says who shows the student’s screen to others, also while they look elsewhere themselves', () => {
  const { becomes, looks } = openClassroom();
  expect(screen.getByText(m.watchedByNobody)).toBeTruthy();
  const share = { sessionId: 's', tutorId: 't', tutorName: 'Anna', displayId: 'd' };
  becomes({ shares: [share] });
  expect(screen.getByText('Anna shows your screen to the class.')).toBeTruthy();
  expect(screen.queryByText(m.watchedByNobody)).toBeNull();
  looks({ tutorId: 't', name: 'Anna', since: 0 });
  becomes({
    shares: [share, { ...share, sessionId: 's2' }, { sessionId: 's3', tutorId: 'u', displayId: 'd' }],
  });
  expect(screen.getByText('Anna and a teacher show your screen to the class.')).toBeTruthy();
  expect(screen.getByText(m.lookedAtBy({ names: 'Anna' }))).toBeTruthy();
});

it('keeps a name that changes the direction of text to itself', () => {
  const { becomes } = openClassroom();
  becomes({ name: 'Mia\u202e' });
  const heading = screen.getByRole('heading', { level: 1 });
  expect(heading.textContent).toBe('Mia · Riverside School');
  expect([...heading.querySelectorAll('bdi')].map((part) => part.textContent)).toEqual([
    'Mia',
    'Riverside School',
  ]);
});

it('says that the student is told also elsewhere, where they have allowed that', () => {
  openClassroom();
  expect(screen.getByText(m.notificationsAllowed)).toBeTruthy();
});

it('says in the title of the tab how much waits for the student', () => {
  const { becomes, says } = openClassroom();
  expect(document.title).toBe(m.pageTitle);
  becomes({ poll, nameRequested: true });
  says(notice);
  expect(document.title).toBe(m.waitingTitle({ count: 3 }));
  becomes({ poll: { ...poll, answer: 'because' }, fullScreen: 'FULL' });
  expect(document.title).toBe(m.waitingTitle({ count: 1 }));
  says();
  expect(document.title).toBe(m.pageTitle);
});

it('has what holds and what is asked in a part of its own, before everything that scrolls', () => {
  const { becomes, says } = openClassroom();
  says(notice);
  becomes({ muted: true });
  const lesson = screen.getByRole('main');
  for (const shown of [screen.getByText(m.muted), screen.getByRole('heading', { name: 'Five minutes' })]) {
    expect(lesson.contains(shown)).toBe(false);
    expect(lesson.compareDocumentPosition(shown)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  }
});

it('stops what is shown to the class from where that is said', async () => {
  const { becomes, shares, stopSharing } = openClassroom();
  shares();
  becomes({ shares: [{ sessionId: 's', tutorId: 't', tutorName: 'Anna', displayId: 'd' }] });
  await userEvent.click(screen.getByRole('button', { name: m.stopShown }));
  expect(stopSharing).toHaveBeenCalledOnce();
});

it('names the files that go with a student who leaves, and lets them stay', async () => {
  const { onLeave } = openClassroom(['task.pdf', 'b', 'c', 'd', 'e', 'f', 'g']);
  await userEvent.click(screen.getByRole('button', { name: m.leave }));
  expect(onLeave).not.toHaveBeenCalled();
  const dialog = within(screen.getByRole('dialog', { name: m.leaveTitle }));
  expect([dialog.getByText('task.pdf'), dialog.getByText(m.andMore({ count: 2 }))]).toHaveLength(2);
  await userEvent.click(dialog.getByRole('button', { name: m.stay }));
  expect([screen.queryByRole('dialog'), onLeave.mock.calls]).toEqual([null, []]);
  await userEvent.click(screen.getByRole('button', { name: m.leave }));
  await userEvent.click(screen.getByRole('button', { name: m.leaveAnyway }));
  expect(onLeave).toHaveBeenCalledOnce();
});

it('a part that cannot be shown leaves the others, and is back after Try again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { becomes } = openClassroom();
  becomes({ rooms: undefined as never });
  expect(document.querySelectorAll('[data-failed-part]')).toHaveLength(1);
  expect(screen.getByRole('button', { name: m.leave })).toBeDefined();
  expect(screen.getByText(m.partFailed)).toBeDefined();
  becomes({});
  await userEvent.click(screen.getByRole('button', { name: m.tryAgain }));
  expect(document.querySelectorAll('[data-failed-part]')).toHaveLength(0);
  vi.restoreAllMocks();
});

it('says which connection the network blocks', () => {
  const { blocks } = openClassroom();
  blocks();
  expect(screen.getByText(m.lineBlocked({ host: 'demo.example' }))).toBeTruthy();
});

import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useSyncExternalStore } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { dayAndTimeWithSeconds } from '#domain/time-text.ts';
import { createEventBells } from '#features/policy-events/event-bells.ts';
import { eventLooks } from '#features/policy-events/event-looks.ts';
import { useUnseenCount } from '#features/policy-events/use-unseen-count.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { UserLog } from '#protocol/rest/user-log.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { EventsTab } from './events-tab.tsx';

// What is older than a day when the module is loaded counts as seen.
vi.hoisted(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 12) }));

const OWNER = 'console:s t1';
const group = { id: 'g1', title: '7A', name: '7A', definitionName: 'userGroup' } as Group;
const atMinute = (minute: number) => new Date(Date.UTC(2026, 10, 21, 10, minute)).toISOString();
const log = (minute: number, more: Partial<UserLog> = {}) => ({
  id: `l${minute}`,
  timeTriggered: atMinute(minute),
  userId: 'u1',
  userName: 'Ada Lovelace',
  clientId: 'c1',
  effectType: 'BlockWebsitesDefinition',
  context: { url: `https://example.org/${minute}` },
  ...more,
});

let kept: ReturnType<typeof log>[];
let asked: string[];
/** The status that the platform answers with instead. */
let refusal: number | undefined;

function answerUserLogs(url: URL, method: string): Response {
  if (refusal !== undefined) return Response.json({ message: 'no', messages: [] }, { status: refusal });
  if (method === 'DELETE') {
    kept = [];
    return Response.json({ deleted: 1 });
  }
  const before = url.searchParams.get('_lt_timeTriggered') ?? '9999';
  const after = [before, url.searchParams.get('_lt_id') ?? ''].join(' ');
  const place = ({ timeTriggered, id }: (typeof kept)[number]) => `${timeTriggered} ${id}`;
  const rows = kept.filter((row) => place(row) < after);
  rows.sort((a, b) => (place(a) < place(b) ? 1 : -1));
  return Response.json(rows.slice(0, Number(url.searchParams.get('limit'))));
}

beforeEach(() => {
  kept = [];
  asked = [];
  refusal = undefined;
  localStorage.clear();
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address);
    if (url.pathname !== '/v1/userlogs') return Response.json([]);
    asked.push(`${init.method ?? 'GET'} ${url.search}`);
    return answerUserLogs(url, init.method ?? 'GET');
  });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  session.state = signedIn({ userId: 't1' });
});
afterEach(() => {
  cleanup();
  toasts.closeEvents();
  for (const { id } of [...toasts.state.list]) toasts.close(id);
  isLookedAt.set(false);
  session.state = { name: 'unknown' };
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const bells = createEventBells();

/** Whether the tab of the events is open. */
const isLookedAt = {
  now: false,
  call: () => {},
  set(now: boolean) {
    this.now = now;
    this.call();
  },
};

function Badge() {
  const isOpen = useSyncExternalStore(
    (call) => {
      isLookedAt.call = call;
      return () => {};
    },
    () => isLookedAt.now,
  );
  return <output aria-label="badge">{useUnseenCount(group.id, bells, isOpen)}</output>;
}

function show(what: 'tab' | 'badge' | 'both') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  render(
    <QueryClientProvider client={client}>
      {what === 'tab' ? null : <Badge />}
      {what === 'badge' ? null : <EventsTab group={group} />}
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    notify: () => act(() => client.invalidateQueries({ queryKey: ['userlogs'] })),
  };
}

const rows = () => within(screen.getByRole('table')).getAllByRole('row').slice(1);
const cellsOf = (row: HTMLElement | undefined) =>
  row
    ? within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent)
    : [];
const badge = () => screen.getByLabelText('badge').textContent;

test('shows who did what when and where, newest first', async () => {
  kept = [
    log(1),
    log(2, { effectType: 'KeywordMonitoringDefinition', rule: 'sec*', context: { word: 'secret' } }),
  ];
  show('tab');
  await screen.findByRole('table', { name: 'Alerts of 7A' });
  const [first, second] = rows().map(cellsOf);
  expect(first?.slice(1)).toEqual(['Ada Lovelace', 'Used a monitored word', 'Rule: sec*', 'Word: secret']);
  expect(first?.[0]).toContain(dayAndTimeWithSeconds(new Date('2026-11-21T10:02:00')));
  expect(second?.slice(1)).toEqual([
    'Ada Lovelace',
    'Opened a blocked website',
    '',
    'Page: https://example.org/1',
  ]);
});

test('there are eleven on a page, and the next one begins after the last, also within one moment', async () => {
  const sameMoment = Array.from({ length: 14 }, (_, i) => log(5, { id: `same${i}` }));
  kept = [log(9), ...sameMoment, log(1)];
  const { user } = show('tab');
  await screen.findByRole('table');
  expect(rows()).toHaveLength(11);
  await user.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(rows()).toHaveLength(5));
  expect(cellsOf(rows().at(-1)).at(-1)).toBe('Page: https://example.org/1');
  expect(asked).toEqual([
    'GET ?groupId=g1&limit=12',
    expect.stringMatching(/_lt_timeTriggered=2026-11-21T10%3A05%3A00(\.000)?Z&_lt_id=same\d+$/),
  ]);
  expect(screen.queryByRole('button', { name: 'Page 3' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Page 1' }));
  expect(rows()).toHaveLength(11);
});

test('opening the tab is a look: what was new stays marked, the badge goes', async () => {
  kept = [log(1), log(2), log(3)];
  eventLooks.look(OWNER, 'g1', atMinute(1));
  show('both');
  await screen.findByRole('table');
  expect(screen.getAllByText('New')).toHaveLength(2);
  await waitFor(() => expect(badge()).toBe('0'));
  expect(eventLooks.lastLook(OWNER, 'g1')).toBe(atMinute(3));
});

test('the badge counts what is newer than the last look, the bells whose it is', async () => {
  kept = [log(1), log(2), log(3, { clientId: 'c2' })];
  eventLooks.look(OWNER, 'g1', atMinute(1));
  show('badge');
  await waitFor(() => expect(badge()).toBe('2'));
  expect(bells.of({ clientId: 'c1', userId: 'u1' })).toBe(1);
  expect(bells.of({ clientId: 'c2', userId: 'u1' })).toBe(1);
  expect(asked).toHaveLength(1);
  act(() => eventLooks.forget());
  expect(badge()).toBe('3');
});

test('what arrives is said over the screen, but not where it is looked at', async () => {
  kept = [log(1)];
  const { notify } = show('badge');
  await waitFor(() => expect(badge()).toBe('1'));
  expect(toasts.state.list).toHaveLength(0);
  kept.push(log(2));
  await notify();
  await waitFor(() => expect(toasts.state.list).toHaveLength(1));
  expect(toasts.state.list[0]).toMatchObject({
    title: 'Ada Lovelace',
    text: 'Opened a blocked website: https://example.org/2',
    isEvent: true,
    closable: true,
  });
  act(() => isLookedAt.set(true));
  kept.push(log(3));
  await notify();
  await waitFor(() => expect(badge()).toBe('3'));
  expect(toasts.state.list).toHaveLength(1);
});

test('without events it says so, and there is nothing to clean up', async () => {
  const { user, notify } = show('tab');
  await screen.findByText('There are no events');
  const button = screen.getByRole('button', { name: 'Clean up alerts' });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  await user.click(button);
  expect(screen.queryByRole('dialog')).toBeNull();
  kept = [log(1)];
  await notify();
  await screen.findByRole('table');
  expect(button.getAttribute('aria-disabled')).toBe('false');
});

test('cleaning up asks first, deletes, and says so', async () => {
  kept = [log(1)];
  const { user } = show('tab');
  await user.click(await screen.findByRole('button', { name: 'Clean up alerts' }));
  const dialog = screen.getByRole('dialog', { name: 'Delete all alerts of 7A?' });
  expect(dialog.textContent).toContain('This cannot be undone.');
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
  expect(asked).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Clean up alerts' }));
  await user.click(screen.getByRole('button', { name: 'Delete all alerts' }));
  await screen.findByText('There are no events');
  expect(asked[1]).toBe('DELETE ?groupId=g1');
  expect(toasts.state.list.map(({ text }) => text)).toEqual(['All alerts of 7A were deleted']);
});

test('a failed clean-up is said in the dialog, and can be tried again', async () => {
  kept = [log(1)];
  const { user } = show('tab');
  await user.click(await screen.findByRole('button', { name: 'Clean up alerts' }));
  refusal = 403;
  await user.click(screen.getByRole('button', { name: 'Delete all alerts' }));
  const failure = await screen.findByRole('alert');
  expect(failure.textContent).toBe('The alerts could not be deleted. You do not have access to this.');
  refusal = undefined;
  await user.click(screen.getByRole('button', { name: 'Delete all alerts' }));
  await screen.findByText('There are no events');
});

test('what could not be loaded is said, and loaded by Retry', async () => {
  kept = [log(1)];
  refusal = 403;
  const { user, notify } = show('tab');
  expect((await screen.findByRole('alert')).textContent).toContain('The alerts could not be loaded');
  refusal = undefined;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('table');
  refusal = 403;
  await notify();
  expect((await screen.findByRole('alert')).textContent).toContain('The newest alerts could not be loaded.');
  expect(rows()).toHaveLength(1);
  refusal = undefined;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('what a device has put into an event is text, isolated and cut', async () => {
  const hostile = `<img src=x onerror="document.title=1">\u202e\u2067👩‍🏫${'W'.repeat(10_000)}`;
  const context = { url: `javascript:${hostile}`, MainWindowTitle: hostile, answer: hostile };
  kept = [log(1, { userName: hostile, rule: hostile, text: hostile, effectType: 'Other', context })];
  show('tab');
  const table = await screen.findByRole('table');
  expect(table.querySelector('img, a, script')).toBeNull();
  const cells = within(table).getAllByRole('cell');
  for (const cell of cells.slice(1)) {
    expect(cell.textContent).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/);
    expect(cell.querySelector('bdi')?.textContent).toContain('<img src=x');
    for (const bdi of cell.querySelectorAll('bdi'))
      expect([...bdi.textContent].length).toBeLessThanOrEqual(300);
  }
});

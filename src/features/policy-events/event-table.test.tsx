import { QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '#rest/query-client.ts';
import { consoleSession } from '#session/console-session.ts';
import { signedIn } from '#session/fakes/signed-in.ts';
import { session } from '#session/session-state.ts';
import { EventTable } from './event-table.tsx';

/** With which status the second page is answered. */
let olderStatus: number;
/** The second page is answered once this has resolved. */
let waitsFor: Promise<void> | undefined;
let hasAnswered: boolean;

const rowAt = (number: number) => ({
  id: `log-${String(number).padStart(3, '0')}`,
  timeTriggered: '2026-11-21T10:00:00.000Z',
  userId: 'u',
  userName: `Student ${number}`,
  effectType: 'KeywordMonitoringDefinition',
});

beforeEach(() => {
  olderStatus = 200;
  waitsFor = undefined;
  hasAnswered = false;
  localStorage.setItem('REST_URL', 'http://platform.example');
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address);
    if (url.pathname !== '/v1/userlogs') return Response.json([]);
    const after = url.searchParams.get('_lt_id');
    if (after !== null && olderStatus !== 200)
      return Response.json({ message: 'no', messages: [] }, { status: olderStatus });
    if (after !== null) await waitsFor;
    hasAnswered = after !== null;
    const from = after === null ? 20 : Number(after.slice(4)) - 1;
    const limit = Number(url.searchParams.get('limit'));
    return Response.json(Array.from({ length: Math.min(from, limit) }, (_, at) => rowAt(from - at)));
  });
  vi.spyOn(consoleSession, 'freshToken').mockResolvedValue('token');
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  session.state = signedIn({ userId: 't1' });
});
afterEach(() => {
  cleanup();
  session.state = { name: 'unknown' };
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

async function show() {
  render(
    <QueryClientProvider client={createQueryClient()}>
      <EventTable subject={{ of: { userId: 'u' }, title: 'Ada' }} />
    </QueryClientProvider>,
  );
  await screen.findByRole('table');
  return userEvent.setup();
}
const rows = () => screen.getAllByRole('row').length - 1;

test('pages of alerts are read as they are turned to', async () => {
  const user = await show();
  expect(rows()).toBe(11);
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await waitFor(() => expect(rows()).toBe(9));
  await user.click(screen.getByRole('button', { name: 'Page 1' }));
  expect(rows()).toBe(11);
});

test('a page that comes after another one was turned to does not take its place', async () => {
  const user = await show();
  let answer = () => {};
  waitsFor = new Promise((resolve) => {
    answer = resolve;
  });
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await user.click(screen.getByRole('button', { name: 'Page 1' }));
  answer();
  await waitFor(() => expect(hasAnswered).toBe(true));
  await act(async () => {});
  expect(rows()).toBe(11);
});

test('an older page that cannot be read leaves what was read, and is asked for again', async () => {
  const user = await show();
  olderStatus = 400;
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  await screen.findByRole('alert');
  expect(rows()).toBe(11);
  olderStatus = 200;
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  await waitFor(() => expect(rows()).toBe(9));
});

test.each([403, 404])('who may no longer read them (%i) is told so in place of the table', async (status) => {
  const user = await show();
  olderStatus = status;
  await user.click(screen.getByRole('button', { name: 'Page 2' }));
  const alert = within(await screen.findByRole('alert'));
  expect(alert.getByText('The alerts could not be loaded')).toBeDefined();
  expect(screen.queryByRole('table')).toBeNull();
  expect(screen.queryByText(/Student \d+/)).toBeNull();
  olderStatus = 200;
  await user.click(alert.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('table');
  expect(rows()).toBe(11);
});

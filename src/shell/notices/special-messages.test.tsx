import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { SpecialMessage } from '#protocol/auth/tenant-configuration.ts';
import { specialMessagesQuery } from '#rest/special-messages.ts';
import { SpecialMessages } from './special-messages.tsx';

/** The list is loaded with the first announcement. */
beforeAll(async () => {
  show(message({ startDate: new Date(Date.now() - 1_000).toISOString(), endDate: '2999-01-01T00:00:00Z' }));
  await screen.findByText('Maintenance');
  cleanup();
});
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse('2026-03-02T07:59:50Z') });
});
afterEach(() => {
  vi.useRealTimers();
  cleanup();
  sessionStorage.clear();
});

const message = (more: Partial<SpecialMessage>): SpecialMessage => ({
  startDate: '2026-03-02T08:00:00Z',
  endDate: '2026-03-02T08:00:30Z',
  title: 'Maintenance',
  text: 'Tonight',
  type: 'info',
  closable: false,
  ...more,
});

function show(...messages: SpecialMessage[]) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  client.setQueryData(specialMessagesQuery().queryKey, messages);
  render(
    <QueryClientProvider client={client}>
      <SpecialMessages />
    </QueryClientProvider>,
  );
}
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

test('a message comes and goes with its time, while the page stays open', () => {
  show(message({}));
  expect(screen.queryByText('Maintenance')).toBeNull();
  pass(10_000);
  expect(screen.getByText('Maintenance')).toBeDefined();
  expect(screen.queryByRole('button')).toBeNull();
  pass(30_001);
  expect(screen.queryByText('Maintenance')).toBeNull();
});

test('a closable one stays closed, the others stay', () => {
  show(message({ closable: true, startDate: '2026-03-01T00:00:00Z' }), message({ title: 'Other', id: 'o' }));
  pass(10_000);
  fireEvent.click(screen.getByRole('button', { name: 'Close: Maintenance' }));
  expect(screen.queryByText('Maintenance')).toBeNull();
  expect(screen.getByText('Other')).toBeDefined();
});

test('what was closed does not come back with a reload', () => {
  const both = [
    message({ closable: true, startDate: '2026-03-01T00:00:00Z' }),
    message({ title: 'Other', id: 'o' }),
  ];
  show(...both);
  pass(10_000);
  fireEvent.click(screen.getByRole('button', { name: 'Close: Maintenance' }));
  cleanup();
  show(...both);
  expect(screen.queryByText('Maintenance')).toBeNull();
  expect(screen.getByText('Other')).toBeDefined();
});

test('a message’s text is text', () => {
  show(message({ startDate: '2026-03-01T00:00:00Z', text: '<b>bold</b>' }));
  expect(screen.getByText('<b>bold</b>')).toBeDefined();
});

import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { BACKGROUND_QUERY, whenRead } from './when-read.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('begins a while after the page has come, and not while it reads', () => {
  const begin = vi.fn();
  let fetching = 2;
  whenRead({ isFetching: () => fetching }, begin, new AbortController().signal);
  vi.advanceTimersByTime(10_000);
  expect(begin).not.toHaveBeenCalled();
  fetching = 0;
  vi.advanceTimersByTime(10_000);
  expect(begin).toHaveBeenCalledOnce();
});

test('begins while the page still waits for somebody who may never answer', () => {
  const begin = vi.fn();
  const client = new QueryClient();
  const queryFn = () => new Promise<never>(() => {});
  void client.prefetchQuery({ queryKey: ['nearby runner'], queryFn, meta: BACKGROUND_QUERY });
  whenRead(client, begin, new AbortController().signal);
  vi.advanceTimersByTime(2_000);
  expect(begin).toHaveBeenCalledOnce();
});

test('waits for the answers of a read beside it', async () => {
  const begin = vi.fn();
  const client = new QueryClient();
  let answer = (_: string) => {};
  const queryFn = () =>
    new Promise<string>((resolve) => {
      answer = resolve;
    });
  const reading = client.prefetchQuery({ queryKey: ['members'], queryFn });
  whenRead(client, begin, new AbortController().signal);
  vi.advanceTimersByTime(10_000);
  expect(begin).not.toHaveBeenCalled();
  answer('read');
  await reading;
  vi.advanceTimersByTime(2_000);
  expect(begin).toHaveBeenCalledOnce();
});

test('never begins where the page has ended', () => {
  const begin = vi.fn();
  const life = new AbortController();
  whenRead({ isFetching: () => 0 }, begin, life.signal);
  life.abort();
  vi.advanceTimersByTime(10_000);
  expect(begin).not.toHaveBeenCalled();
});

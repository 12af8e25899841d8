import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { connectivity, followConnectivity } from './connectivity.ts';

class FakePage extends EventTarget {
  navigator = { onLine: true };
}

let stop = new AbortController();
let page = new FakePage();
let client = new QueryClient();

beforeEach(() => {
  stop = new AbortController();
  page = new FakePage();
  client = new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } });
  followConnectivity(client, stop.signal, page as unknown as Window);
});
afterEach(() => stop.abort());

const read = (answer: () => Promise<unknown>) =>
  client.fetchQuery({ queryKey: ['x'], queryFn: answer, staleTime: 0 }).catch(() => undefined);
const fail = (code: 'unreachable' | 'forbidden') => async () => {
  throw new AppError(code, 'no');
};

test('a read without an answer means offline, the next answer ends it', async () => {
  await read(fail('unreachable'));
  expect(connectivity.offline).toBe(true);
  await read(async () => 'answer');
  expect(connectivity.offline).toBe(false);
});

test('a refusal is an answer', async () => {
  await read(fail('forbidden'));
  expect(connectivity.offline).toBe(false);
});

test('a value put there by hand says nothing about the network', async () => {
  await read(fail('unreachable'));
  client.setQueryData(['x'], 'copy');
  expect(connectivity.offline).toBe(true);
});

test('the browser’s word counts', () => {
  page.navigator.onLine = false;
  page.dispatchEvent(new Event('offline'));
  expect(connectivity.offline).toBe(true);
  page.navigator.onLine = true;
  page.dispatchEvent(new Event('online'));
  expect(connectivity.offline).toBe(false);
});

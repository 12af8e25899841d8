import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
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
  follow();
});
afterEach(() => {
  stop.abort();
  vi.useRealTimers();
});

function follow(isUnanswered = false) {
  followConnectivity(client, stop.signal, { page: page as unknown as Window, isUnanswered });
}

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

test('a platform that is starting, or away behind a proxy, does not answer yet', async () => {
  await read(async () => {
    throw new AppError('server', 'not yet', { detail: { status: 503 } });
  });
  expect(connectivity.offline).toBe(true);
  await read(async () => 'answer');
  await read(async () => {
    throw new AppError('server', 'broken', { detail: { status: 500 } });
  });
  expect(connectivity.offline).toBe(false);
});

test('a read that makes up its answer says nothing about the network', async () => {
  await read(fail('unreachable'));
  await client.fetchQuery({ queryKey: ['y'], queryFn: async () => [], meta: { answersAlways: true } });
  expect(connectivity.offline).toBe(true);
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

test('a start without the platform is offline until the first answer', async () => {
  stop.abort();
  stop = new AbortController();
  follow(true);
  expect(connectivity.offline).toBe(true);
  client.setQueryData(['x'], 'copy');
  expect(connectivity.offline).toBe(true);
  await read(async () => 'answer');
  expect(connectivity.offline).toBe(false);
});

test('offline, what got no answer is asked again by itself, ever less often, until there is one', async () => {
  vi.useFakeTimers();
  let asked = 0;
  let answers = false;
  await read(async () => {
    asked += 1;
    if (!answers) throw new AppError('unreachable', 'no');
    return 'answer';
  });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toBe(2);
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toBeGreaterThan(25);
  expect(asked).toBeLessThan(40);
  answers = true;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(connectivity.offline).toBe(false);
  const then = asked;
  await vi.advanceTimersByTimeAsync(300_000);
  expect(asked).toBe(then);
});

test('a refused read is not asked again, and nothing is after the end', async () => {
  vi.useFakeTimers();
  let asked = 0;
  const count = (code: 'unreachable' | 'forbidden') => async () => {
    asked += 1;
    throw new AppError(code, 'no');
  };
  await client.fetchQuery({ queryKey: ['y'], queryFn: count('forbidden') }).catch(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(1);
  await read(count('unreachable'));
  stop.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toBe(2);
});

test('what is shown is of before the machine slept, where the platform is missed when it wakes', async () => {
  vi.useFakeTimers({ now: new Date(2026, 10, 27, 16, 0) });
  stop.abort();
  stop = new AbortController();
  follow();
  await read(async () => 'answer');
  await vi.advanceTimersByTimeAsync(60_000);
  const asleepAt = Date.now();
  const missed = () => {
    page.navigator.onLine = false;
    page.dispatchEvent(new Event('offline'));
  };
  vi.setSystemTime(new Date(2026, 10, 30, 8, 0));
  // Timers that were due in its sleep come first.
  await vi.advanceTimersByTimeAsync(20_000);
  missed();
  expect(connectivity.since).toBeGreaterThanOrEqual(asleepAt - 20_000);
  expect(connectivity.since).toBeLessThanOrEqual(asleepAt);

  page.navigator.onLine = true;
  page.dispatchEvent(new Event('online'));
  await read(async () => 'answer');
  missed();
  expect(connectivity.since).toBe(Date.now());
});

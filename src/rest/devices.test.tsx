/** How often the platform is asked why a device is away; a page asks again, Node does not: hence the DOM. */
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Reachability } from '#protocol/rest/reachability.ts';
import { reachabilityQuery } from './devices.ts';
import { createQueryClient } from './query-client.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a connection that is said to be open is asked for again soon; each time that the device goes it is asked anew', async () => {
  let endedAt: string | null = null;
  let asked = 0;
  const queryFn = async () => {
    asked += 1;
    return { connection: { endedAt } } as Reachability;
  };
  const client = createQueryClient();
  const options = { ...reachabilityQuery('d1'), queryFn };
  const observer = new QueryObserver(client, options);
  const follow = () => observer.subscribe(() => {});
  let stop = follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(1);
  endedAt = '2026-11-23T10:00:00Z';
  await vi.advanceTimersByTimeAsync(3_000);
  expect(asked).toBe(2);
  expect(observer.getCurrentResult().data?.connection?.endedAt).toBe(endedAt);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(asked).toBe(2);
  stop();
  stop = follow();
  await vi.advanceTimersByTimeAsync(0);
  expect(asked).toBe(3);
  stop();
  client.clear();
});

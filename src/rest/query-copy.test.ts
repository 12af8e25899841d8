import 'fake-indexeddb/auto';
import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createQueryCopy } from './query-copy.ts';

const group = {
  id: 'g',
  name: '7A',
  title: '7A',
  definitionName: 'userGroup',
  global: false,
  properties: {},
};
const groups = ['groups'];

let stop = new AbortController();
let copies: { close(): Promise<void>; forget(): Promise<void> }[] = [];

function copyOf(owner: string) {
  const copy = createQueryCopy({ owner });
  copies.push(copy);
  return copy;
}

beforeEach(() => {
  stop = new AbortController();
});
afterEach(async () => {
  stop.abort();
  for (const copy of copies) {
    await copy.forget();
    await copy.close();
  }
  copies = [];
});

async function keepGroups(owner: string, data: unknown): Promise<void> {
  const client = new QueryClient();
  const copy = copyOf(owner);
  copy.follow(client, stop.signal);
  client.setQueryData(groups, data);
  const probe = new QueryClient();
  await vi.waitFor(async () => {
    await copy.restore(probe);
    expect(probe.getQueryData(groups)).toBeDefined();
  });
}

test('what was read once is there at the next start, and due for another read', async () => {
  await keepGroups('riverside t1', [group]);
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 300_000 } } });
  await copyOf('riverside t1').restore(client);
  expect(client.getQueryData(groups)).toMatchObject([{ id: 'g', title: '7A' }]);
  expect(client.getQueryState(groups)?.dataUpdatedAt).toBe(0);
});

test('a copy is of one person only', async () => {
  await keepGroups('riverside t1', [group]);
  const client = new QueryClient();
  await copyOf('riverside t2').restore(client);
  expect(client.getQueryData(groups)).toBeUndefined();
});

test('signing out drops every copy', async () => {
  await keepGroups('riverside t1', [group]);
  await copyOf('riverside t1').forget();
  const client = new QueryClient();
  await copyOf('riverside t1').restore(client);
  expect(client.getQueryData(groups)).toBeUndefined();
});

test('an answer that came first is not replaced by a copy', async () => {
  await keepGroups('riverside t1', [group]);
  const client = new QueryClient();
  client.setQueryData(groups, []);
  await copyOf('riverside t1').restore(client);
  expect(client.getQueryData(groups)).toEqual([]);
});

test('a copy that does not fit its schema is no copy', async () => {
  const client = new QueryClient();
  const copy = copyOf('riverside t1');
  copy.follow(client, stop.signal);
  client.setQueryData(groups, [{ id: 5 }]);
  client.setQueryData(['tags'], [{ id: 'x', name: 'North' }]);
  const next = new QueryClient();
  await vi.waitFor(async () => {
    await copy.restore(next);
    expect(next.getQueryData(['tags'])).toBeDefined();
  });
  expect(next.getQueryData(groups)).toBeUndefined();
});

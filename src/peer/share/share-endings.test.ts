import { expect, test } from 'vitest';
import { setUpShares } from './fakes/share-fixture.ts';
import { endSharesOnRequest } from './share-endings.ts';

function setUp() {
  const shares = setUpShares();
  const calls = new Set<(sessionIds: readonly string[]) => void>();
  const stop = endSharesOnRequest(shares.store, (call) => {
    calls.add(call);
    return () => void calls.delete(call);
  });
  return {
    ...shares,
    stop,
    listenerCount: () => calls.size,
    request: (...ids: string[]) => {
      for (const call of [...calls]) call(ids);
    },
  };
}

test('a stop request ends the shares that it names, and only those', async () => {
  const { share, request, store, listenerCount } = setUp();
  expect(listenerCount()).toBe(0);
  await share();
  request('share-of-another-tab');
  expect(store.get()).toHaveLength(1);
  request('share-of-another-tab', 'share-1');
  expect(store.get()).toEqual([]);
  expect(listenerCount()).toBe(0);
});

test('nobody listens once it is stopped', async () => {
  const { share, stop, listenerCount } = setUp();
  await share();
  expect(listenerCount()).toBe(1);
  stop();
  expect(listenerCount()).toBe(0);
});

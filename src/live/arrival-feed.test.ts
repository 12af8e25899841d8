import { expect, test } from 'vitest';
import { createArrivalFeed } from './arrival-feed.ts';
import { createFakeLiveWorker } from './fakes/fake-live-worker.ts';

function setUp() {
  const { worker, take } = createFakeLiveWorker();
  return { feed: createArrivalFeed({ ask: async (call) => call(worker, 'tab') }), take };
}
const device = (clientId: string) => ({ clientId, userId: 'u', authType: 'user' as const });

test('each listener hears of its own group; the worker is asked once and told when the last has stopped', () => {
  const { feed, take } = setUp();
  const heard: string[] = [];
  const stops = ['one', 'two'].map((name) =>
    feed.listen('g1', ({ clientId }) => heard.push(`${name} ${clientId}`)),
  );
  expect(take()).toEqual(['watchArrivals tab g1']);
  feed.apply([
    { groupId: 'g1', ...device('c1') },
    { groupId: 'g2', ...device('c2') },
  ]);
  expect(heard).toEqual(['one c1', 'two c1']);
  stops[0]?.();
  stops[0]?.();
  expect(take()).toEqual([]);
  stops[1]?.();
  expect(take()).toEqual(['unwatchArrivals tab g1']);
  feed.apply([{ groupId: 'g1', ...device('c3') }]);
  expect(heard).toHaveLength(2);
});

test('a new worker is asked for every group that is still listened to', () => {
  const { feed, take } = setUp();
  feed.listen('g1', () => {})();
  feed.listen('g2', () => {});
  take();
  feed.restate();
  expect(take()).toEqual(['watchArrivals tab g2']);
});

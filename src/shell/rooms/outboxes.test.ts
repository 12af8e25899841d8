import { expect, test } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { createObservable } from '#protocol/observable.ts';
import type { RoomChange } from '#protocol/threads/live-worker.ts';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { createOutboxes } from './outboxes.ts';
import { createUnsentStorage } from './unsent-storage.ts';

const TINA = { siteId: 'one', userId: 'tina' };
const said = (roomId: string, id: string): RoomChange => ({
  roomId,
  entries: [{ id, message: 'x', tutorId: 'tina', sentTime: 1 }],
});

/** A page of the tab: the next one has the same storage. */
function openPage(storage = createFakeStorage(), isConnected = true) {
  const kept = createUnsentStorage(() => storage);
  const connection = createObservable({ name: isConnected ? 'connected' : 'reconnecting' });
  const attempts: string[] = [];
  let tell: (change: RoomChange) => void = () => {};
  let last = 0;
  const outboxes = createOutboxes({
    async say(roomId, message, id) {
      attempts.push(`${roomId} ${id} ${message}`);
      return connection.get().name === 'connected';
    },
    onSaid: (listener) => {
      tell = listener;
    },
    connection,
    storage: kept,
    newId: () => {
      last += 1;
      return `id${last}`;
    },
    now: () => 5,
  });
  return { storage, kept, connection, attempts, outboxes, tell: (change: RoomChange) => tell(change) };
}

test('what waited before a reload goes out by the same id, whatever the console shows', async () => {
  const before = openPage(createFakeStorage(), false);
  before.outboxes.of(TINA, 'r1').write('While away');
  await settlePromises();
  const { outboxes, attempts, tell, storage } = openPage(before.storage);
  expect(outboxes.follow(TINA, ['r1', 'r2'])).toEqual([]);
  await settlePromises();
  expect(attempts).toEqual(['r1 id1 While away']);
  tell(said('r2', 'id1'));
  expect(outboxes.of(TINA, 'r1').entries.get()).toHaveLength(1);
  tell(said('r1', 'id1'));
  expect([outboxes.of(TINA, 'r1').entries.get(), storage.length]).toEqual([[], 0]);
});

test('every room goes on with the connection', async () => {
  const { outboxes, connection, attempts } = openPage(createFakeStorage(), false);
  outboxes.of(TINA, 'r1').write('One');
  outboxes.of(TINA, 'r2').write('Two');
  await settlePromises();
  attempts.length = 0;
  connection.set({ name: 'connected' });
  await settlePromises();
  expect(attempts).toEqual(['r1 id1 One', 'r2 id2 Two']);
});

test('what was written in a room that was closed is given back once, and sent no more', async () => {
  const { outboxes, attempts, storage, connection } = openPage(createFakeStorage(), false);
  outboxes.of(TINA, 'r1').write('Too late');
  outboxes.of({ ...TINA, siteId: 'two' }, 'r9').write('Elsewhere');
  await settlePromises();
  attempts.length = 0;
  expect(outboxes.follow(TINA, ['r2'])).toMatchObject([{ message: 'Too late' }]);
  expect(outboxes.follow(TINA, ['r2'])).toEqual([]);
  connection.set({ name: 'connected' });
  await settlePromises();
  expect([attempts, storage.length]).toEqual([['r9 id2 Elsewhere'], 1]);
});

test('nobody sends what another tutor has written in this tab', async () => {
  const before = openPage(createFakeStorage(), false);
  before.outboxes.of(TINA, 'r1').write('Mine');
  const { outboxes, attempts } = openPage(before.storage);
  expect(outboxes.follow({ ...TINA, userId: 'tom' }, ['r1'])).toEqual([]);
  await settlePromises();
  expect(attempts).toEqual([]);
});

test('the end of the session leaves nothing in the tab, also of what fails with the connection', async () => {
  const { outboxes, kept, storage } = openPage();
  const outbox = outboxes.of(TINA, 'r1');
  outbox.write('Secret');
  expect(storage.length).toBe(1);
  kept.forget();
  outbox.again('id1');
  outbox.write('Another');
  await settlePromises();
  expect(storage.length).toBe(0);
});

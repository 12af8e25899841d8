import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ClientChange, LiveWorker } from '#protocol/threads/live-worker.ts';
import { createGroupWatch } from './group-watch.ts';

const request = { of: { groupId: 'g1' }, feeds: ['info'] } as const;
const client = (clientId: string): ClientChange => ({
  clientId,
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 1,
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp(...clientIds: string[]) {
  const asked: string[] = [];
  const worker = new Proxy({} as LiveWorker, {
    get: (_, verb: string) => async () => void asked.push(verb),
  });
  const watch = createGroupWatch({ ask: (call) => call(worker, 'tab') });
  const hear = (...changes: ClientChange[]) =>
    watch.applyChanges({ watchId: watch.id, removed: [], changes });
  watch.open(request);
  watch.connected();
  hear(...clientIds.map(client));
  return { watch, hear, asked, ids: () => [...watch.devices.ids()].sort() };
}

describe('with a new worker', () => {
  test('everything is said again, and the cards stay while it gets to know the devices', async () => {
    const { watch, hear, asked, ids } = setUp('a', 'b', 'c');
    watch.look({ visible: ['a'], displays: {} });
    asked.length = 0;
    watch.restate();
    expect(asked).toEqual(['watch', 'look']);
    expect(ids()).toEqual(['a', 'b', 'c']);
    watch.connected();
    hear(client('b'));
    await vi.advanceTimersByTimeAsync(14_000);
    expect(ids()).toEqual(['a', 'b', 'c']);
    hear(client('c'));
    await vi.advanceTimersByTimeAsync(2_000);
    expect(ids()).toEqual(['b', 'c']);
  });

  test('nobody goes while it has no connection', async () => {
    const { watch, ids } = setUp('a');
    watch.restate();
    await vi.advanceTimersByTimeAsync(600_000);
    expect(ids()).toEqual(['a']);
  });

  test('what only the old one knew of a device is gone', () => {
    const { watch, hear } = setUp('a');
    hear({
      clientId: 'a',
      lowQuality: true,
      poll: { id: 'p', question: '?', answers: [], multiselect: false },
    });
    watch.restate();
    expect(Object.keys(watch.devices.get('a') ?? {})).not.toEqual(expect.arrayContaining(['lowQuality']));
    expect(watch.devices.get('a')?.poll).toBeUndefined();
  });

  test('one that ends as well begins the time anew', async () => {
    const { watch, ids } = setUp('a');
    watch.restate();
    watch.connected();
    await vi.advanceTimersByTimeAsync(10_000);
    watch.restate();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ids()).toEqual(['a']);
    watch.connected();
    await vi.advanceTimersByTimeAsync(15_000);
    expect(ids()).toEqual([]);
  });
});

test('of another session nothing is left', () => {
  const { watch, ids } = setUp('a');
  watch.forget();
  expect(ids()).toEqual([]);
});

test('a watch that is closed leaves no timer', () => {
  const { watch } = setUp('a');
  watch.restate();
  watch.connected();
  watch.close();
  expect(vi.getTimerCount()).toBe(0);
});

test('what has come is counted, changes and pictures alike', () => {
  const { watch, hear } = setUp('a');
  const before = watch.updateCount();
  hear({ clientId: 'a', quality: 20 });
  const bitmap = { close() {} } as ImageBitmap;
  watch.pictures.paint({ watchId: watch.id, clientId: 'a', display: 'd1', at: 0, receivedAt: 0, bitmap });
  expect(watch.updateCount()).toBe(before + 2);
});

test('a restart is the worker’s', () => {
  const { watch, asked } = setUp('a');
  asked.length = 0;
  watch.restart();
  expect(asked).toEqual(['restart']);
});

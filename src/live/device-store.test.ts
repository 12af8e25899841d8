import { expect, test } from 'vitest';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { createDeviceStore } from './device-store.ts';

const client = (clientId: string): LiveClient => ({
  clientId,
  userId: 'u1',
  authType: 'user',
  isOffline: false,
  lastUpdated: 1,
});

function setUp() {
  const store = createDeviceStore();
  const told: string[] = [];
  store.subscribeIds(() => told.push('ids'));
  for (const id of ['a', 'b']) store.subscribe(id, () => told.push(id));
  store.apply({ removed: [], changes: [client('a'), client('b')] });
  told.length = 0;
  return { store, told };
}

test('a change of one client is told to that client only, and the ids stay the same array', () => {
  const { store, told } = setUp();
  const [ids, before, other] = [store.ids(), store.get('a'), store.get('b')];
  store.apply({ removed: [], changes: [{ clientId: 'a', isOffline: true }] });
  expect(told).toEqual(['a']);
  expect(store.ids()).toBe(ids);
  expect(store.get('a')).toEqual({ ...before, isOffline: true });
  expect(store.get('b')).toBe(other);
});

test('who comes or leaves changes the ids', () => {
  const { store, told } = setUp();
  store.apply({ removed: ['a'], changes: [client('c')] });
  expect(store.ids()).toEqual(['b', 'c']);
  expect(told).toEqual(['a', 'ids']);
});

test('who left and came back in one batch has nothing left of before', () => {
  const { store, told } = setUp();
  store.apply({ removed: [], changes: [{ clientId: 'a', lowQuality: true }] });
  store.setThumbnailState('a', 'shown');
  told.length = 0;
  store.apply({ removed: ['a'], changes: [client('a')] });
  expect(store.get('a')).toEqual(client('a'));
  expect(store.thumbnailState('a')).toBe('none');
});

test('a picture like the one before is told to nobody', () => {
  const { store, told } = setUp();
  store.setThumbnailState('a', 'shown');
  store.setThumbnailState('a', 'shown');
  expect(told).toEqual(['a']);
  store.setThumbnailState('a', 'undecodable');
  expect(told).toEqual(['a', 'a']);
});

test('a device that shares no screen any more has no picture, and one that never told of any keeps it', () => {
  const { store } = setUp();
  const info = (...ids: string[]) => ({
    type: 'extension' as const,
    displays: ids.map((id) => ({ id, primary: true })),
  });
  const tell = (clientId: string, ...displays: string[]) => {
    const told = { clientId, info: info(...displays) } as unknown as LiveClient;
    store.apply({ removed: [], changes: [told] });
  };
  for (const id of ['a', 'b']) tell(id, ...(id === 'a' ? ['d1'] : []));
  for (const id of ['a', 'b']) store.setThumbnailState(id, 'shown');
  for (const id of ['a', 'b']) tell(id);
  store.setThumbnailState('a', 'shown');
  expect(store.thumbnailState('a')).toBe('none');
  expect(store.thumbnailState('b')).toBe('shown');
  tell('a', 'd1');
  store.setThumbnailState('a', 'shown');
  expect(store.thumbnailState('a')).toBe('shown');
});

test('a subscription that was given up hears nothing', () => {
  const { store } = setUp();
  const heard: string[] = [];
  const stop = store.subscribe('a', () => heard.push('a'));
  stop();
  store.apply({ removed: [], changes: [{ clientId: 'a', isOffline: true }] });
  expect(heard).toEqual([]);
});

test('a field that a change names without a value is gone', () => {
  const { store } = setUp();
  store.apply({ removed: [], changes: [{ clientId: 'a', lowQuality: true, quality: 10 }] });
  store.apply({ removed: [], changes: [{ clientId: 'a', lowQuality: undefined }] });
  expect(Object.keys(store.get('a') ?? {})).not.toContain('lowQuality');
  expect(store.get('a')?.quality).toBe(10);
});

test('who follows all records is told once for all changes of a moment, and of no picture', () => {
  const { store } = setUp();
  let told = 0;
  const stop = store.subscribeChanges(() => {
    told += 1;
  });
  store.apply({ removed: ['a'], changes: [client('b'), client('c')] });
  store.setThumbnailState('b', 'shown');
  expect(told).toBe(1);
  store.clear();
  expect(told).toBe(2);
  stop();
  store.apply({ removed: [], changes: [client('a')] });
  expect(told).toBe(2);
});

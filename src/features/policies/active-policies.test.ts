import { expect, test, vi } from 'vitest';
import { createDeviceStore } from '#live/device-store.ts';
import type { Statuses } from '#protocol/feedback.ts';
import { createActivePolicies } from './active-policies.ts';

const change = (clientId: string, activePolicies: readonly string[] | undefined) => ({
  clientId,
  userId: 'u',
  authType: 'user' as const,
  isOffline: false,
  lastUpdated: 0,
  statuses: (activePolicies ? { policies: { activePolicies } } : {}) as Statuses,
});

function follow() {
  const devices = createDeviceStore();
  const followed = createActivePolicies(devices);
  const told = vi.fn();
  const stop = followed.subscribe(told);
  const say = (...changes: ReturnType<typeof change>[]) => devices.apply({ removed: [], changes });
  return { devices, followed, told, stop, say };
}
const ids = Array.from({ length: 300 }, (_, i) => `c${i}`);

test('what any device follows is followed, by those without a card in view too', () => {
  const { followed, told, say } = follow();
  expect(followed.get()).toBeUndefined();
  say(...ids.map((id) => change(id, ['quiet'])));
  expect(told).toHaveBeenCalledTimes(1);
  say(change('c7', ['games']));
  expect(followed.get()).toEqual(new Set(['quiet', 'games']));
});

test('three hundred that say the same again are no news', () => {
  const { followed, told, say } = follow();
  say(...ids.map((id) => change(id, ['quiet'])));
  const before = followed.get();
  for (const id of ids) say(change(id, ['quiet']));
  expect(followed.get()).toBe(before);
  expect(told).toHaveBeenCalledTimes(1);
});

test('what the last one has stopped following is followed no more', () => {
  const { devices, followed, say } = follow();
  say(change('c1', ['quiet', 'quiet']), change('c2', ['quiet']), change('c3', []));
  devices.apply({ removed: ['c2'], changes: [] });
  expect(followed.get()).toEqual(new Set(['quiet']));
  say(change('c1', undefined));
  expect(followed.get()).toEqual(new Set());
  devices.apply({ removed: ['c1', 'c3'], changes: [] });
  expect(followed.get()).toBeUndefined();
});

test('who comes to it late has what was said before', () => {
  const { devices, stop, say } = follow();
  stop();
  say(change('c1', ['quiet']));
  expect(createActivePolicies(devices).get()).toEqual(new Set(['quiet']));
});

import { proxy } from 'valtio/vanilla';
import { expect, test } from 'vitest';
import type { Statuses } from '#protocol/feedback.ts';
import { createDeviceStore } from '../../live/device-store.ts';
import { createSelectionFacts, selectedDevices } from './selection-facts.ts';

const record = { userId: 'u', authType: 'user' as const, lastUpdated: 0 };
const statuses = (isLocked: boolean, isMuted = false) => ({ locked: isLocked, muted: isMuted }) as Statuses;

function setUp(count = 2) {
  const devices = createDeviceStore();
  const ids = Array.from({ length: count }, (_, i) => `c${i}`);
  devices.apply({
    removed: [],
    changes: ids.map((clientId) => ({ ...record, clientId, isOffline: false, statuses: statuses(false) })),
  });
  const selection = proxy<Record<string, true>>({});
  const facts = createSelectionFacts(devices, selection);
  let told = 0;
  const stop = facts.subscribe(() => {
    told += 1;
  });
  /** Selections are told at the end of the moment. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { devices, ids, selection, facts, stop, settle, told: () => told };
}

test('follows what is selected', async () => {
  const { facts, selection, settle } = setUp();
  expect(facts.get()).toEqual({ isEmpty: true, available: new Set() });
  selection.c0 = true;
  await settle();
  expect(facts.get()).toEqual({ isEmpty: false, available: new Set(['lock', 'mute']) });
  delete selection.c0;
  await settle();
  expect(facts.get().isEmpty).toBe(true);
});

test('follows what selected devices become', async () => {
  const { devices, facts, selection, settle } = setUp();
  selection.c0 = true;
  await settle();
  devices.apply({ removed: [], changes: [{ clientId: 'c0', statuses: statuses(true, true) }] });
  expect([...facts.get().available].sort()).toEqual(['unlock', 'unmute']);
  devices.apply({ removed: [], changes: [{ clientId: 'c1', statuses: statuses(true, true) }] });
  expect([...facts.get().available].sort()).toEqual(['unlock', 'unmute']);
});

test('selecting three hundred devices, and anything else they report, is told at most once', async () => {
  const { devices, facts, ids, selection, settle, told } = setUp(300);
  for (const id of ids) selection[id] = true;
  await settle();
  expect(told()).toBe(1);
  const before = facts.get();
  for (const clientId of ids) devices.apply({ removed: [], changes: [{ clientId, tabs: [] }] });
  expect(told()).toBe(1);
  expect(facts.get()).toBe(before);
});

test('who has left is not selected', () => {
  const { devices } = setUp();
  devices.apply({ removed: ['c0'], changes: [] });
  expect(selectedDevices(devices, { c0: true, c1: true }).map(({ clientId }) => clientId)).toEqual(['c1']);
});

test('hears nothing after its stop', async () => {
  const { devices, selection, settle, stop, told } = setUp();
  stop();
  selection.c0 = true;
  await settle();
  devices.apply({ removed: [], changes: [{ clientId: 'c0', statuses: statuses(true) }] });
  expect(told()).toBe(0);
});

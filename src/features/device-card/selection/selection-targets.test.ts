import { proxy } from 'valtio/vanilla';
import { expect, test } from 'vitest';
import { type DeviceAction, isMeant } from '#domain/devices/device-actions.ts';
import { createActionFacts } from '#features/action-bar/action-facts.ts';
import { createDeviceStore } from '#live/device-store.ts';
import type { Info, Statuses } from '#protocol/feedback.ts';
import { createSelectionTargets, groupPlace } from './selection-targets.ts';

const record = { userId: 'u', authType: 'user' as const, lastUpdated: 0, isOffline: false };
const statuses = (more: Partial<Statuses>) => more as Statuses;
const info = (hostname: string, type: Info['type'] = 'windowsAgent') =>
  ({ type, displays: [], deviceId: `d-${hostname}`, device: { hostname } }) as unknown as Info;

function setUp(count = 2) {
  const devices = createDeviceStore();
  const ids = Array.from({ length: count }, (_, i) => `c${i}`);
  devices.apply({
    removed: [],
    changes: ids.map((clientId) => ({ ...record, clientId, info: info(clientId), statuses: statuses({}) })),
  });
  const selection = proxy<Record<string, true>>({});
  const targets = createSelectionTargets(devices, selection);
  let told = 0;
  const stop = targets.subscribe(() => {
    told += 1;
  });
  /** Selections are told at the end of the moment. */
  const settle = () => new Promise((resolve) => setTimeout(resolve, 0));
  return { devices, ids, selection, targets, stop, settle, told: () => told };
}

test('are the devices that are selected and here, with what the rules ask about them', () => {
  const { devices, selection, targets } = setUp();
  expect(targets.get()).toEqual([]);
  devices.apply({
    removed: [],
    changes: [
      { clientId: 'c0', statuses: statuses({ locked: true, inputsBlocked: true, screenShared: true }) },
      { clientId: 'c1', authType: 'session', info: info('c1', 'extension') },
    ],
  });
  Object.assign(selection, { c0: true, c1: true, gone: true });
  const [first, second, ...none] = targets.get();
  expect(none).toEqual([]);
  expect(first).toEqual({
    key: 'c0',
    recipient: { clientId: 'c0', userId: 'u', authType: 'user' },
    deviceId: 'd-c0',
    userId: 'u',
    name: 'c0',
    condition: {
      system: 'computer',
      isOnline: true,
      isLocked: true,
      isMuted: false,
      areInputsBlocked: true,
      fullScreen: undefined,
      isSharing: true,
    },
  });
  // A session is nobody whom the directory knows.
  expect(second).toMatchObject({ userId: undefined, condition: { system: 'browser', isSharing: false } });
});

test('who is back and has sent no details yet hears every action that any kind of device knows', () => {
  const { devices, selection, targets } = setUp(0);
  devices.apply({ removed: [], changes: [{ ...record, clientId: 'new' }] });
  selection.new = true;
  const [back] = targets.get();
  expect(back).toMatchObject({ name: 'Unknown user', recipient: { clientId: 'new' } });
  const canHear = (action: DeviceAction) => back !== undefined && isMeant(action, back.condition);
  expect((['lock', 'mute', 'wake'] as const).map(canHear)).toEqual([true, true, false]);
});

test('stay the same array until something about them has changed', () => {
  const { devices, selection, targets } = setUp();
  selection.c0 = true;
  const before = targets.get();
  devices.apply({ removed: [], changes: [{ clientId: 'c0', tabs: [] }] });
  devices.apply({ removed: [], changes: [{ clientId: 'c1', statuses: statuses({ muted: true }) }] });
  expect(targets.get()).toBe(before);
  devices.apply({ removed: [], changes: [{ clientId: 'c0', statuses: statuses({ muted: true }) }] });
  expect(targets.get()).not.toBe(before);
  expect(targets.get()[0]?.condition.isMuted).toBe(true);
  devices.apply({ removed: ['c0'], changes: [] });
  expect(targets.get()).toEqual([]);
});

test('selecting three hundred devices is told once, and what they report changes no fact of the bar', async () => {
  const { devices, ids, selection, settle, targets, told } = setUp(300);
  const facts = createActionFacts(targets);
  for (const id of ids) selection[id] = true;
  await settle();
  expect(told()).toBe(1);
  const before = facts.get();
  expect(before.available.get('lock')).toEqual({ can: true, partly: false });
  for (const clientId of ids) devices.apply({ removed: [], changes: [{ clientId, tabs: [] }] });
  expect(facts.get()).toBe(before);
  devices.apply({ removed: [], changes: [{ clientId: 'c0', statuses: statuses({ locked: true }) }] });
  expect(facts.get().available.get('unlock')).toEqual({ can: true, partly: false });
});

test('tell nothing after their stop', async () => {
  const { devices, selection, settle, stop, told } = setUp();
  stop();
  selection.c0 = true;
  await settle();
  devices.apply({ removed: [], changes: [{ clientId: 'c0', statuses: statuses({ locked: true }) }] });
  expect(told()).toBe(0);
});

test('are the whole group only while all of its devices are among them', () => {
  const { devices, selection, targets } = setUp(2);
  const place = groupPlace({ id: 'g1', title: '7A' }, devices);
  const isWhole = () => place.kind === 'group' && place.isWhole(targets.get());
  selection.c0 = true;
  expect(isWhole()).toBe(false);
  selection.c1 = true;
  expect(isWhole()).toBe(true);
  devices.clear();
  expect(isWhole()).toBe(false);
});

test('the place knows everybody who shares, selected or not, until they share no more', () => {
  const { devices, selection } = setUp(3);
  const place = groupPlace({ id: 'g1', title: '7A' }, devices);
  const sharing = () => (place.kind === 'group' ? place.sharing?.get() : undefined);
  const say = (clientId: string, more: Partial<Statuses>) =>
    devices.apply({ removed: [], changes: [{ clientId, statuses: statuses(more) }] });
  expect(sharing()).toEqual([]);
  let told = 0;
  const stop = place.kind === 'group' ? place.sharing?.subscribe(() => (told += 1)) : undefined;
  selection.c0 = true;
  say('c1', { shareScreen: true });
  say('c2', { screenshareSessionIds: ['s1'] });
  expect(sharing()?.map(({ key }) => key)).toEqual(['c1', 'c2']);
  expect(told).toBe(2);
  const before = sharing();
  devices.apply({ removed: [], changes: [{ clientId: 'c1', tabs: [] }] });
  expect(sharing()).toBe(before);
  say('c1', {});
  devices.apply({ removed: ['c2'], changes: [] });
  expect(sharing()).toEqual([]);
  stop?.();
});

import { expect, test } from 'vitest';
import { backTarget, disconnectedAfterMs, onlineText, openItemsTitle } from './single-device.ts';
import { wakeStatus } from './wake-status.ts';

const MINUTE = 60_000;
const off = { isOnline: false, isComputer: true, wokenAt: 0, now: 0 };

test.each([
  [{ ...off, isOnline: true }, 'Online'],
  [{ ...off, isOnline: true, now: 5 * MINUTE }, 'Online'],
  [off, 'Wake action sent'],
  [{ ...off, now: MINUTE - 1 }, 'Wake action sent'],
  [{ ...off, now: MINUTE }, 'Wake action sent 1 min ago'],
  [{ ...off, now: 30 * MINUTE }, 'Wake action sent 30 min ago'],
  [{ ...off, now: 30 * MINUTE + 1 }, 'Offline'],
  [{ ...off, wokenAt: undefined }, 'Offline'],
  [{ ...off, isComputer: false }, 'Offline'],
])('%j is %s', (device, text) => {
  expect(onlineText(wakeStatus(device))).toBe(text);
});

const gone = { isHere: false, wasHere: false, isInDirectory: false, isListening: true };

test.each([
  ['is here', { ...gone, isHere: true, wasHere: true }, undefined],
  ['has not been heard', gone, 5_000],
  ['was here and has gone', { ...gone, wasHere: true }, 0],
  ['was here, has gone, and is in the directory', { ...gone, wasHere: true, isInDirectory: true }, 0],
  ['is only in the directory', { ...gone, isInDirectory: true }, undefined],
  ['cannot be heard by us', { ...gone, isListening: false }, undefined],
  ['was here before we lost our connection', { ...gone, wasHere: true, isListening: false }, undefined],
])('a device that %s', (_, device, ms) => {
  expect(disconnectedAfterMs(device)).toBe(ms);
});

test.each([
  ['group', 'g/1', 'Back to Group View', '/group/g%2F1'],
  ['group', undefined, 'Back to Groups', '/settings/groups'],
  ['users', undefined, 'Back to Users', '/users'],
  ['clients', undefined, 'Back to Devices', '/clients'],
] as const)('from %s, in the group %s: %s', (section, groupId, label, path) => {
  expect(backTarget({ section, groupId })).toEqual({ label, path });
});

test('Windows has applications, a browser has tabs', () => {
  expect(['windowsAgent', 'extension', 'unknown'].map((type) => openItemsTitle(type as 'unknown'))).toEqual([
    'Applications',
    'Tabs',
    'Tabs',
  ]);
});

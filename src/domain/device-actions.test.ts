import { expect, test } from 'vitest';
import {
  availableActions,
  changesDevice,
  DEVICE_ACTIONS,
  type DeviceCondition,
  OPPOSITE_ACTION,
} from './device-actions.ts';

const free = { isLocked: false, isMuted: false };
const locked = { isLocked: true, isMuted: false };
const muted = { isLocked: false, isMuted: true };
const both = { isLocked: true, isMuted: true };

test.each<[string, DeviceCondition[], string[]]>([
  ['nothing', [], []],
  ['a free device', [free], ['lock', 'mute']],
  ['a locked device', [locked], ['unlock', 'mute']],
  ['a muted device', [muted], ['lock', 'unmute']],
  ['a device that is locked and muted', [both], ['unlock', 'unmute']],
  ['free and locked devices', [free, locked], ['lock', 'unlock', 'mute']],
  ['free and muted devices', [free, muted], ['lock', 'mute', 'unmute']],
  ['locked and muted devices', [locked, muted], ['lock', 'unlock', 'mute', 'unmute']],
  ['devices that are all locked', [locked, both], ['unlock', 'mute', 'unmute']],
  ['devices of every kind', [free, locked, muted, both], ['lock', 'unlock', 'mute', 'unmute']],
])('for %s', (_, devices, expected) => {
  expect([...availableActions(devices)].sort()).toEqual([...expected].sort());
});

test('an action is taken back by one that changes the same devices', () => {
  for (const action of DEVICE_ACTIONS) {
    expect(OPPOSITE_ACTION[OPPOSITE_ACTION[action]]).toBe(action);
    for (const device of [free, both]) {
      expect(changesDevice(OPPOSITE_ACTION[action], device)).toBe(!changesDevice(action, device));
    }
  }
});

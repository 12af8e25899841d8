import { expect, test } from 'vitest';
import {
  availability,
  changesDevice,
  type DeviceAction,
  type DeviceCondition,
  isMeant,
  OPPOSITE_ACTION,
} from './device-actions.ts';

const device = (part: Partial<DeviceCondition> = {}): DeviceCondition => ({
  system: 'browser',
  isOnline: true,
  isLocked: false,
  isMuted: false,
  areInputsBlocked: false,
  fullScreen: undefined,
  isSharing: false,
  ...part,
});
const chrome = device();
const computer = device({ system: 'computer' });
const off = device({ system: 'computer', isOnline: false });

const can = { can: true, partly: false };
const partly = { can: true, partly: true };
const not = (why: string) => ({ can: false, why });

test.each<[string, DeviceAction, DeviceCondition[], object]>([
  ['nothing is selected', 'lock', [], not('empty')],
  ['some device is unlocked', 'lock', [device({ isLocked: true }), chrome], can],
  ['all are locked', 'lock', [device({ isLocked: true })], not('done')],
  ['some device is locked', 'unlock', [device({ isLocked: true }), chrome], can],
  ['none is locked', 'unlock', [chrome, computer], not('done')],
  ['some device is unmuted', 'mute', [device({ isMuted: true }), chrome], can],
  ['all are muted', 'mute', [device({ isMuted: true })], not('done')],
  ['some device is muted', 'unmute', [device({ isMuted: true }), chrome], can],
  ['none is muted', 'unmute', [chrome], not('done')],
  ['some inputs are allowed', 'blockInputs', [device({ areInputsBlocked: true }), chrome], can],
  ['all inputs are blocked', 'blockInputs', [device({ areInputsBlocked: true })], not('done')],
  ['no inputs are blocked', 'allowInputs', [chrome], not('done')],
  ['a browser is selected', 'fullScreen', [chrome], can],
  ['a browser is selected beside a computer', 'fullScreen', [chrome, computer], partly],
  ['no browser is selected', 'fullScreen', [computer], not('unsupported')],
  [
    'every browser shares its whole screen',
    'fullScreen',
    [device({ fullScreen: 'FULL' }), computer],
    not('done'),
  ],
  ['one that refused may be asked again', 'fullScreen', [device({ fullScreen: 'cancelled' })], can],
  ['nobody is in full screen', 'endFullScreen', [chrome], not('done')],
  ['somebody shares a screen', 'stopSharing', [device({ isSharing: true }), chrome], can],
  ['nobody shares a screen', 'stopSharing', [chrome], not('done')],
  ['only computers are selected', 'powerAction', [computer], can],
  ['some are no computers', 'powerAction', [computer, chrome], partly],
  ['none is a computer', 'powerAction', [chrome], not('unsupported')],
  ['remote login is for computers', 'login', [chrome, device({ system: 'unknown' })], not('unsupported')],
  ['one computer is selected', 'remoteControl', [computer], can],
  ['two of them are selected', 'remoteControl', [computer, computer], not('several')],
  ['another device is selected beside it', 'remoteControl', [computer, chrome], not('several')],
  ['none can be controlled', 'remoteControl', [chrome, chrome], not('unsupported')],
  ['the one that could be controlled is off', 'remoteControl', [off], not('offline')],
  ['files are collected from Windows', 'collectFiles', [chrome, computer], partly],
  ['a browser page hands in files', 'collectFiles', [device({ abilities: ['collectFiles'] }), computer], can],
  ['one cannot sign in', 'login', [computer, device({ system: 'computer', unsupported: ['login'] })], partly],
  ['no inputs can be blocked', 'blockInputs', [device({ unsupported: ['userInputs'] })], not('unsupported')],
  [
    'files cannot be listed',
    'collectFiles',
    [{ ...computer, unsupported: ['retrieveFiles'] }],
    not('unsupported'),
  ],
  ['no share can be shown', 'shareScreen', [device({ unsupported: ['broadcast'] }), chrome], partly],
  ['files are sent to everybody', 'sendFiles', [chrome, computer], can],
  ['a Windows device is off', 'wake', [off, computer], can],
  ['every Windows device is on', 'wake', [computer], not('offline')],
  ['no Windows device can be woken', 'wake', [device({ isOnline: false })], not('unsupported')],
  ['the only one that could is off', 'powerAction', [off], not('offline')],
  ['nobody is there', 'notification', [off, device({ isOnline: false })], not('offline')],
  ['policies reach those who are away', 'policies', [off], can],
  ['who is away is shut out', 'shutOut', [off], can],
  ['who is shut out already is not', 'shutOut', [{ ...off, isShutOut: true }], not('done')],
  ['only who is shut out is let in', 'letIn', [off], not('done')],
  ['also among others', 'letIn', [off, { ...off, isShutOut: true }], can],
  ['a program or a page', 'launch', [chrome], can],
  ['anybody can be asked', 'poll', [chrome, computer], can],
])('%s: %s', (_, action, devices, expected) => {
  expect(availability(action, devices)).toEqual(expected);
});

test('an action goes to those who know it and can hear it', () => {
  expect([chrome, computer, off].map((each) => isMeant('powerAction', each))).toEqual([false, true, false]);
  expect([chrome, computer, off].map((each) => isMeant('wake', each))).toEqual([false, false, true]);
  expect([chrome, computer, off].map((each) => isMeant('lock', each))).toEqual([true, true, false]);
});

test('what is taken back changes what was changed', () => {
  for (const [action, opposite] of Object.entries(OPPOSITE_ACTION) as [DeviceAction, DeviceAction][]) {
    const before = [
      chrome,
      device({ isLocked: true, isMuted: true, areInputsBlocked: true, fullScreen: 'FULL' }),
    ];
    const changed = before.filter((each) => changesDevice(action, each));
    expect(changed.every((each) => !changesDevice(opposite, each) || action === opposite)).toBe(true);
  }
});

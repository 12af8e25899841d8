import { expect, it, test } from 'vitest';
import { appRuleLine, parseAppRule } from './app-rule-line.ts';
import { policySentence } from './policy-sentence.ts';

type Part = [definition: string, parameters?: Record<string, unknown>];
const parts = (list: readonly Part[]) =>
  list.map(([definition, parameters = {}]) => ({ definition: `${definition}Definition`, parameters }));
const say = (effects: readonly Part[], conditions: readonly Part[] = []) =>
  policySentence({ effects: parts(effects), conditions: parts(conditions) });
const days = (list: readonly number[], startTime: string, endTime: string) =>
  list.map((day) => ({ day, startTime, endTime }));
const when = (periods: unknown) => say([['Mute']], [['ScheduleCondition', { periods }]]).split(': mutes')[0];

it('says a whole policy', () => {
  expect(
    say(
      [['BlockWebsites', { accessMode: 'WhiteList', urls: ['exam.example', 'maths.example'] }]],
      [
        ['ScheduleCondition', { periods: days([1, 2, 3, 4, 5], '08:00', '12:00') }],
        ['SubnetCondition', { subnets: ['10.1.*'] }],
      ],
    ),
  ).toBe(
    'From Monday to Friday, 08:00 to 12:00, on the network 10.1.*: blocks all sites except exam.example and maths.example.',
  );
});

test.each<[Part, string]>([
  [['Mute'], 'mutes the sound'],
  [['BlockWebsites', { urls: ['a.example'] }], 'blocks a.example'],
  [['BlockWebsites', { urls: ['a', 'b', 'c', 'd', 'e'] }], 'blocks a, b, c, d and e'],
  [['BlockWebsites', { urls: ['a', 'b', 'c', 'd', 'e', 'f'] }], 'blocks a, b, c, d and 2 more'],
  [['BlockWebsites', { urls: ['a'], report: true }], 'blocks a and reports it'],
  [
    ['BlockWebsites', { urls: ['a'], report: true, attachScreenshot: true }],
    'blocks a and reports it with a screenshot',
  ],
  [['BlockAllWebsites', { accessMode: 'WhiteList', urls: [], report: false }], 'blocks all sites'],
  [['LockScreen', { url: 'https://a.example' }], 'locks the screen with the page https://a.example'],
  [['LockScreen', { content: '<p>Look</p>' }], 'locks the screen with a message'],
  [['LockScreen', { content: '' }], 'locks the screen'],
  [['PowerActions', { action: 'shutdown' }], 'shuts the computer down'],
  [['PowerActions', { action: 'reboot', countdown: 1 }], 'restarts the computer after 1 second'],
  [
    ['BlockApp', { rules: ['game*', { processName: 'a.exe', title: 'Recorder' }] }],
    'blocks the apps game* and a.exe title:Recorder',
  ],
  [['BlockApp', { accessMode: 'WhiteList', rules: ['writer.exe'] }], 'blocks all apps except writer.exe'],
  [
    ['KeywordMonitoring', { keywords: ['help'], wholeWordMatching: true }],
    'watches for the whole words help and reports it',
  ],
  [
    ['LaunchAction', { url: 'http://a.example', selectedLaunch: 'url', repeatIn: 60 }],
    'opens http://a.example every 1 minute',
  ],
  [
    ['LaunchAction', { command: 'calc', url: 'http://a', selectedLaunch: 'command', repeatIn: 600 }],
    'runs calc every 10 minutes',
  ],
  [['EnablePrivacy'], 'hides the screen from tutors'],
  [['ScreenCapture'], 'captures the screen'],
  [['BlockSleep'], 'keeps the computer awake'],
  [['BlockKeypress'], 'blocks the keyboard'],
  [['Future'], 'does something that is not known here'],
])('%j %s', (part, what) => {
  expect(say([part])).toBe(`Always: ${what}.`);
});

test.each<[unknown, string | undefined]>([
  [days([1, 2, 3, 4, 5, 6, 0], '00:00', '23:59'), 'Every day, all day'],
  [days([6, 0], '9:00', '10:00'), 'On Saturday and Sunday, 09:00 to 10:00'],
  [days([1, 3, 5], '08:00', '09:00'), 'On Monday, Wednesday and Friday, 08:00 to 09:00'],
  [
    [...days([5, 6, 0], '10:00', '11:00'), ...days([5, 6, 0], '08:00', '09:00')],
    'From Friday to Sunday, 08:00 to 09:00 and 10:00 to 11:00',
  ],
  [
    [...days([1], '08:00', '09:00'), ...days([2], '10:00', '11:00')],
    'On Monday, 08:00 to 09:00 and on Tuesday, 10:00 to 11:00',
  ],
  [days([1], '12:00', '08:00'), 'Never'],
  [[], 'Never'],
  ['always', 'Under a condition that is not known here'],
])('%j is “%s”', (periods, text) => {
  expect(when(periods)).toBe(text);
});

test.each<[Part, string]>([
  [['SubnetCondition', { subnets: ['10.1.*', '10.2.0.0/16'] }], 'On the networks 10.1.* and 10.2.0.0/16'],
  [['SubnetCondition', { subnets: ['10.1.*'], isActive: false }], 'Outside the network 10.1.*'],
  [
    ['SubnetCondition', { subnets: ['10.1.*'], orDisconnected: true }],
    'On the network 10.1.* or without a network',
  ],
  [['SsidCondition', { ssidNames: ['Room-*'] }], 'On the wireless network Room-*'],
  [['SsidCondition', { ssidNames: ['a', 'b'], isActive: false }], 'Outside the wireless networks a and b'],
  [['MoonCondition'], 'Under a condition that is not known here'],
])('%j is “%s”', (condition, text) => {
  expect(say([['Mute']], [condition])).toBe(`${text}: mutes the sound.`);
});

it('names every effect, and says so where there is none', () => {
  expect(say([['Mute'], ['BlockSleep']])).toBe('Always: mutes the sound; keeps the computer awake.');
  expect(say([])).toBe('Does nothing yet.');
});

it('cuts what is endless, and keeps text that turns to itself', () => {
  const text = say([['BlockWebsites', { urls: ['x'.repeat(1_000), '\u202egnp.exe'] }]]);
  expect(text).toBe(`Always: blocks ${'x'.repeat(60)}… and \u2068\u202egnp.exe\u2069.`);
});

test.each([
  ['recorder.exe', 'recorder.exe'],
  ['  My Game  ', 'My Game'],
  ['process:a.exe', { processName: 'a.exe' }],
  ['path:C:\\Program Files\\*', { processPath: 'C:\\Program Files\\*' }],
  ['process:a.exe title:*Screen Recorder*', { processName: 'a.exe', title: '*Screen Recorder*' }],
  ['my path:x', 'my path:x'],
])('the line %j is the rule %j, and back', (line, rule) => {
  expect(parseAppRule(line)).toEqual(rule);
  expect(parseAppRule(appRuleLine(parseAppRule(line)))).toEqual(rule);
});

import { expect, it } from 'vitest';
import { isAppRuleVain, judgeApp } from './app-rules.ts';

const recorder = {
  appId: 'Recorder',
  windowId: 'w1',
  title: 'Screen Recorder',
  active: true,
  processName: 'recorder.exe',
  processPath: 'C:\\Tools\\recorder.exe',
};

it.each([
  ['recorder.exe', 'recorder.exe'],
  ['*recorder', '*recorder'],
  ['writer.exe', undefined],
  ['', undefined],
  [{ processName: 'RECORDER.exe' }, 'RECORDER.exe'],
  [{ processName: 'recorder.exe', title: 'Something else' }, undefined],
  [{ title: 'screen*' }, 'screen*'],
  [{ processPath: 'c:\\tools\\*' }, 'c:\\tools\\*'],
  [{}, undefined],
])('a list of closed programs closes a recorder by %j as %j', (rule, expected) => {
  expect(judgeApp(recorder, { accessMode: 'BlackList', rules: [rule] })).toEqual({
    isBlocked: expected !== undefined,
    line: expected,
  });
});

it('a list of open programs closes all others', () => {
  const allowed = { accessMode: 'WhiteList', rules: ['writer.exe'] } as const;
  expect(judgeApp(recorder, allowed)).toEqual({ isBlocked: true, line: undefined });
  expect(judgeApp({ ...recorder, processName: 'writer.exe' }, allowed)).toEqual({
    isBlocked: false,
    line: 'writer.exe',
  });
});

it.each([
  ['play.exe', false],
  ['*game*', false],
  ['Chess/Checkers', false],
  [{ processPath: 'C:\\Games\\*' }, false],
  [{ title: 'Chess', processName: 'play.exe' }, false],
  ['', true],
  ['\u200b', true],
  ['"play.exe"', true],
  ['C:\\Games\\play.exe', true],
  ['/usr/bin/play', true],
  ['%ProgramFiles%\\play.exe', true],
  [{ processPath: '%ProgramFiles%\\Games\\*' }, true],
  [{}, true],
  [{ processName: '' }, true],
  [{ title: 'Chess', processName: ' ' }, true],
  [{ processPath: 'C:\\Games\\' }, true],
  [{ processPath: '/opt/games/' }, true],
  [{ processName: 'C:\\Games\\play.exe' }, true],
])('the rule %j is in vain: %s', (rule, expected) => {
  expect(isAppRuleVain(rule)).toBe(expected);
});

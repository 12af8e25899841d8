import { expect, it } from 'vitest';
import { closingAppRule } from './app-rules.ts';

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
  expect(closingAppRule(recorder, { accessMode: 'BlackList', rules: [rule] })).toBe(expected);
});

it('a list of open programs closes all others', () => {
  const allowed = { accessMode: 'WhiteList', rules: ['writer.exe'] } as const;
  expect(closingAppRule(recorder, allowed)).toBe('*');
  expect(closingAppRule({ ...recorder, processName: 'writer.exe' }, allowed)).toBeUndefined();
});

import { expect, it } from 'vitest';
import { judgeApp } from './app-rules.ts';

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

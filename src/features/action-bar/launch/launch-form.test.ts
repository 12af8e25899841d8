import { expect, test } from 'vitest';
import { EMPTY_LAUNCH, type LaunchForm, readLaunch } from './launch-form.ts';

test.each<[Partial<LaunchForm>, ReturnType<typeof readLaunch>]>([
  [{ url: 'https://a.example' }, { what: { url: 'https://a.example' } }],
  [{ url: 'a.example' }, { what: { url: 'http://a.example' } }],
  [{ url: ' ' }, { error: 'Please enter an address' }],
  [{ url: 'javascript:alert(1)' }, { error: 'This is not the address of a web page' }],
  [{ mode: 'command', url: 'a.example' }, { error: 'Please enter a command' }],
  [{ mode: 'command', command: ' calc ' }, { what: { command: 'calc', args: '' } }],
  [
    { mode: 'command', command: 'notepad', args: 'a "b c"' },
    { what: { command: 'notepad', args: 'a "b c"' } },
  ],
])('%j', (form, read) => expect(readLaunch({ ...EMPTY_LAUNCH, ...form })).toEqual(read));

import { expect, test } from 'vitest';
import { EMPTY_LOCK, type LockForm, readLock } from './lock-form.ts';

// What becomes of rich text is shown in a real browser: tests/e2e/group.
test.each<[Partial<LockForm>, ReturnType<typeof readLock>]>([
  [{}, { what: { content: '' } }],
  [{ mode: 'currentTab', url: 'x', content: '<p>y</p>' }, { what: { currentTab: true } }],
  [{ mode: 'url', url: 'https://a.example' }, { what: { url: 'https://a.example' } }],
  [{ mode: 'url', url: 'a.example/b' }, { what: { url: 'http://a.example/b' } }],
  [{ mode: 'url', url: '' }, { error: 'Please enter an address' }],
  [{ mode: 'url', url: 'file:///etc/passwd' }, { error: 'This is not the address of a web page' }],
])('%j', (form, read) => expect(readLock({ ...EMPTY_LOCK, ...form })).toEqual(read));

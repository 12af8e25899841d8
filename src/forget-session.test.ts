// @vitest-environment happy-dom
import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetCollects, keptCollects } from '#peer/files/live-kept-collects.ts';
import { createCopyStore } from '#rest/last-seen/copy-store.ts';
import { forgetSession } from './forget-session.ts';

afterEach(() => vi.restoreAllMocks());

test('what one step cannot drop does not keep the next ones from dropping theirs', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(keptCollects, 'forget').mockRejectedValue(new DOMException('closing', 'InvalidStateError'));
  await expect(forgetCollects()).rejects.toThrow('closing');
  const store = createCopyStore();
  const head = { kind: 'groups', at: 1, rights: '', partCount: 1 };
  const { signal } = new AbortController();
  await store.write(['ada', 'groups'], { head, parts: [[]], changed: new Set([0]), last: undefined, signal });
  expect(await store.heads()).toHaveLength(1);
  await forgetSession();
  expect(await store.heads()).toEqual([]);
  await store.close();
});

test('no room that a tutor was in stays on the computer', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  localStorage.setItem('lectern.rooms.riverside.tutor-1', '{}');
  localStorage.setItem('lectern.rooms.hillcrest.tutor-2', '{}');
  await forgetSession();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('lectern.rooms.'))).toEqual([]);
});

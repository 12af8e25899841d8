import { expect, test } from 'vitest';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { createMemory } from './remembered.ts';

const ada = () => 'console:s ada';

test('remembers what a dialog was last used with', () => {
  const storage = createFakeStorage();
  createMemory(() => storage, ada).remember('notification', { title: 'Hi', message: 'Look' });
  expect([storage.length, storage.key(0)]).toEqual([1, 'lectern.notification.console:s ada']);
  expect(createMemory(() => storage, ada).recall('notification')).toEqual({ title: 'Hi', message: 'Look' });
  expect(createMemory(() => storage, ada).recall('lock')).toBeUndefined();
});

test.each([
  ['no JSON', '{'],
  ['something else', '{"mode":"party","url":"","content":""}'],
  ['another shape', '"text"'],
  ['too much', JSON.stringify({ mode: 'url', url: 'x'.repeat(20_001), content: '' })],
])('%s is as good as nothing', (_, stored) => {
  const storage = createFakeStorage({ 'lectern.lock.console:s ada': stored });
  expect(createMemory(() => storage, ada).recall('lock')).toBeUndefined();
});

test('survives a browser that blocks its storage', () => {
  const memory = createMemory(() => {
    throw new DOMException('blocked', 'SecurityError');
  }, ada);
  expect(() => memory.remember('lastUsername', 'ada')).not.toThrow();
  expect(memory.recall('lastUsername')).toBeUndefined();
});

test('is kept for the one who wrote it, and shown to nobody else', () => {
  const storage = createFakeStorage();
  let owner: string | undefined = ada();
  const memory = createMemory(
    () => storage,
    () => owner,
  );
  memory.remember('lastUsername', 'pc-admin');
  owner = 'console:s bo';
  expect(memory.recall('lastUsername')).toBeUndefined();
  owner = undefined;
  memory.remember('lastUsername', 'nobody');
  expect(memory.recall('lastUsername')).toBeUndefined();
  expect(storage.length).toBe(1);
  owner = ada();
  expect(memory.recall('lastUsername')).toBe('pc-admin');
});

import { expect, test } from 'vitest';
import { createMemory } from './remembered.ts';

const ada = () => 'console:s ada';

function fakeStorage(first: Record<string, string> = {}) {
  const items = new Map(Object.entries(first));
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
  } as Storage;
  return { items, storage };
}

test('remembers what a dialog was last used with', () => {
  const { items, storage } = fakeStorage();
  createMemory(() => storage, ada).remember('notification', { title: 'Hi', message: 'Look' });
  expect([...items.keys()]).toEqual(['lectern.notification.console:s ada']);
  expect(createMemory(() => storage, ada).recall('notification')).toEqual({ title: 'Hi', message: 'Look' });
  expect(createMemory(() => storage, ada).recall('lock')).toBeUndefined();
});

test.each([
  ['no JSON', '{'],
  ['something else', '{"mode":"party","url":"","content":""}'],
  ['another shape', '"text"'],
  ['too much', JSON.stringify({ mode: 'url', url: 'x'.repeat(20_001), content: '' })],
])('%s is as good as nothing', (_, stored) => {
  const { storage } = fakeStorage({ 'lectern.lock.console:s ada': stored });
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
  const { items, storage } = fakeStorage();
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
  expect(items.size).toBe(1);
  owner = ada();
  expect(memory.recall('lastUsername')).toBe('pc-admin');
});

import { expect, test } from 'vitest';
import { createMemory } from './remembered.ts';

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
  createMemory(() => storage).remember('notification', { title: 'Hi', message: 'Look' });
  expect([...items.keys()]).toEqual(['lectern.notification']);
  expect(createMemory(() => storage).recall('notification')).toEqual({ title: 'Hi', message: 'Look' });
  expect(createMemory(() => storage).recall('lock')).toBeUndefined();
});

test.each([
  ['no JSON', '{'],
  ['something else', '{"mode":"party","url":"","content":""}'],
  ['another shape', '"text"'],
  ['too much', JSON.stringify({ mode: 'url', url: 'x'.repeat(20_001), content: '' })],
])('%s is as good as nothing', (_, stored) => {
  const { storage } = fakeStorage({ 'lectern.lock': stored });
  expect(createMemory(() => storage).recall('lock')).toBeUndefined();
});

test('survives a browser that blocks its storage', () => {
  const memory = createMemory(() => {
    throw new DOMException('blocked', 'SecurityError');
  });
  expect(() => memory.remember('lastUsername', 'ada')).not.toThrow();
  expect(memory.recall('lastUsername')).toBeUndefined();
});

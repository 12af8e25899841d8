import { expect, test } from 'vitest';
import { createGroupView } from './group-view.ts';

function memoryStorage(): Storage {
  const items = new Map<string, string>();
  return {
    length: 0,
    clear: () => items.clear(),
    key: () => null,
    getItem: (key) => items.get(key) ?? null,
    setItem: (key, value) => void items.set(key, value),
    removeItem: (key) => void items.delete(key),
  };
}
const blocked = () => {
  throw new DOMException('blocked', 'SecurityError');
};

test('zoom is kept as zoomLevel for the next visit', () => {
  const storage = memoryStorage();
  createGroupView(() => storage).setZoom(70);
  expect(storage.getItem('zoomLevel')).toBe('70');
  expect(createGroupView(() => storage).view.zoom).toBe(70);
});

test('without storage everything works for this visit', () => {
  const group = createGroupView(blocked);
  group.setZoom(20);
  expect(group.view.zoom).toBe(20);
});

test('selects all, one less, and none', () => {
  const group = createGroupView(memoryStorage);
  group.selectAll(['a', 'b']);
  group.select('a', false);
  expect(Object.keys(group.selection)).toEqual(['b']);
  group.clearSelection();
  expect(Object.keys(group.selection)).toEqual([]);
});

test('a device that left is not selected any more', () => {
  const group = createGroupView(memoryStorage);
  group.selectAll(['a', 'b', 'c']);
  group.keepSelected(['c', 'a']);
  expect(Object.keys(group.selection)).toEqual(['a', 'c']);
});

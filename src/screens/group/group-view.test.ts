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

test('another group begins with its first tab, and so does one that was left', () => {
  const view = createGroupView(() => memoryStorage());
  expect(view.tabOf('g1')).toBe('devices');
  view.openTab('g1', 'alerts');
  expect([view.tabOf('g1'), view.tabOf('g2')]).toEqual(['alerts', 'devices']);
  view.forgetTab();
  expect(view.tabOf('g1')).toBe('devices');
});

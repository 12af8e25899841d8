import { expect, test } from 'vitest';
import { createFakeStorage } from '../../session/fakes/fake-storage.ts';
import { createGroupView } from './group-view.ts';

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError');
};

test('zoom is kept as zoomLevel for the next visit', () => {
  const storage = createFakeStorage();
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
  const group = createGroupView(createFakeStorage);
  group.selectAll(['a', 'b']);
  group.select('a', false);
  expect(Object.keys(group.selection)).toEqual(['b']);
  group.clearSelection();
  expect(Object.keys(group.selection)).toEqual([]);
});

test('a device that left is not selected any more', () => {
  const group = createGroupView(createFakeStorage);
  group.selectAll(['a', 'b', 'c']);
  group.keepSelected(['c', 'a']);
  expect(Object.keys(group.selection)).toEqual(['a', 'c']);
});

test('another group begins with its first tab, and so does one that was left', () => {
  const view = createGroupView(() => createFakeStorage());
  expect(view.tabOf('g1')).toBe('devices');
  view.openTab('g1', 'alerts');
  expect([view.tabOf('g1'), view.tabOf('g2')]).toEqual(['alerts', 'devices']);
  view.forgetTab();
  expect(view.tabOf('g1')).toBe('devices');
});

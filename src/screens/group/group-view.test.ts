import { expect, test } from 'vitest';
import { absentKey } from '#features/device-card/absent-members.ts';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { createGroupView } from './group-view.ts';
import { createKeptSelection } from './kept-selection.ts';

const blocked = () => {
  throw new DOMException('blocked', 'SecurityError');
};

test('zoom is kept as zoomLevel for the next visit', () => {
  const storage = createFakeStorage();
  createGroupView(() => storage).setZoom(70);
  expect(storage.getItem('zoomLevel')).toBe('70');
  expect(createGroupView(() => storage).view.zoom).toBe(70);
});

test.each([null, 'nonsense', '0'])(
  'with the stored zoom %j it stands at 0, and the quality is the lowest',
  (stored) => {
    const storage = createFakeStorage();
    if (stored !== null) storage.setItem('zoomLevel', stored);
    const { view } = createGroupView(() => storage);
    expect(view).toMatchObject({ zoom: 0, quality: 10 });
    expect(storage.getItem('zoomLevel')).toBe(stored);
  },
);

test('a zoom that is chosen has the same quality at once, on the next visit and after fitted cards', () => {
  const storage = createFakeStorage();
  const group = createGroupView(() => storage);
  group.setZoom(30);
  expect(group.view.quality).toBe(22);
  expect(createGroupView(() => storage).view).toMatchObject({ zoom: 30, quality: 22 });
  group.setFitting(true);
  group.fit({ cardWidthPx: 500, zoom: 100 });
  expect(group.view).toMatchObject({ zoom: 100, quality: 50 });
  group.setFitting(false);
  expect(group.view).toMatchObject({ zoom: 30, quality: 22 });
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

/** The keys that are selected, and those that are when they are back. */
const selectedIn = ({ selection, toComeBack }: ReturnType<typeof createGroupView>) =>
  [selection, toComeBack].map((keys) => Object.keys(keys).join(' '));

test('a device that left is not selected any more until it is back', () => {
  const group = createGroupView(createFakeStorage);
  group.selectAll(['a', 'b', 'c']);
  group.keepSelected(['c', 'a'], 0);
  expect(selectedIn(group)).toEqual(['a c', 'b']);
  group.keepSelected(['c', 'b', 'a'], 1);
  expect(selectedIn(group)).toEqual(['a c b', '']);
});

test('a device that is back too late is not selected', () => {
  const group = createGroupView(createFakeStorage);
  group.selectAll(['a', 'b', 'c']);
  group.keepSelected(['a', 'b'], 10);
  group.keepSelected(['a'], 20);
  group.forgetLeftBefore(20);
  expect(selectedIn(group)).toEqual(['a', 'b']);
  group.keepSelected(['a', 'b', 'c'], 30);
  expect(selectedIn(group)).toEqual(['a b', '']);
});

test('who deselects all means also those that left', () => {
  const group = createGroupView(createFakeStorage);
  group.selectAll(['a', 'b']);
  group.keepSelected(['a'], 0);
  group.clearSelection();
  group.keepSelected(['a', 'b'], 0);
  expect(selectedIn(group)).toEqual(['', '']);
});

test('who selects something while all that was selected has left begins anew', () => {
  const group = createGroupView(createFakeStorage);
  group.selectAll(['a', 'b']);
  group.keepSelected(['c'], 0);
  expect(selectedIn(group)).toEqual(['', 'a b']);
  group.select('c', true);
  group.keepSelected(['a', 'b', 'c'], 0);
  expect(selectedIn(group)).toEqual(['c', '']);
});

test('an absent member that was selected has come, and is not waited for', () => {
  const group = createGroupView(createFakeStorage);
  group.selectAll([absentKey('d1'), 'a']);
  group.keepSelected(['a', 'b'], 0);
  expect(selectedIn(group)).toEqual(['a', '']);
});

test('what is selected from the beginning waits for its card, for a while', () => {
  const group = createGroupView(createFakeStorage, ['a', 'b', 'c']);
  group.keepSelected(['a'], 0);
  expect(selectedIn(group)).toEqual(['a b c', '']);
  group.keepSelected(['a', 'b'], 0);
  // It has come, and left.
  group.keepSelected(['a'], 0);
  expect(selectedIn(group)).toEqual(['a c', 'b']);
  group.awaitNone();
  group.keepSelected(['a'], 0);
  expect(selectedIn(group)).toEqual(['a', 'b c']);
});

test('order, fitted cards and whether the absent are shown are kept too', () => {
  const storage = createFakeStorage();
  const first = createGroupView(() => storage);
  expect(first.view).toMatchObject({ sort: 'user', isFitting: false, withAbsent: undefined });
  first.setSort('device');
  first.setFitting(true);
  first.setWithAbsent(false);
  expect(createGroupView(() => storage).view).toMatchObject({
    sort: 'device',
    isFitting: true,
    withAbsent: false,
  });
});

test('fitted cards leave the stored zoom alone, and a zoom by hand ends them', () => {
  const group = createGroupView(createFakeStorage);
  group.setZoom(70);
  group.fit({ cardWidthPx: 500, zoom: 100 });
  expect(group.view.zoom).toBe(70);
  group.setFitting(true);
  group.fit({ cardWidthPx: 500, zoom: 100 });
  expect(group.view).toMatchObject({ zoom: 100, cardWidthPx: 500 });
  group.setZoom(20);
  expect(group.view).toMatchObject({ zoom: 20, cardWidthPx: 200, isFitting: false });
});

test('whom one left for a device is selected again when one comes back, and in no other group', () => {
  const kept = createKeptSelection();
  kept.keep('g1', ['a', 'b']);
  expect(kept.take('g1')).toEqual(['a', 'b']);
  expect(kept.take('g1')).toEqual([]);
  kept.keep('g1', ['a']);
  expect(kept.take('g2')).toEqual([]);
  expect(kept.take('g1')).toEqual([]);
});

test('who selects all selects latecomers too, until one is unselected', () => {
  const group = createGroupView(createFakeStorage);
  const selected = () => Object.keys(group.selection).sort();
  group.selectAll(['a', 'b'], { withLatecomers: true });
  group.keepSelected(['a', 'b', 'c', absentKey('d')], 0, ['a', 'b', 'c']);
  expect(selected()).toEqual(['a', 'b', 'c']);
  const again = createGroupView(createFakeStorage, group.selectedKeys());
  again.keepSelected(['a', 'b', 'c', 'd'], 0);
  expect(Object.keys(again.selection).sort()).toEqual(['a', 'b', 'c', 'd']);
  group.select('b', false);
  group.keepSelected(['a', 'b', 'c', 'd'], 0);
  expect(selected()).toEqual(['a', 'c']);
  expect(group.rule.isAll).toBe(false);
});

test('what a search has found, or was selected one by one, takes no latecomers', () => {
  const group = createGroupView(createFakeStorage);
  group.selectAll(['a', 'b'], { withLatecomers: true });
  group.selectAll(['a', 'b']);
  group.keepSelected(['a', 'b', 'c'], 0);
  group.selectAll(['a', 'b', 'c'], { withLatecomers: true });
  group.clearSelection();
  group.keepSelected(['a', 'b', 'c'], 0);
  expect(Object.keys(group.selection)).toEqual([]);
});

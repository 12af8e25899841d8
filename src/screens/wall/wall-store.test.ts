import { describe, expect, it } from 'vitest';
import { MAX_POSITIONS } from '#domain/wall/positions.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import { createWallStore, type SavedLayout } from './wall-store.ts';

const placed = { a: { x: 15, y: 15 }, b: { x: 190, y: 15 } };
const moved = { a: { x: 40, y: 40 }, b: { x: 190, y: 15 } };

function setUp(saved: Partial<SavedLayout> = {}, stored: Record<string, string> = {}) {
  const clock = createFakeClock();
  const storage = createFakeStorage(stored);
  const store = createWallStore({
    storage: () => storage,
    clock,
    saved: { positions: {}, zoomPercent: 100, tileSize: undefined, ...saved },
  });
  store.placeBy(() => placed);
  return { clock, storage, store };
}

it('Snap Into Grid waits for one second after a layout was saved', async () => {
  const { clock, store } = setUp();
  store.enterEdit();
  store.move(moved);
  expect(store.isUnsaved()).toBe(true);
  store.markSaved(store.arrangement.get().now);
  store.leaveEdit({ isSaved: false });
  expect(store.isUnsaved()).toBe(false);
  store.snap();
  expect(store.arrangement.get().mode).toBe('custom');
  await clock.advance(999);
  expect(store.view.isCooling).toBe(true);
  await clock.advance(1);
  store.snap();
  expect(store.arrangement.get().mode).toBe('snapped');
});

it('saves the positions of devices that are not shown, too, and no more than a layout holds', () => {
  const away = Object.fromEntries(Array.from({ length: 3_000 }, (_, at) => [`away ${at}`, { x: 1, y: 1 }]));
  const { store } = setUp({ positions: { ...away, a: { x: 9, y: 9 } } });
  store.enterEdit();
  store.move({ ...store.arrangement.get().now, ...moved });
  const saved = store.positionsToSave();
  expect(Object.keys(saved)).toHaveLength(MAX_POSITIONS);
  expect(saved).toMatchObject({ ...moved, 'away 0': { x: 1, y: 1 } });
});

it('saves of the layout what it changes, and never the background, which somebody else may have set meanwhile', () => {
  const { store } = setUp({ positions: placed });
  store.setSize(30);
  store.setBackgroundZoom(120);
  expect(store.layoutToSave()).toEqual({ positions: placed, zoomPercent: 120, tileSize: 30 });
});

it('has a layout to save where tiles were moved, or their size or the zoom of the background is another one', () => {
  const ofGroup = { positions: placed, tileSize: 60, zoomPercent: 100 };
  const { store } = setUp(ofGroup);
  store.enterEdit();
  expect(store.isLayoutChanged()).toBe(false);
  store.setSize(65);
  expect(store.isLayoutChanged()).toBe(true);
  store.setSize(60);
  store.setBackgroundZoom(110);
  expect(store.isLayoutChanged()).toBe(true);
  expect(store.isUnsaved()).toBe(false);
  store.groupChanged({ ...ofGroup, zoomPercent: 110 });
  expect(store.isLayoutChanged()).toBe(false);
  store.move(moved);
  expect(store.isLayoutChanged()).toBe(true);
});

it('leaves the tiles in the grid where only a size or a zoom is saved', () => {
  const { store } = setUp({}, { 'lectern.wallTileSize': '30' });
  store.enterEdit();
  // Larger than usual before: that is how this person looks at walls.
  expect(store.isLayoutChanged()).toBe(false);
  store.setSize(40);
  expect(store.isLayoutChanged()).toBe(true);
  expect(store.layoutToSave()).toEqual({ zoomPercent: 100, tileSize: 40 });
  store.leaveEdit({ isSaved: false });
  expect(store.arrangement.get().mode).toBe('snapped');
});

it('remembers the size of the tiles and the zoom of the page', () => {
  const { store, storage } = setUp();
  expect(store.view).toMatchObject({ size: 15, pageZoom: 100 });
  store.setSize(42);
  store.setPageZoom(1_000);
  const again = createWallStore({
    storage: () => storage,
    clock: createFakeClock(),
    saved: { positions: {}, zoomPercent: 100, tileSize: 80 },
  });
  expect(again.view).toMatchObject({ size: 40, pageZoom: 200 });
});

it('shows the tiles of a saved layout at the size that they were put there with', () => {
  expect(setUp({ positions: placed, tileSize: 60 }, { 'lectern.wallTileSize': '10' }).store.view.size).toBe(
    60,
  );
});

it('follows what somebody else saves, with its size and the zoom of its background', () => {
  const { store } = setUp({ positions: placed });
  store.groupChanged({ positions: moved, zoomPercent: 80, tileSize: 50 });
  expect(store.arrangement.get().now).toEqual(moved);
  expect(store.view).toMatchObject({ size: 50, backgroundZoom: 80 });
  store.enterEdit();
  store.move(placed);
  store.groupChanged({ positions: { a: { x: 1, y: 1 } }, zoomPercent: 80, tileSize: 20 });
  expect(store.arrangement.get().now).toEqual(placed);
  expect(store.view.size).toBe(50);
});

it.each(['moved', 'larger'])(
  'follows what somebody else saves also in edit mode, until a tile is %s, and has nothing to save then',
  (change) => {
    const { store } = setUp({ positions: placed, tileSize: 60 });
    store.enterEdit();
    store.groupChanged({ positions: moved, zoomPercent: 80, tileSize: 50 });
    expect(store.arrangement.get()).toMatchObject({ isEditing: true, now: moved });
    expect(store.view).toMatchObject({ size: 50, backgroundZoom: 80 });
    expect(store.isLayoutChanged()).toBe(false);
    if (change === 'moved') store.move({ ...moved, b: { x: 0, y: 0 } });
    else store.setSize(55);
    const { now } = store.arrangement.get();
    store.groupChanged({ positions: placed, zoomPercent: 80, tileSize: 20 });
    expect(store.arrangement.get().now).toEqual(now);
    expect(store.view.size).toBe(change === 'moved' ? 50 : 55);
    expect(store.isLayoutChanged()).toBe(true);
  },
);

it('has nothing to save in edit mode where another layout was opened, no tile moved, and somebody else saves', () => {
  const { store } = setUp({ positions: placed, tileSize: 60 });
  store.openLayout(moved);
  store.enterEdit();
  store.groupChanged({ positions: { a: { x: 1, y: 1 } }, zoomPercent: 100, tileSize: 50 });
  expect(store.arrangement.get().now).toEqual(moved);
  expect(store.isLayoutChanged()).toBe(false);
});

it('has nothing to save in edit mode that began with tiles of a size of one’s own, and follows', () => {
  const { store } = setUp({ positions: placed, tileSize: 60 });
  store.setSize(30);
  store.enterEdit();
  expect(store.isLayoutChanged()).toBe(false);
  store.groupChanged({ positions: moved, zoomPercent: 100, tileSize: 50 });
  expect(store.arrangement.get().now).toEqual(moved);
  expect(store.view.size).toBe(50);
  expect(store.isLayoutChanged()).toBe(false);
});

it.each(['moved', 'larger'])(
  'shows what somebody else has saved once edit mode is left, where a tile that was %s is as before',
  (change) => {
    const { store } = setUp({ positions: placed, tileSize: 60 });
    store.enterEdit();
    if (change === 'moved') store.move(moved);
    else store.setSize(65);
    store.groupChanged({ positions: moved, zoomPercent: 100, tileSize: 50 });
    if (change === 'moved') store.undo();
    else store.setSize(60);
    expect(store.arrangement.get().now).toEqual(placed);
    expect(store.isLayoutChanged()).toBe(false);
    store.leaveEdit({ isSaved: false });
    expect(store.arrangement.get()).toMatchObject({ isEditing: false, now: moved });
    expect(store.view.size).toBe(50);
    store.groupChanged({ positions: placed, zoomPercent: 100, tileSize: 40 });
    expect(store.arrangement.get().now).toEqual(placed);
  },
);

it.each([true, false])(
  'goes on showing what it has saved over the layout of somebody else, and shows theirs otherwise: %s',
  (isSaved) => {
    const { store } = setUp({ positions: placed, tileSize: 60 });
    store.enterEdit();
    store.setSize(65);
    store.groupChanged({ positions: moved, zoomPercent: 100, tileSize: 50 });
    store.leaveEdit({ isSaved });
    expect(store.arrangement.get().now).toEqual(isSaved ? placed : moved);
    expect(store.view.size).toBe(isSaved ? 65 : 50);
  },
);

describe.each(['the group’s', 'one’s own'])('in %s layout', (whose) => {
  it.each([true, false])('a size that was changed alone stays where it could be saved: %s', (isSaved) => {
    const { store } = setUp({ positions: placed, tileSize: 60 });
    const positions = whose === 'one’s own' ? moved : placed;
    if (positions === moved) store.openLayout(moved);
    store.enterEdit();
    store.setSize(65);
    store.leaveEdit({ isSaved });
    expect(store.view.size).toBe(isSaved ? 65 : 60);
    expect(store.arrangement.get().now).toEqual(positions);
  });
});

it('has nothing left to save after its own layout was saved, although it is still edited', () => {
  const { store } = setUp({ positions: placed, tileSize: 60 });
  store.enterEdit();
  store.setSize(65);
  const { positions = {} } = store.layoutToSave();
  store.groupChanged({ positions, zoomPercent: 100, tileSize: 65 });
  expect(store.isLayoutChanged()).toBe(false);
});

it('does without a storage that is blocked', () => {
  const store = createWallStore({
    storage: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
    clock: createFakeClock(),
    saved: { positions: {}, zoomPercent: 100, tileSize: undefined },
  });
  store.setSize(50);
  expect(store.view.size).toBe(50);
});

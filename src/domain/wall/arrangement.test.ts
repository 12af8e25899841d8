import { describe, expect, it } from 'vitest';
import {
  type Arrangement,
  arrangementOf,
  enterEdit,
  followed,
  isUnsaved,
  leaveEdit,
  NO_POSITIONS,
  opened,
  redone,
  snapped,
  undone,
  withPositions,
  withSaved,
} from './arrangement.ts';

const saved = { a: { x: 1, y: 1 } };
const placed = { a: { x: 15, y: 15 }, b: { x: 190, y: 15 } };
const moved = { a: { x: 40, y: 40 }, b: { x: 190, y: 15 } };

const editing = (): Arrangement => enterEdit(arrangementOf(NO_POSITIONS), { saved: NO_POSITIONS, placed });

describe('a wall', () => {
  it('begins snapped, or as it was saved', () => {
    expect(arrangementOf(NO_POSITIONS).mode).toBe('snapped');
    expect(arrangementOf(saved)).toMatchObject({ mode: 'custom', now: saved, isEditing: false });
  });

  it('is custom in edit mode, with the saved positions or where the tiles stand', () => {
    expect(editing()).toMatchObject({ mode: 'custom', isEditing: true, now: placed });
    const restored = enterEdit(snapped(arrangementOf(saved)), { saved, placed });
    expect(restored.now).toEqual({ a: saved.a, b: placed.b });
    expect(isUnsaved(restored)).toBe(false);
  });

  it('keeps what was moved and not saved when edit mode begins again', () => {
    const before = leaveEdit(withPositions(editing(), moved), NO_POSITIONS);
    const again = enterEdit(before, { saved: NO_POSITIONS, placed });
    expect(again.now).toEqual(moved);
    expect(isUnsaved(again)).toBe(true);
  });
});

describe('moving a tile', () => {
  it('sets unsaved changes, undoing it takes them back, redoing sets them again', () => {
    const next = withPositions(editing(), moved);
    expect(isUnsaved(next)).toBe(true);
    const back = undone(next);
    expect(back.now).toEqual(placed);
    expect(isUnsaved(back)).toBe(false);
    expect(redone(back).now).toBe(moved);
    expect(isUnsaved(redone(back))).toBe(true);
  });

  it('after undoing leaves nothing to redo', () => {
    const next = withPositions(undone(withPositions(editing(), moved)), saved);
    expect(redone(next)).toBe(next);
  });

  it('is remembered for a hundred steps', () => {
    let now = editing();
    for (let at = 0; at < 150; at += 1) now = withPositions(now, { a: { x: at, y: 0 } });
    expect(now.past).toHaveLength(100);
  });

  it('does nothing outside of edit mode', () => {
    const before = arrangementOf(saved);
    for (const next of [withPositions(before, moved), undone(before), redone(before)])
      expect(next).toBe(before);
  });
});

describe('leaving edit mode', () => {
  it('stays custom once something was moved', () => {
    const next = leaveEdit(withSaved(withPositions(editing(), moved), moved), NO_POSITIONS);
    expect(next).toMatchObject({ mode: 'custom', isEditing: false, now: moved, past: [], future: [] });
    expect(isUnsaved(next)).toBe(false);
  });

  it('is snapped again where nothing was moved and nothing is saved', () => {
    expect(leaveEdit(editing(), NO_POSITIONS)).toMatchObject({ mode: 'snapped', now: {} });
  });

  it('counts as unsaved what was moved while it was being saved', () => {
    const during = withPositions(withPositions(editing(), moved), saved);
    expect(isUnsaved(withSaved(during, moved))).toBe(true);
  });
});

describe('Snap Into Grid', () => {
  it('returns to the grid and clears unsaved changes', () => {
    const next = snapped(leaveEdit(withPositions(editing(), moved), saved));
    expect(next).toMatchObject({ mode: 'snapped', now: {} });
    expect(isUnsaved(next)).toBe(false);
  });

  it('does nothing in edit mode', () => {
    const before = withPositions(editing(), moved);
    expect(snapped(before)).toBe(before);
  });
});

describe('opening a layout', () => {
  it('shows it; in edit mode it is a step that can be undone', () => {
    expect(opened(arrangementOf(NO_POSITIONS), saved)).toMatchObject({ mode: 'custom', now: saved });
    const next = opened(editing(), saved);
    expect(next.now).toEqual({ a: saved.a, b: placed.b });
    expect(undone(next).now).toEqual(placed);
  });
});

describe('a layout that somebody else has saved', () => {
  const theirs = { a: { x: 7, y: 7 } };
  it('is followed where the former one is shown', () => {
    expect(followed(arrangementOf(saved), { ...saved, b: { x: 0, y: 0 } }, theirs).now).toEqual(theirs);
    expect(followed(arrangementOf(NO_POSITIONS), NO_POSITIONS, theirs).mode).toBe('custom');
  });

  it.each([
    ['while a tile is moved', withPositions(editing(), moved)],
    ['after a move was undone', undone(withPositions(editing(), moved))],
    ['with unsaved changes', leaveEdit(withPositions(editing(), moved), saved)],
    ['where another one is open', arrangementOf(moved)],
    ['where the tiles were snapped into the grid', snapped(arrangementOf(saved))],
    ['in edit mode where another one is open', enterEdit(arrangementOf(moved), { saved, placed })],
  ])('is not followed %s', (_, before) => {
    expect(followed(before, saved, theirs)).toBe(before);
  });

  it('is not followed in edit mode where another one is open and the group has had none', () => {
    const before = enterEdit(arrangementOf(moved), { saved: NO_POSITIONS, placed });
    expect(followed(before, NO_POSITIONS, theirs)).toBe(before);
    expect(followed(editing(), NO_POSITIONS, theirs).now).toEqual({ ...placed, ...theirs });
  });

  it('is followed in edit mode where nothing was moved, and is nothing unsaved', () => {
    const before = enterEdit(arrangementOf(saved), { saved, placed });
    const next = followed(before, saved, theirs);
    expect(next).toMatchObject({ isEditing: true, now: { ...placed, ...theirs } });
    expect(isUnsaved(next)).toBe(false);
  });
});

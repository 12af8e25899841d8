/** Arrangement of a wall's tiles with its unsaved changes, as one value, and the changes to it. */
import type { Positions } from './positions.ts';

export type Arrangement = {
  mode: 'snapped' | 'custom';
  isEditing: boolean;
  /** Edit mode began with the layout of the group. False: it began with the grid. */
  isOfGroup: boolean;
  /** Earlier positions, newest last. `now` is what is shown. */
  past: readonly Positions[];
  now: Positions;
  future: readonly Positions[];
  /** The value of `now` when nothing was unsaved. */
  saved: Positions;
};

const MAX_STEPS = 100;

export const NO_POSITIONS: Positions = {};

const isEmpty = (positions: Positions) => Object.keys(positions).length === 0;

const settled = (mode: Arrangement['mode'], positions: Positions): Arrangement => ({
  mode,
  isEditing: false,
  isOfGroup: false,
  past: [],
  now: positions,
  future: [],
  saved: positions,
});

/** A wall opens with its saved positions; without any it is snapped. */
export const arrangementOf = (saved: Positions): Arrangement =>
  settled(isEmpty(saved) ? 'snapped' : 'custom', saved);

export const isUnsaved = ({ now, saved }: Arrangement): boolean => now !== saved;

/**
 * Edit mode begins with the positions on screen, otherwise with the saved ones, otherwise with the places of
 * the tiles in the grid (`placed`).
 */
export function enterEdit(before: Arrangement, known: { saved: Positions; placed: Positions }): Arrangement {
  if (before.isEditing) return before;
  if (before.mode === 'custom' && !isEmpty(before.now)) {
    // Devices that connected later also have a place, and can be moved from there.
    const now = { ...known.placed, ...before.now };
    const saved = isUnsaved(before) ? before.saved : now;
    const isOfGroup = !isUnsaved(before) && isPartOf(before.now, known.saved);
    return { ...before, isEditing: true, isOfGroup, now, saved };
  }
  const now = { ...known.placed, ...known.saved };
  return { ...settled('custom', now), isEditing: true, isOfGroup: true };
}

/** Adds a step after a tile was moved. */
export function withPositions(before: Arrangement, now: Positions): Arrangement {
  if (!before.isEditing || now === before.now) return before;
  return { ...before, past: [...before.past, before.now].slice(-MAX_STEPS), now, future: [] };
}

export function undone(before: Arrangement): Arrangement {
  const now = before.past.at(-1);
  if (!before.isEditing || now === undefined) return before;
  return { ...before, past: before.past.slice(0, -1), now, future: [before.now, ...before.future] };
}

export function redone(before: Arrangement): Arrangement {
  const [now, ...future] = before.future;
  if (!before.isEditing || now === undefined) return before;
  return { ...before, past: [...before.past, before.now], now, future };
}

/**
 * Ends edit mode. If it began with the group's layout and no tile was moved, the present layout of the group
 * (`saved`) is shown. `saved` undefined: the positions on screen have just replaced that layout.
 */
export function leaveEdit(before: Arrangement, saved: Positions | undefined): Arrangement {
  if (!before.isEditing) return before;
  const isUntouched = before.isOfGroup && before.past.length === 0 && !isUnsaved(before);
  if (isUntouched && saved !== undefined) return arrangementOf(saved);
  return { ...before, isEditing: false, past: [], future: [] };
}

/** `positions` were saved. Later moves are still unsaved. */
export const withSaved = (before: Arrangement, positions: Positions): Arrangement => ({
  ...before,
  saved: positions,
});

export const snapped = (before: Arrangement): Arrangement =>
  before.isEditing ? before : settled('snapped', NO_POSITIONS);

/** A named layout was opened. In edit mode it is one more step, which can be undone. */
export function opened(before: Arrangement, positions: Positions): Arrangement {
  if (before.isEditing) return withPositions(before, { ...before.now, ...positions });
  return settled(isEmpty(positions) ? 'snapped' : 'custom', positions);
}

/** Whether each tile of `positions` is in the same place in `layout`. */
const isPartOf = (positions: Positions, layout: Positions): boolean =>
  Object.entries(positions).every(([key, { x, y }]) => {
    const at = Object.hasOwn(layout, key) ? layout[key] : undefined;
    return at?.x === x && at.y === y;
  });

/**
 * Another tutor has saved the group's layout. It is shown unless this person has other positions on screen.
 * In edit mode it is shown as long as no tile was moved.
 */
export function followed(before: Arrangement, former: Positions, saved: Positions): Arrangement {
  if (isUnsaved(before)) return before;
  if (before.isEditing) {
    const isMoved = before.past.length > 0 || before.future.length > 0;
    if (isMoved || !before.isOfGroup) return before;
    const now = { ...before.now, ...saved };
    return { ...before, now, saved: now };
  }
  const showsFormer = before.mode === 'snapped' ? isEmpty(former) : isPartOf(before.now, former);
  return showsFormer ? arrangementOf(saved) : before;
}

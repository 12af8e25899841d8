/** How the tiles of a wall are arranged, and what of that is not saved: one value, and what becomes of it. */
import type { Positions } from './positions.ts';

export type Arrangement = {
  mode: 'snapped' | 'custom';
  isEditing: boolean;
  /** Edit mode began with the layout of the group; without one, with the grid. */
  isOfGroup: boolean;
  /** Where tiles were put, newest last; `now` is what is shown. */
  past: readonly Positions[];
  now: Positions;
  future: readonly Positions[];
  /** What `now` was when nothing was unsaved. */
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

/** A wall opens as it was saved; without saved positions it is snapped. */
export const arrangementOf = (saved: Positions): Arrangement =>
  settled(isEmpty(saved) ? 'snapped' : 'custom', saved);

export const isUnsaved = ({ now, saved }: Arrangement): boolean => now !== saved;

/**
 * Edit mode begins with what is shown, else with the saved positions, else with where the tiles stand in the grid:
 * `placed`.
 */
export function enterEdit(before: Arrangement, known: { saved: Positions; placed: Positions }): Arrangement {
  if (before.isEditing) return before;
  if (before.mode === 'custom' && !isEmpty(before.now)) {
    // Devices that have come since stand somewhere, too, and can be moved from there.
    const now = { ...known.placed, ...before.now };
    const saved = isUnsaved(before) ? before.saved : now;
    const isOfGroup = !isUnsaved(before) && isPartOf(before.now, known.saved);
    return { ...before, isEditing: true, isOfGroup, now, saved };
  }
  const now = { ...known.placed, ...known.saved };
  return { ...settled('custom', now), isEditing: true, isOfGroup: true };
}

/** A tile was moved. */
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
 * Where edit mode began with the group's layout and nothing was moved, that layout is shown again, as it is now:
 * `saved`. Undefined: what is shown has just replaced it.
 */
export function leaveEdit(before: Arrangement, saved: Positions | undefined): Arrangement {
  if (!before.isEditing) return before;
  const isUntouched = before.isOfGroup && before.past.length === 0 && !isUnsaved(before);
  if (isUntouched && saved !== undefined) return arrangementOf(saved);
  return { ...before, isEditing: false, past: [], future: [] };
}

/** `positions` were saved; what was moved since then is not. */
export const withSaved = (before: Arrangement, positions: Positions): Arrangement => ({
  ...before,
  saved: positions,
});

export const snapped = (before: Arrangement): Arrangement =>
  before.isEditing ? before : settled('snapped', NO_POSITIONS);

/** A layout of another name was opened. In edit mode it is one more step, which can be undone. */
export function opened(before: Arrangement, positions: Positions): Arrangement {
  if (before.isEditing) return withPositions(before, { ...before.now, ...positions });
  return settled(isEmpty(positions) ? 'snapped' : 'custom', positions);
}

/** Whether each tile that was put somewhere stands there in `layout`. */
const isPartOf = (positions: Positions, layout: Positions): boolean =>
  Object.entries(positions).every(([key, { x, y }]) => {
    const at = Object.hasOwn(layout, key) ? layout[key] : undefined;
    return at?.x === x && at.y === y;
  });

/**
 * Somebody else has saved the group's layout: it is followed unless this person has something else in view, also in edit
 * mode as long as no tile was moved.
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

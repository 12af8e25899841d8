/** Walls of several groups that take turns, as the address holds them: a list of groups, and the seconds of a turn. */
import { listOf } from './address-list.ts';

export const TURN_SECONDS = { min: 5, max: 3_600, initial: 30 } as const;
/** More do not fit into a lesson, nor into an address. */
export const MAX_ROTATION_GROUPS = 50;
const MAX_ID = 255;

/** Undefined: no rotation. `value`: ids of groups, or their JSON. Blank ones are dropped, and what is there twice. */
export function parseRotationGroups(value: unknown): string[] | undefined {
  const list = listOf(value);
  if (!Array.isArray(list)) return undefined;
  const ids = list.filter(
    (id): id is string => typeof id === 'string' && id.trim() !== '' && id.length <= MAX_ID,
  );
  const groupIds = [...new Set(ids)].slice(0, MAX_ROTATION_GROUPS);
  return groupIds.length < 2 ? undefined : groupIds;
}

/** Anything that is no number of seconds is undefined; too few are the fewest, too many the most. */
export function parseTurnSeconds(value: unknown): number | undefined {
  const seconds = Number(value);
  if ((typeof value !== 'number' && typeof value !== 'string') || !Number.isFinite(seconds)) return undefined;
  return Math.min(Math.max(Math.round(seconds), TURN_SECONDS.min), TURN_SECONDS.max);
}

/**
 * Whose turn comes after `current`. `visible`: the groups that this tutor may see; others are left out. Undefined: there is
 * no other one. `at` counts from 1; 0: the wall shows a group that takes no turn.
 */
export function turnAfter(
  groupIds: readonly string[],
  visible: ReadonlySet<string>,
  current: string,
): { next: string; at: number; of: number } | undefined {
  const turns = groupIds.filter((id) => visible.has(id));
  const at = turns.indexOf(current);
  const next = turns[(at + 1) % turns.length];
  return next === undefined || next === current ? undefined : { next, at: at + 1, of: turns.length };
}

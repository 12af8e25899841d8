/** Rotation of the walls of several groups. The address holds the groups, and the seconds for each. */
import { listOf } from './address-list.ts';

export const TURN_SECONDS = { min: 5, max: 3_600, initial: 30 } as const;
/** More groups fit neither into a lesson nor into an address. */
export const MAX_ROTATION_GROUPS = 50;
const MAX_ID = 255;

/** `value`: ids of groups, or their JSON. Blank and repeated ids are dropped. Undefined: no rotation. */
export function parseRotationGroups(value: unknown): string[] | undefined {
  const list = listOf(value);
  if (!Array.isArray(list)) return undefined;
  const ids = list.filter(
    (id): id is string => typeof id === 'string' && id.trim() !== '' && id.length <= MAX_ID,
  );
  const groupIds = [...new Set(ids)].slice(0, MAX_ROTATION_GROUPS);
  return groupIds.length < 2 ? undefined : groupIds;
}

/** Undefined if the value is no number. A number outside of the limits becomes the nearest limit. */
export function parseTurnSeconds(value: unknown): number | undefined {
  const seconds = Number(value);
  if ((typeof value !== 'number' && typeof value !== 'string') || !Number.isFinite(seconds)) return undefined;
  return Math.min(Math.max(Math.round(seconds), TURN_SECONDS.min), TURN_SECONDS.max);
}

/**
 * The group after `current` in the rotation, without groups that this tutor may not see (`visible`).
 * Undefined: there is no other one. `at` counts from 1; 0: `current` is not in the rotation.
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

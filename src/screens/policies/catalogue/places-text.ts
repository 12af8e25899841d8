/** Text for the places where a policy is applied. */
import { shownName } from '#domain/people/shown-name.ts';
import type { PlacedPolicy, Policy } from '#protocol/rest/policy.ts';
import { m } from '../messages.ts';

type Counts = NonNullable<Policy['appliedTo']>;
const NO_COUNTS: Counts = { groups: 0, users: 0, devices: 0 };

const total = ({ groups, users, devices }: Counts) => groups + users + devices;

/** Counts as text, such as “2 groups, 1 user”; empty if the policy is not applied. */
export function countsText({ groups, users, devices }: Counts = NO_COUNTS): string {
  return [
    groups > 0 && m.groupsCount({ count: groups }),
    users > 0 && m.usersCount({ count: users }),
    devices > 0 && m.devicesCount({ count: devices }),
  ]
    .filter(Boolean)
    .join(', ');
}

const ORDER = { groups: 0, users: 1, devices: 2 };
const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Names of the first `max` places: groups, people, devices. `left`: number of further visible places. */
export function placeNames(places: readonly PlacedPolicy[], max: number): { names: string[]; left: number } {
  const sorted = [...places].sort((a, b) => ORDER[a.kind] - ORDER[b.kind] || byName.compare(a.name, b.name));
  const names = sorted.slice(0, max).map(({ name, targetId }) => shownName(name, 40) || targetId);
  return { names, left: sorted.length - names.length };
}

/** Number of places that this tutor does not see. */
export const unseenCount = (places: readonly PlacedPolicy[], counts: Counts = NO_COUNTS): number =>
  Math.max(0, total(counts) - places.length);

const MAX_NAMES = 3;

/** Some of the places by name. */
export function placesTip(places: readonly PlacedPolicy[], counts: Counts = NO_COUNTS): string {
  const { names, left } = placeNames(places, MAX_NAMES);
  const more = left + unseenCount(places, counts);
  if (names.length === 0) return '';
  return more === 0 ? names.join(', ') : `${names.join(', ')} ${m.andMore({ count: more })}`;
}

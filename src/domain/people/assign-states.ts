/** One tutor's roles on many sites or tags at once. */
import type { HeldLink, RolePlace } from './grant-rule.ts';

/** Whether the tutor has the role on all of the places, on some of them, or on none. */
export type AssignState = 'active' | 'indeterminate' | 'not-applied';

export type LinkToPlace = HeldLink & { id: string };

/** The requested changes, by role id. A role without an entry stays as it is. */
export type AssignChanges = ReadonlyMap<string, 'assign' | 'remove'>;

export type AssignPlan = {
  assign: readonly { roleId: string; place: RolePlace }[];
  remove: readonly LinkToPlace[];
};

/** Equal for equal places. */
export const placeKey = (place: RolePlace): string =>
  place.kind === 'site' ? `site ${place.siteId}` : place.kind === 'tag' ? `tag ${place.tagId}` : 'everywhere';

const linkKey = (roleId: string, place: RolePlace) => `${roleId} ${placeKey(place)}`;

export function linksByPlace<Link extends HeldLink>(links: readonly Link[]) {
  const found = new Map(links.map((link) => [linkKey(link.roleId, link.place), link]));
  return (roleId: string, place: RolePlace): Link | undefined => found.get(linkKey(roleId, place));
}

export function assignState(
  roleId: string,
  places: readonly RolePlace[],
  links: readonly HeldLink[],
): AssignState {
  const linkAt = linksByPlace(links);
  const count = places.filter((place) => linkAt(roleId, place) !== undefined).length;
  if (count === 0) return 'not-applied';
  return count === places.length ? 'active' : 'indeterminate';
}

/** The assignments and removals that fulfil `changes` on each place. Matching roles are left alone. */
export function assignPlan(
  changes: AssignChanges,
  places: readonly RolePlace[],
  links: readonly LinkToPlace[],
): AssignPlan {
  const linkAt = linksByPlace(links);
  const assign: { roleId: string; place: RolePlace }[] = [];
  const remove: LinkToPlace[] = [];
  for (const place of places)
    for (const [roleId, change] of changes) {
      const link = linkAt(roleId, place);
      if (change === 'assign' && link === undefined) assign.push({ roleId, place });
      if (change === 'remove' && link !== undefined) remove.push(link);
    }
  return { assign, remove };
}

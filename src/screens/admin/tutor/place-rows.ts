/** Rows of the role tables (sites and tags), and their filters. */
import { searchFor } from '#domain/lists/search-text.ts';
import type { RolePlace } from '#domain/people/grant-rule.ts';
import type { Site, Tag } from '#protocol/rest/site.ts';

export type PlaceRow = {
  /** Id of the site or the tag. */
  id: string;
  name: string;
  place: RolePlace;
  /** Path of the parent sites of a nested site. */
  above: string;
  /** Tags of a site; empty for a tag. */
  tagIds: ReadonlySet<string>;
};

export type GrantFilter = 'all' | 'can-grant' | 'cannot-grant';

export type PlaceFilter = {
  tagIds: ReadonlySet<string>;
  roleIds: ReadonlySet<string>;
  grant: GrantFilter;
  hidesEmpty: boolean;
};

export const NO_FILTER: PlaceFilter = {
  tagIds: new Set(),
  roleIds: new Set(),
  grant: 'all',
  hidesEmpty: false,
};

type Link = { roleId: string; canGrant: boolean; place: RolePlace };

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });
const byName = (a: { name: string }, b: { name: string }) => collator.compare(a.name, b.name);

/** Nested sites follow their parent. */
export const siteRowsOf = (sites: readonly Site[], above = ''): PlaceRow[] =>
  [...sites].sort(byName).flatMap((site) => [
    {
      id: site.id,
      name: site.name,
      place: { kind: 'site' as const, siteId: site.id },
      above,
      tagIds: new Set(site.tags),
    },
    ...siteRowsOf(site.subnodes, above === '' ? site.name : `${above} › ${site.name}`),
  ]);

export const tagRowsOf = (tags: readonly Tag[]): PlaceRow[] =>
  [...tags].sort(byName).map(({ id, name }) => ({
    id,
    name,
    place: { kind: 'tag', tagId: id },
    above: '',
    tagIds: new Set(),
  }));

export function searchPlaces(rows: readonly PlaceRow[], query: string): readonly PlaceRow[] {
  const finds = searchFor(query);
  return rows.filter(({ name }) => finds(name));
}

const idOfPlace = (place: RolePlace) =>
  place.kind === 'site' ? place.siteId : place.kind === 'tag' ? place.tagId : '';

/**
 * Keeps sites that have one of the tags. If roles are chosen or empty places are hidden, the tutor must hold
 * one of the chosen roles (or any role) there. `grant` requires that the tutor can, or cannot, give one of
 * them to others. A role on a tag is also held on the tag's sites.
 */
export function filterPlaces(
  rows: readonly PlaceRow[],
  { tagIds, roleIds, grant, hidesEmpty }: PlaceFilter,
  links: readonly Link[],
): readonly PlaceRow[] {
  const held = new Set<string>();
  const granted = new Set<string>();
  for (const { roleId, canGrant, place } of links) {
    if (roleIds.size > 0 && !roleIds.has(roleId)) continue;
    const key = `${place.kind} ${idOfPlace(place)}`;
    held.add(key);
    if (canGrant) granted.add(key);
  }
  const needsRole = hidesEmpty || roleIds.size > 0;
  return rows.filter(({ place, id, tagIds: own }) => {
    const keys = [`${place.kind} ${id}`, ...[...own].map((tagId) => `tag ${tagId}`)];
    if (tagIds.size > 0 && ![...tagIds].some((tagId) => own.has(tagId))) return false;
    if (needsRole && !keys.some((key) => held.has(key))) return false;
    return grant === 'all' || keys.some((key) => granted.has(key)) === (grant === 'can-grant');
  });
}

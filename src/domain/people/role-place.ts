/** The place of a role link, which documents store in one of three fields. */
import type { RolePlace } from './grant-rule.ts';

export type PlaceFields = {
  siteId?: string | undefined;
  tagId?: string | undefined;
  global?: boolean | undefined;
};

/** Exactly one of the fields is set. */
export function placeOf({ siteId, tagId }: PlaceFields): RolePlace {
  if (siteId !== undefined) return { kind: 'site', siteId };
  return tagId === undefined ? { kind: 'everywhere' } : { kind: 'tag', tagId };
}

export function fieldsOf(place: RolePlace): PlaceFields {
  if (place.kind === 'site') return { siteId: place.siteId };
  return place.kind === 'tag' ? { tagId: place.tagId } : { global: true };
}

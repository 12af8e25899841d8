import * as v from 'valibot';

/** Loose, because `PUT /tutors/self` sends the whole object back. */
export const tutorSchema = v.looseObject({
  id: v.string(),
  name: v.optional(v.nullable(v.string())),
  primaryEmail: v.string(),
  properties: v.optional(
    v.looseObject({
      picture: v.optional(v.string()),
      givenName: v.optional(v.string()),
      familyName: v.optional(v.string()),
    }),
    {},
  ),
  /** Ids of the groups that the tutor may see and act on. */
  permissions: v.optional(v.array(v.string()), []),
  liveRooms: v.optional(v.array(v.string()), []),
  preferences: v.optional(v.looseObject({ favouriteGroups: v.optional(v.array(v.string()), []) }), {}),
});
export type Tutor = v.InferOutput<typeof tutorSchema>;

/** Limits of a tutor's preferences: names at the top level, and bytes as JSON. */
export const MAX_PREFERENCES = 64;
export const MAX_PREFERENCES_BYTES = 64 * 1024;

/**
 * `PUT /tutors/self`: the whole object with its preferences. The platform takes only the preferences, up to
 * `MAX_PREFERENCES` of them in `MAX_PREFERENCES_BYTES`, and 60 changes a minute.
 */
export const tutorSelfBodySchema = v.looseObject({
  preferences: v.looseObject({
    favouriteGroups: v.pipe(
      v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(128))),
      v.maxLength(1_000),
    ),
  }),
});

/** `GET /tutors/site/{siteId}` of the session's site, for group maintainers: possible viewers of a group. */
export const siteTutorSchema = v.looseObject({
  id: v.string(),
  name: v.optional(v.nullable(v.string())),
  primaryEmail: v.string(),
  properties: v.optional(v.looseObject({ picture: v.optional(v.string()) }), {}),
});
export type SiteTutorDocument = v.InferOutput<typeof siteTutorSchema>;

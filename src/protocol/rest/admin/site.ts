/** Bodies of sites and tags, the tags of sites, and tokens (admin realm). */

import * as v from 'valibot';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

/** For sites and tags, whose names are unique in the tenant after trimming. */
export const MAX_NAME_LENGTH = 255;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const nameSchema = v.pipe(
  v.string(),
  v.trim(),
  v.regex(VISIBLE_TEXT, 'Field is required'),
  v.maxLength(MAX_NAME_LENGTH, `Max ${MAX_NAME_LENGTH} characters`),
);

/** `POST /tags` and `PUT /tags/{id}`; both answer the tag. */
export const tagBodySchema = v.object({ name: nameSchema });

export const tagLinkSchema = v.object({ id: v.string(), siteId: v.string(), tagId: v.string() });
export const tagLinkListSchema = v.array(tagLinkSchema);
export type TagLink = v.InferOutput<typeof tagLinkSchema>;
/** `POST /taglinks`, which answers the link, also if it existed already. */
export const tagLinkBodySchema = v.object({ siteId: id, tagId: id });

/**
 * `POST /sites`, which answers the new id as a string, and `PUT /sites/{id}`. `parentId`: the site that
 * contains this one; null: none. Absent: a new site is at the top, an existing one stays where it is.
 */
export const siteBodySchema = v.object({ name: nameSchema, parentId: v.optional(v.nullable(id)) });
export type SiteBody = v.InferInput<typeof siteBodySchema>;
export const newSiteIdSchema = v.string();

/** `GET /sites/{id}/contents`: how many of each are deleted together with the site. */
export const siteContentsSchema = v.object({
  devices: v.number(),
  users: v.number(),
  groups: v.number(),
  policies: v.number(),
  runners: v.number(),
  syncs: v.number(),
  tokens: v.number(),
});
export type SiteContents = v.InferOutput<typeof siteContentsSchema>;

/**
 * `GET /sites/{id}/tokens`, and the answer to `POST /sites/{id}/tokens/rotate`: the newest token.
 * `unreadable`: there is one, but the platform cannot show its secret. `expiry`: when it ends, ISO 8601; null
 * if no end is set. `formerExpiry`: when the last of the earlier tokens ends; null if there is none.
 * `formerCount`: how many earlier tokens are valid now.
 */
export const siteTokenSchema = v.variant('name', [
  v.object({ name: v.literal('none') }),
  v.object({
    name: v.literal('unreadable'),
    expiry: v.nullable(v.string()),
    formerExpiry: v.nullable(v.string()),
    formerCount: v.number(),
  }),
  v.object({
    name: v.literal('readable'),
    secret: v.string(),
    expiry: v.nullable(v.string()),
    formerExpiry: v.nullable(v.string()),
    formerCount: v.number(),
  }),
]);
export type SiteToken = v.InferOutput<typeof siteTokenSchema>;

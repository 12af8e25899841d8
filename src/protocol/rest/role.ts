import * as v from 'valibot';

/** `name` is the flag name; people read `friendlyName`. Hidden roles are not shown. */
export const roleSchema = v.object({
  id: v.string(),
  name: v.string(),
  friendlyName: v.string(),
  hidden: v.boolean(),
  /** Given for the whole tenant only, not for a site or tag. */
  global: v.boolean(),
  canGrant: v.boolean(),
});
export const roleListSchema = v.array(roleSchema);
export type Role = v.InferOutput<typeof roleSchema>;

/** Exactly one of siteId, tagId and global. */
export const roleLinkSchema = v.object({
  id: v.string(),
  tutorId: v.string(),
  roleId: v.string(),
  siteId: v.optional(v.string()),
  tagId: v.optional(v.string()),
  global: v.optional(v.boolean(), false),
  canGrant: v.boolean(),
});
export const roleLinkListSchema = v.array(roleLinkSchema);
export type RoleLink = v.InferOutput<typeof roleLinkSchema>;

/** `GET /rolelinks?tutorId=` */
export const roleLinkQuerySchema = v.object({
  tutorId: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
});

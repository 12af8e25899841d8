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

/** Exactly one of siteId, tagId and global is set. */
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

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

/** `?tutorId=` of each call of `/rolelinks`: the tutor who has the roles. */
export const roleLinkQuerySchema = v.object({ tutorId: id });

const placeEntries = {
  siteId: v.optional(id),
  tagId: v.optional(id),
  global: v.optional(v.boolean(), false),
};
type PlaceFields = { siteId?: string | undefined; tagId?: string | undefined; global: boolean };
const onePlace = <Fields extends PlaceFields>() =>
  v.check<Fields, string>(
    ({ siteId, tagId, global }) =>
      [siteId !== undefined, tagId !== undefined, global].filter(Boolean).length === 1,
    'Exactly one of siteId, tagId and global says where the role holds.',
  );

/**
 * `POST /rolelinks?tutorId={id}` answers the role link, which is the existing one if the tutor has the role
 * there. `PUT /rolelinks/{id}?tutorId={id}` takes the same fields, but only `canGrant` may differ.
 */
export const roleLinkBodySchema = v.pipe(
  v.object({ tutorId: id, roleId: id, ...placeEntries, canGrant: v.boolean() }),
  onePlace(),
);
export type RoleLinkBody = v.InferOutput<typeof roleLinkBodySchema>;

/** Maximum changes of one call. */
export const MAX_ROLE_CHANGES = 500;

const roleChangeSchema = v.union([
  /** Given without the right to give the role to others. */
  v.object({ assign: v.pipe(v.object({ roleId: id, ...placeEntries }), onePlace()) }),
  /** The id of a role link. A link that is gone counts as removed. */
  v.object({ remove: id }),
]);
export type RoleChange = v.InferOutput<typeof roleChangeSchema>;

/** `POST /rolelinks/changes?tutorId={id}`: many changes of one tutor's roles, each made or refused alone. */
export const roleChangesBodySchema = v.object({
  changes: v.pipe(v.array(roleChangeSchema), v.minLength(1), v.maxLength(MAX_ROLE_CHANGES)),
});

/** In the order of the changes: null if a change was made, otherwise the reason of its refusal. */
export const roleChangesAnswerSchema = v.object({ refusals: v.array(v.nullable(v.string())) });
export type RoleChangesAnswer = v.InferOutput<typeof roleChangesAnswerSchema>;

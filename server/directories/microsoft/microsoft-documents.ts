/** Schemas of Microsoft's answers, limited to the fields used here: OAuth, and groups and people of Graph. */
import * as v from 'valibot';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
/** Far longer than real names, which are truncated when they are stored. */
const text = v.nullish(v.pipe(v.string(), v.maxLength(10_000)));
const link = v.optional(v.pipe(v.string(), v.url(), v.maxLength(16_384)));

export const tokenSchema = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.minValue(0)),
});

export const groupSchema = v.object({ id, displayName: text, description: text });
export const groupsSchema = v.object({
  value: v.array(groupSchema),
  '@odata.nextLink': link,
});

const userSchema = v.object({
  id,
  displayName: text,
  mail: text,
  userPrincipalName: text,
  accountEnabled: v.nullish(v.boolean()),
});
export const usersSchema = v.object({
  value: v.array(userSchema),
  '@odata.nextLink': link,
});
export const devicesSchema = v.object({
  value: v.array(v.object({ id, displayName: text, model: text, accountEnabled: v.nullish(v.boolean()) })),
  '@odata.nextLink': link,
});
export const directoryRolesSchema = v.object({ value: v.array(v.object({ roleTemplateId: text })) });
export const ownersSchema = v.object({
  value: v.array(v.object({ id })),
  '@odata.nextLink': link,
});
export type Owners = v.InferOutput<typeof ownersSchema>;
export const memberGroupsSchema = v.object({ value: v.array(v.string()) });

const changedMemberSchema = v.object({
  '@odata.type': v.optional(v.string()),
  id,
  '@removed': v.optional(v.unknown()),
});
/** Changes of a group, with joined and removed members. */
export const changesSchema = v.object({
  value: v.array(
    v.object({
      id,
      displayName: text,
      'members@delta': v.optional(v.array(changedMemberSchema), []),
      '@removed': v.optional(v.unknown()),
    }),
  ),
  '@odata.nextLink': link,
  '@odata.deltaLink': link,
});
export type Changes = v.InferOutput<typeof changesSchema>;

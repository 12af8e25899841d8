import * as v from 'valibot';

export const GROUP_DEFINITIONS = ['userGroup', 'deviceGroup', 'deviceMatchGroup'] as const;
export type GroupDefinition = (typeof GROUP_DEFINITIONS)[number];

export const wakePeriodSchema = v.object({
  /** 0 = Sunday … 6 = Saturday. */
  day: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  time: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
});

/** Loose: later screens read more of it. */
export const groupSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  definitionName: v.picklist(GROUP_DEFINITIONS),
  global: v.optional(v.boolean(), false),
  integrationId: v.optional(v.nullable(v.string())),
  properties: v.optional(v.looseObject({ permittedHostnames: v.optional(v.array(v.string()), []) }), {}),
  wol: v.optional(v.nullable(v.object({ enabled: v.boolean(), periods: v.array(wakePeriodSchema) }))),
  patterns: v.optional(v.array(v.string())),
  meta: v.optional(
    v.nullable(v.looseObject({ courseName: v.optional(v.string()), lastSync: v.optional(v.string()) })),
  ),
  source: v.optional(v.nullable(v.string())),
  nativeIdf: v.optional(v.nullable(v.string())),
  restrictions: v.optional(v.unknown()),
  settings: v.optional(v.nullable(v.looseObject({}))),
  /** In the answer to `POST /groups/{id}/sync`: numbers of added and removed members. */
  synced: v.optional(v.object({ added: v.number(), removed: v.number() })),
  /** For one group, not in lists: ids of the tutors who may see it, and the policies applied to it. */
  permissions: v.optional(v.array(v.string())),
  policies: v.optional(v.array(v.object({ policyId: v.string() }))),
});
export const groupListSchema = v.array(groupSchema);
/** The form in the interface: the mapper sets title to name. */
export type Group = v.InferOutput<typeof groupSchema> & { title: string };

export const toGroup = (document: v.InferOutput<typeof groupSchema>): Group => ({
  ...document,
  title: document.name,
});

import * as v from 'valibot';

export const GROUP_DEFINITIONS = ['userGroup', 'deviceGroup', 'deviceMatchGroup'] as const;
export type GroupDefinition = (typeof GROUP_DEFINITIONS)[number];

export const wakePeriodSchema = v.object({
  /** 0 = Sunday … 6 = Saturday. */
  day: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6)),
  time: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
});

/** STORE-05 … STORE-08. Loose: groups are sent back whole by later screens. */
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
});
export const groupListSchema = v.array(groupSchema);
/** As the interface knows it: the mapper sets title to name (STORE-69). */
export type Group = v.InferOutput<typeof groupSchema> & { title: string };

export const toGroup = (document: v.InferOutput<typeof groupSchema>): Group => ({
  ...document,
  title: document.name,
});

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

export const wakeScheduleSchema = v.object({
  enabled: v.boolean(),
  periods: v.pipe(v.array(wakePeriodSchema), v.maxLength(200)),
});
export type WakeSchedule = v.InferOutput<typeof wakeScheduleSchema>;

/**
 * `PUT /groups/{id}` (decision 14): what the body names is replaced, the rest stays. definitionName, name and global
 * come along. Further fields join with the settings screen.
 */
export const groupBodySchema = v.object({
  definitionName: v.picklist(GROUP_DEFINITIONS),
  name: v.pipe(
    v.string(),
    v.trim(),
    v.minLength(1, 'Field is required'),
    v.maxLength(255, 'Max 255 characters'),
  ),
  global: v.optional(v.boolean(), false),
  wol: v.optional(wakeScheduleSchema),
});

/** `PUT /groups/{id}/members`: ids of users or of devices, as the group's definition says. */
export const groupMembersBodySchema = v.object({ members: v.pipe(v.array(id), v.maxLength(20_000)) });

/** `PUT /groups/{id}/patterns` of a deviceMatchGroup. */
export const groupPatternsBodySchema = v.object({
  patterns: v.pipe(
    v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(255))),
    v.maxLength(1_000),
  ),
});

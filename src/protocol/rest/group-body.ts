/** Bodies of writes to groups. Consoles do not need these checks, so they load only `group.ts`. */
import * as v from 'valibot';
import { GROUP_DEFINITIONS, wakePeriodSchema } from './group.ts';
import { MAX_HOSTNAME, MAX_HOSTNAMES, MAX_MEMBERS, MAX_PATTERN, MAX_PATTERNS } from './group-limits.ts';
import { groupNameSchema } from './group-name.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));

export const wakeScheduleSchema = v.object({
  enabled: v.boolean(),
  periods: v.pipe(v.array(wakePeriodSchema), v.maxLength(200)),
});
export type WakeSchedule = v.InferOutput<typeof wakeScheduleSchema>;

const coordinate = v.pipe(v.number(), v.finite());
const side = v.pipe(v.number(), v.finite(), v.minValue(0));

/**
 * Places of a group's devices on the wall, and the background. A body replaces the fields that it names, and
 * the others stay. `null` clears everything. Loose: later versions store more.
 */
const gridLayoutSchema = v.looseObject({
  /** Key: the client's id. In pixels of the background. */
  positions: v.optional(v.record(id, v.object({ x: coordinate, y: coordinate }))),
  backgroundImageKey: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(512)))),
  backgroundImageUrl: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_048)))),
  /** Pixels. */
  bgWidth: v.optional(v.nullable(side)),
  bgHeight: v.optional(v.nullable(side)),
  zoomPercent: v.optional(v.nullable(v.pipe(side, v.maxValue(1_000)))),
});

export type GridLayout = v.InferOutput<typeof gridLayoutSchema>;

/** Characters of JSON in each loose field of a group. */
export const MAX_GROUP_FIELD_LENGTH = 256 * 1024;
const small = <T>(name: string) =>
  v.check<T, string>(
    (value) => JSON.stringify(value).length <= MAX_GROUP_FIELD_LENGTH,
    `${name} must not be larger than ${MAX_GROUP_FIELD_LENGTH / 1024} KiB`,
  );

const notTaken = (issue: v.StrictObjectIssue) =>
  issue.expected === 'never' ? 'This field cannot be changed here' : issue.message;

const propertiesSchema = v.pipe(
  v.looseObject({
    permittedHostnames: v.optional(
      v.pipe(
        v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_HOSTNAME))),
        v.maxLength(MAX_HOSTNAMES),
      ),
    ),
  }),
  small('Properties'),
);
const restrictionsSchema = v.nullable(v.pipe(v.looseObject({}), small('Restrictions')));

/**
 * `PUT /groups/{id}`: the fields in the body replace the old ones, and the others stay. The same applies to
 * the fields of `settings` and `properties`, which must not become larger than one body may be. Each body has
 * definitionName, name and global. `meta`, `source`, `nativeIdf` and `integrationId` are set when a group is
 * created, so here they may only repeat the present values. Any other field is refused with its name, because
 * members, patterns and policies have calls of their own.
 *
 * A definitionName other than the group's own changes the kind of the group and removes its members. The body
 * then names the former kind as `formerDefinitionName`, so that a person who has not seen another person's
 * change cannot overwrite it. A group of patterns, or of a directory, keeps its kind.
 */
export const groupBodySchema = v.strictObject(
  {
    definitionName: v.picklist(GROUP_DEFINITIONS),
    formerDefinitionName: v.optional(v.picklist(GROUP_DEFINITIONS)),
    name: groupNameSchema,
    global: v.optional(v.boolean(), false),
    wol: v.optional(wakeScheduleSchema),
    settings: v.optional(
      v.pipe(v.looseObject({ gridLayout: v.optional(v.nullable(gridLayoutSchema)) }), small('Settings')),
    ),
    properties: v.optional(propertiesSchema),
    restrictions: v.optional(restrictionsSchema),
    meta: v.optional(v.unknown()),
    source: v.optional(v.unknown()),
    nativeIdf: v.optional(v.unknown()),
    integrationId: v.optional(v.unknown()),
  },
  notTaken,
);

const text = v.pipe(v.string(), v.minLength(1), v.maxLength(512));

/**
 * `POST /groups`: a new group, without members, patterns, tutors and policies, which have calls of their own.
 * Answers the group. `integrationId` and `nativeIdf` name the course of a directory that it comes from, and
 * `source` the service of that directory. Such a group has users.
 */
export const groupCreateBodySchema = v.strictObject(
  {
    definitionName: v.picklist(GROUP_DEFINITIONS),
    name: groupNameSchema,
    global: v.optional(v.boolean(), false),
    properties: v.optional(propertiesSchema, {}),
    restrictions: v.optional(restrictionsSchema, null),
    meta: v.optional(v.nullable(v.pipe(v.looseObject({}), small('Meta'))), null),
    source: v.optional(v.nullable(text), null),
    nativeIdf: v.optional(v.nullable(text), null),
    integrationId: v.optional(v.nullable(id), null),
  },
  notTaken,
);
export type GroupCreateBody = v.InferOutput<typeof groupCreateBodySchema>;

const memberIds = v.pipe(v.array(id), v.maxLength(MAX_MEMBERS));

/**
 * `PUT /groups/{id}/members`: ids of users or devices, as the group's definition says. `former`: the list
 * when the editing began, so that changes by others since then are kept. Absent: the list is replaced.
 */
export const groupMembersBodySchema = v.object({ members: memberIds, former: v.optional(memberIds) });

const patternList = v.pipe(
  v.array(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(MAX_PATTERN))),
  v.maxLength(MAX_PATTERNS),
);

/** `PUT /groups/{id}/patterns` of a deviceMatchGroup. `former`: as with the members. */
export const groupPatternsBodySchema = v.object({
  patterns: patternList,
  former: v.optional(patternList),
});

/** `POST /groups/patterns/matches`: the devices of the site that match these patterns. It changes nothing. */
export const patternMatchesBodySchema = v.object({ patterns: patternList });
const tutorIds = v.pipe(v.array(id), v.maxLength(2_000));

/**
 * `PUT /groups/{id}/permissions`: ids of the tutors who see the group without being group maintainers.
 * `former`: as with the members.
 */
export const groupPermissionsBodySchema = v.object({
  permissions: tutorIds,
  former: v.optional(tutorIds),
});

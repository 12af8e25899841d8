/** What is written of groups. Consoles, which have no use for these checks, load the documents alone (`group.ts`). */
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
 * Where the wall shows each device of a group, and on what. A body replaces what it names of it, and the rest stays; `null`
 * clears all of it. Loose: later versions keep more of it.
 */
const gridLayoutSchema = v.looseObject({
  /** By the id of the client, in pixels of the background. */
  positions: v.optional(v.record(id, v.object({ x: coordinate, y: coordinate }))),
  backgroundImageKey: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(512)))),
  backgroundImageUrl: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(2_048)))),
  /** Pixels. */
  bgWidth: v.optional(v.nullable(side)),
  bgHeight: v.optional(v.nullable(side)),
  zoomPercent: v.optional(v.nullable(v.pipe(side, v.maxValue(1_000)))),
});

export type GridLayout = v.InferOutput<typeof gridLayoutSchema>;

/** Characters of JSON that each loose field of a group may have. */
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
 * `PUT /groups/{id}`: what the body names is replaced, the rest stays; of `settings` and `properties` their own fields,
 * which together with those that stay are not larger than one body may be.
 * definitionName, name and global come along. `meta`, `source`, `nativeIdf` and `integrationId` are set when a group is
 * made: here they may only say what is so already. Any other field is refused with its name: members, patterns and
 * policies have calls of their own.
 *
 * Another definitionName than the group has makes it a group of that kind without members; the body then names the kind
 * that it had as `formerDefinitionName`, so that nobody does it who has not seen the change of somebody else. A group of
 * patterns, or of a directory, stays what it is.
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
 * `POST /groups`: a new group, without members, patterns, tutors and policies, which have calls of their own. Answers the group.
 * `integrationId` and `nativeIdf` name the course of a directory that it comes from, `source` that directory's service;
 * such a group is one of users.
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
 * `PUT /groups/{id}/members`: ids of users or of devices, as the group's definition says. `former`: the list as it was when
 * the editing began; what others have changed since then stays changed. Without it the list is replaced.
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

/** `POST /groups/patterns/matches`: which devices of the site these patterns mean. It changes nothing. */
export const patternMatchesBodySchema = v.object({ patterns: patternList });
const tutorIds = v.pipe(v.array(id), v.maxLength(2_000));

/** `PUT /groups/{id}/permissions`: the ids of the tutors who see the group without being group maintainers. `former`: as with the members. */
export const groupPermissionsBodySchema = v.object({
  permissions: tutorIds,
  former: v.optional(tutorIds),
});

/** Jobs that import tutors, users, devices or groups from a directory, every twelve hours. */

import * as v from 'valibot';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

/** Hours between two runs of a job. */
export const SYNC_FREQUENCY = 12;
/** Part of a job's imported rows. A run that would remove more removes nothing until a person confirms it. */
export const MAX_REMOVED_SHARE = 1 / 5;

const MAX_NAME = 255;
const MAX_PLACE = 1_024;
const MAX_ROLES = 100;
const text = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const place = v.optional(text(MAX_PLACE));

/** Google: `ou`, `teacherEmail`. Microsoft: `group`, `filter`, `search`. Subunits are included. */
const directorySettingsSchema = v.object({
  ou: place,
  group: place,
  teacherEmail: v.optional(text(320)),
  filter: place,
  search: place,
  recursive: v.optional(v.literal(true), true),
});
export type SyncDirectorySettings = v.InferOutput<typeof directorySettingsSchema>;

const DEFINITIONS = ['userGroup', 'deviceGroup'] as const;
const nothingMore = v.strictObject({});

/** A job has exactly one of them. */
const importSettingsSchema = v.union(
  [
    v.strictObject({
      tutors: v.strictObject({
        /** Ids of roles. */
        roles: v.pipe(v.array(id), v.maxLength(MAX_ROLES)),
      }),
    }),
    v.strictObject({ users: nothingMore }),
    v.strictObject({ devices: nothingMore }),
    v.strictObject({
      groups: v.strictObject({
        /** Teachers of the course, or owners of the group, in the directory may open the group. */
        permissions: v.boolean(),
        /** Members who are tutors may open it, too. */
        memberPermissions: v.boolean(),
        definitionName: v.picklist(DEFINITIONS),
      }),
    }),
  ],
  'A job has exactly one import: tutors, users, devices or groups',
);
export type ImportSettings = v.InferOutput<typeof importSettingsSchema>;

export const SYNC_KINDS = ['tutors', 'users', 'devices', 'groups'] as const;
export type SyncKindName = (typeof SYNC_KINDS)[number];

/** The kind of rows that a job imports. */
export const kindOf = (settings: ImportSettings): SyncKindName =>
  'tutors' in settings
    ? 'tutors'
    : 'users' in settings
      ? 'users'
      : 'devices' in settings
        ? 'devices'
        : 'groups';

/** `POST /syncs`, `PUT /syncs/{id}`; and `POST /syncs/preview`, which saves nothing. */
export const syncJobBodySchema = v.object({
  integrationId: id,
  name: v.pipe(text(MAX_NAME), v.regex(VISIBLE_TEXT, 'Name it.')),
  enabled: v.boolean(),
  frequency: v.literal(SYNC_FREQUENCY),
  siteId: v.optional(v.nullable(id), null),
  tagId: v.optional(v.nullable(id), null),
  directorySettings: directorySettingsSchema,
  importSettings: importSettingsSchema,
});
export type SyncJobBody = v.InferOutput<typeof syncJobBodySchema>;

const OUTCOMES = ['done', 'failed', 'stopped'] as const;
export type SyncOutcome = (typeof OUTCOMES)[number];

/** `GET /syncs/{id}/runs`: newest first. Times are ISO 8601. */
export const syncRunSchema = v.object({
  id: v.string(),
  cause: v.picklist(['schedule', 'tutor']),
  askedAt: v.string(),
  /** Null: no process has begun it. */
  startedAt: v.nullable(v.string()),
  /** Null: the run is in progress. */
  endedAt: v.nullable(v.string()),
  outcome: v.nullable(v.picklist(OUTCOMES)),
  /** Reason of a failure. */
  humanError: v.optional(v.string()),
  read: v.number(),
  added: v.number(),
  changed: v.number(),
  removed: v.number(),
});
export type SyncRun = v.InferOutput<typeof syncRunSchema>;
export const syncRunListSchema = v.array(syncRunSchema);

/** `GET /syncs`. */
export const syncJobSchema = v.object({
  ...syncJobBodySchema.entries,
  id: v.string(),
  /** ISO 8601. Null: no run has finished yet. */
  lastRan: v.nullable(v.string()),
  mergeStatus: v.nullable(v.object({ success: v.boolean(), humanError: v.optional(v.string()) })),
  /** The run in progress. */
  run: v.optional(syncRunSchema),
});
export type SyncJob = v.InferOutput<typeof syncJobSchema>;

/** `confirmedRemoval`: how many rows may be removed, as the preview counted them. */
export const syncRunBodySchema = v.object({
  confirmedRemoval: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

const previewPart = v.object({ count: v.number(), examples: v.array(v.string()) });
/** `POST /syncs/preview`, `POST /syncs/{id}/preview`: what a run would do now. */
export const syncPreviewSchema = v.object({
  /** False: only a part of the directory was read. More would be added, and removals are unknown. */
  isWhole: v.boolean(),
  read: v.number(),
  add: previewPart,
  change: previewPart,
  remove: previewPart,
  /** The run would remove more than a fifth of the rows that the job has imported. */
  needsConfirmation: v.boolean(),
});
export type SyncPreview = v.InferOutput<typeof syncPreviewSchema>;

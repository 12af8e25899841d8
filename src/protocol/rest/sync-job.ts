/** Jobs that bring tutors, users, devices or groups from a directory, every twelve hours. */

import * as v from 'valibot';
import { VISIBLE_TEXT } from '#domain/visible-text.ts';

/** Hours between two runs of a job. */
export const SYNC_FREQUENCY = 12;
/** Of what a job has brought: a run that would remove more than this part removes nothing until somebody has confirmed it. */
export const MOST_REMOVED = 1 / 5;

const MAX_NAME = 255;
const MAX_PLACE = 1_024;
const MAX_ROLES = 100;
const text = (most: number) => v.pipe(v.string(), v.trim(), v.maxLength(most));
const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const place = v.optional(text(MAX_PLACE));

/** `ou`, `teacherEmail`: of Google. `group`, `filter`, `search`: of Microsoft. What is below an `ou` or `group` comes too. */
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

/** Exactly one of them. */
const importSettingsSchema = v.union(
  [
    v.strictObject({
      tutors: v.strictObject({
        /** Ids. */
        roles: v.pipe(v.array(id), v.maxLength(MAX_ROLES)),
      }),
    }),
    v.strictObject({ users: nothingMore }),
    v.strictObject({ devices: nothingMore }),
    v.strictObject({
      groups: v.strictObject({
        /** Who teaches the course, or owns the group, at the directory may open the group. */
        permissions: v.boolean(),
        /** Members who are tutors may open it too. */
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

/** What a job brings. */
export const kindOf = (settings: ImportSettings): SyncKindName =>
  'tutors' in settings
    ? 'tutors'
    : 'users' in settings
      ? 'users'
      : 'devices' in settings
        ? 'devices'
        : 'groups';

/** `POST /syncs`, `PUT /syncs/{id}`; and `POST /syncs/preview`, where nothing is saved. */
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

/** `GET /syncs/{id}/runs`: the newest first. Times are ISO 8601. */
export const syncRunSchema = v.object({
  id: v.string(),
  cause: v.picklist(['schedule', 'tutor']),
  askedAt: v.string(),
  /** Null: no process has begun with it. */
  startedAt: v.nullable(v.string()),
  /** Null: it goes on. */
  endedAt: v.nullable(v.string()),
  outcome: v.nullable(v.picklist(OUTCOMES)),
  /** Why it has failed. */
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
  /** ISO 8601. Null: it has never run to an end. */
  lastRan: v.nullable(v.string()),
  mergeStatus: v.nullable(v.object({ success: v.boolean(), humanError: v.optional(v.string()) })),
  /** The run that goes on. */
  run: v.optional(syncRunSchema),
});
export type SyncJob = v.InferOutput<typeof syncJobSchema>;

/** `confirmedRemoval`: how many may be removed, as the preview has told it. */
export const syncRunBodySchema = v.object({
  confirmedRemoval: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
});

const previewPart = v.object({ count: v.number(), examples: v.array(v.string()) });
/** `POST /syncs/preview`, `POST /syncs/{id}/preview`: what a run would do now. */
export const syncPreviewSchema = v.object({
  /** False: the directory is so large that only a part was read; more would be added, and what would be removed is not known. */
  isWhole: v.boolean(),
  read: v.number(),
  add: previewPart,
  change: previewPart,
  remove: previewPart,
  /** More than a fifth of what the job has brought would be removed. */
  needsConfirmation: v.boolean(),
});
export type SyncPreview = v.InferOutput<typeof syncPreviewSchema>;

/** The first page of an administrator: the state of the whole tenant, and the progress of a new one. */
import * as v from 'valibot';
import { DEVICE_TYPES } from '#domain/devices/device-type.ts';

/** The steps from nothing to a class with live screens, in their order. */
export const GUIDE_STEPS = ['site', 'directory', 'tutors', 'devices', 'runner'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

const count = v.number();
const step = v.picklist(GUIDE_STEPS);

/** `PUT /admin/overview/guide`. The platform itself detects which steps are done. */
export const guideChoicesSchema = v.object({
  /** Steps that this school does without. */
  skipped: v.pipe(v.array(step), v.maxLength(GUIDE_STEPS.length)),
  isHidden: v.boolean(),
});
export type GuideChoices = v.InferOutput<typeof guideChoicesSchema>;

/** Devices by when they were last online; each is counted once. */
const deviceStatesSchema = v.object({
  /** Connected now. */
  online: count,
  /** Not now, but within the last seven days. */
  recent: count,
  /** Connected longer ago. */
  away: count,
  /** Imported from a directory, but not enrolled yet. */
  never: count,
});

const syncSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** ISO 8601. Null: no run has finished yet. */
  lastRan: v.nullable(v.string()),
  hasFailed: v.boolean(),
  /** Reason of the failure, for people. */
  humanError: v.optional(v.string()),
});

/** For super admins only. */
const wholeTenantSchema = v.object({
  directories: v.object({ count, active: count }),
  /** `latest`: the failed ones first, then by their last run. */
  syncs: v.object({ count, active: count, failed: count, latest: v.array(syncSchema) }),
  /** `away`: runners that were connected before and are not now, the longest absent first. */
  runners: v.object({
    count,
    connected: count,
    away: v.array(v.object({ id: v.string(), name: v.string(), endedAt: v.string() })),
  }),
  /** Secrets with an end, the next to expire first. */
  endingTokens: v.array(v.object({ siteId: v.string(), siteName: v.string(), expiresAt: v.string() })),
  guide: v.object({ ...guideChoicesSchema.entries, done: v.array(step) }),
});

/** `GET /admin/overview`. Devices: those of the sites on which the caller may give roles. */
export const adminOverviewSchema = v.object({
  sites: v.object({
    count,
    /** Sites without a secret, where no device can enrol. */
    closed: count,
  }),
  devices: v.object({
    ...deviceStatesSchema.entries,
    /** The most frequent versions of each kind, the most frequent first. */
    versions: v.array(v.object({ type: v.picklist(DEVICE_TYPES), version: v.string(), count })),
  }),
  tutors: v.object({ count, withoutSite: count }),
  whole: v.optional(wholeTenantSchema),
});
export type AdminOverview = v.InferOutput<typeof adminOverviewSchema>;
export type WholeTenant = v.InferOutput<typeof wholeTenantSchema>;

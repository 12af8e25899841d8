/** What an administrator opens first: the state of the whole tenant, and how far a new one has come. */
import * as v from 'valibot';
import { DEVICE_TYPES } from '#domain/devices/device-type.ts';

/** The steps from nothing to a class with live screens, in their order. */
export const GUIDE_STEPS = ['site', 'directory', 'tutors', 'devices', 'runner'] as const;
export type GuideStep = (typeof GUIDE_STEPS)[number];

const count = v.number();
const step = v.picklist(GUIDE_STEPS);

/** `PUT /admin/overview/guide`. Which of its steps are done is no choice: the platform sees that. */
export const guideChoicesSchema = v.object({
  /** Steps that this school does without. */
  skipped: v.pipe(v.array(step), v.maxLength(GUIDE_STEPS.length)),
  isHidden: v.boolean(),
});
export type GuideChoices = v.InferOutput<typeof guideChoicesSchema>;

/** Devices by when they were online; each is counted once. */
const deviceStatesSchema = v.object({
  /** Connected now. */
  online: count,
  /** Not now, and within the last seven days. */
  recent: count,
  /** Longer ago. */
  away: count,
  /** Imported from a directory, and not enrolled yet. */
  never: count,
});

const syncSchema = v.object({
  id: v.string(),
  name: v.string(),
  /** ISO 8601. Null: it has never run to an end. */
  lastRan: v.nullable(v.string()),
  hasFailed: v.boolean(),
  /** Why, for people. */
  humanError: v.optional(v.string()),
});

/** What only super admins see. */
const wholeTenantSchema = v.object({
  directories: v.object({ count, active: count }),
  /** `latest`: the failed ones first, then by when they ran last. */
  syncs: v.object({ count, active: count, failed: count, latest: v.array(syncSchema) }),
  /** `away`: those that have been connected and are not, the longest first. */
  runners: v.object({
    count,
    connected: count,
    away: v.array(v.object({ id: v.string(), name: v.string(), endedAt: v.string() })),
  }),
  /** Secrets that will stop letting devices in, the next first. */
  endingTokens: v.array(v.object({ siteId: v.string(), siteName: v.string(), expiresAt: v.string() })),
  guide: v.object({ ...guideChoicesSchema.entries, done: v.array(step) }),
});

/** `GET /admin/overview`. Devices are those of the sites that the caller may give roles on. */
export const adminOverviewSchema = v.object({
  sites: v.object({
    count,
    /** Without a secret: no device can enrol there. */
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

import * as v from 'valibot';

export const DEMAND_TYPES = [
  'info',
  'tabs',
  'applications',
  'thumbnails',
  'statuses',
  'liveScreen',
  'shareScreen',
  'events',
] as const;
export type DemandType = (typeof DEMAND_TYPES)[number];

/** The parameters of a `thumbnails` demand: JPEG quality 1 to 100 and the largest size in pixels. */
export const thumbnailParametersSchema = v.object({
  quality: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
  width: v.optional(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(7680)), 320),
  height: v.optional(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(4320)), 180),
});
export type ThumbnailParameters = v.InferOutput<typeof thumbnailParametersSchema>;

/**
 * Which of the tutor's browser profiles asks. Demands, patches, cancels and last wills of one source touch no
 * other's. Absent in a demand or patch: the tutor as a whole, which counts as one source more.
 */
const demandSourceSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/**
 * What a tutor asks devices to report. `frequency` in ms, 0 = on change; `TTL` in ms, 0 cancels.
 * Travels with the MQTT 5 property *Response topic*, which says where the feedback goes.
 */
export const demandSchema = v.object({
  'demand-type': v.picklist(DEMAND_TYPES),
  'demand-parameters': v.optional(v.record(v.string(), v.unknown()), {}),
  frequency: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
  TTL: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000)),
  source: v.optional(demandSourceSchema),
  /**
   * Epoch ms of the connection that it came over: the last will of an older one of this source does not end it.
   * Later connections of a source have later ones, whatever becomes of the clock.
   */
  since: v.optional(v.number()),
  /** For the person at the device, who is told by whom it is watched. */
  tutorName: v.optional(v.pipe(v.string(), v.maxLength(255))),
});
export type Demand = v.InferOutput<typeof demandSchema>;

/** A change of a live demand for one client: what a tutor sees of it right now. */
export const demandPatchSchema = v.object({
  visible: v.optional(v.boolean()),
  suspend: v.optional(v.boolean()),
  quality: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(100))),
  /** Which display of a client is shown: clientId → display id. Absent: the primary one. */
  clientDisplayMap: v.optional(v.record(v.string(), v.string())),
  /**
   * All displays that are shown, where two screens of one source show different ones of a client. Wins over
   * `clientDisplayMap`; empty: that one counts again.
   */
  displays: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(128))), v.maxLength(16)),
  ),
});
export type DemandPatch = v.InferOutput<typeof demandPatchSchema>;

/** The parameters of the action `patchDemand`: patches by clientId; a client that is not named is not changed. */
export const patchDemandParametersSchema = v.object({
  clients: v.record(v.string(), demandPatchSchema),
  /** Patches the demands of this source only. */
  source: v.optional(demandSourceSchema),
});
export type PatchDemandParameters = v.InferOutput<typeof patchDemandParametersSchema>;

/**
 * The payload of a tutor's last will: the demands of this source have ended that did not come over a later connection
 * than the one of `since`. An empty payload, or one without a source, ends all of that tutor's.
 */
export const tutorLastWillSchema = v.object({
  source: v.optional(demandSourceSchema),
  since: v.optional(v.number()),
});
export type TutorLastWill = v.InferOutput<typeof tutorLastWillSchema>;

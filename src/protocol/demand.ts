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

/** Parameters of a `thumbnails` demand: JPEG quality 1 to 100 and the maximum size in pixels. */
export const thumbnailParametersSchema = v.object({
  quality: v.pipe(v.number(), v.minValue(1), v.maxValue(100)),
  width: v.optional(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(7680)), 320),
  height: v.optional(v.pipe(v.number(), v.integer(), v.minValue(16), v.maxValue(4320)), 180),
});
export type ThumbnailParameters = v.InferOutput<typeof thumbnailParametersSchema>;

/**
 * The tutor's browser profile that sends a message. Demands, patches, cancels and last wills of one source do
 * not affect others. Absent in a demand or patch: the tutor as a whole, which is one more source.
 */
const demandSourceSchema = v.pipe(v.string(), v.minLength(1), v.maxLength(64));

/**
 * A tutor's request that devices report something. `frequency`: ms, 0 = on change. `TTL`: ms, 0 cancels. The
 * MQTT 5 property *Response topic* says where the feedback goes.
 */
export const demandSchema = v.object({
  'demand-type': v.picklist(DEMAND_TYPES),
  'demand-parameters': v.optional(v.record(v.string(), v.unknown()), {}),
  frequency: v.pipe(v.number(), v.minValue(0), v.maxValue(3_600_000)),
  TTL: v.pipe(v.number(), v.minValue(0), v.maxValue(86_400_000)),
  source: v.optional(demandSourceSchema),
  /**
   * Epoch ms of the connection that sent it. The last will of an older connection of this source does not end
   * it. Later connections of a source have later values, even if the clock is set back.
   */
  since: v.optional(v.number()),
  /** Displayed to the person at the device, so that they know which tutor watches it. */
  tutorName: v.optional(v.pipe(v.string(), v.maxLength(255))),
});
export type Demand = v.InferOutput<typeof demandSchema>;

/** A change of a live demand for one client, depending on what a tutor sees of it now. */
export const demandPatchSchema = v.object({
  visible: v.optional(v.boolean()),
  suspend: v.optional(v.boolean()),
  quality: v.optional(v.pipe(v.number(), v.minValue(1), v.maxValue(100))),
  /** The displayed one of a client's displays: clientId → display id. Absent: the primary one. */
  clientDisplayMap: v.optional(v.record(v.string(), v.string())),
  /**
   * All displays on screen, if two screens of one source show different displays of a client. Overrides
   * `clientDisplayMap`. Empty: `clientDisplayMap` counts again.
   */
  displays: v.optional(
    v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(128))), v.maxLength(16)),
  ),
});
export type DemandPatch = v.InferOutput<typeof demandPatchSchema>;

/** Parameters of the action `patchDemand`: patches by clientId. Clients without an entry do not change. */
export const patchDemandParametersSchema = v.object({
  clients: v.record(v.string(), demandPatchSchema),
  /** Patches the demands of this source only. */
  source: v.optional(demandSourceSchema),
});
export type PatchDemandParameters = v.InferOutput<typeof patchDemandParametersSchema>;

/**
 * Payload of a tutor's last will: ends the demands of this source, except those of a connection that is later
 * than `since`. An empty payload, or one without a source, ends all demands of that tutor.
 */
export const tutorLastWillSchema = v.object({
  source: v.optional(demandSourceSchema),
  since: v.optional(v.number()),
});
export type TutorLastWill = v.InferOutput<typeof tutorLastWillSchema>;

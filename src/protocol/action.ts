import * as v from 'valibot';

/**
 * What a tutor tells devices to do (part 3 §7.4). Travels with *Message expiry* (its TTL), *Response topic*
 * (the tutor's backchannel) and *Correlation data* (its id). The receiver acts once per id.
 */
export const actionSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  action: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
  combinedTargetIdentifier: v.optional(v.string()),
  /** Epoch milliseconds. */
  timeSent: v.number(),
});
export type Action = v.InferOutput<typeof actionSchema>;

/** Kind `reply`: the answer of one device to one action. */
export const replySchema = v.looseObject({
  id: v.string(),
  action: v.string(),
  ok: v.boolean(),
  /** Why not: `unsupported`, `invalid`, `refused`, `expired` or a code of the action's own. */
  code: v.optional(v.string()),
});
export type Reply = v.InferOutput<typeof replySchema>;

/** How long an action is worth doing, in seconds (lock and notification 10 min, else 60 s). */
export const actionTtlSeconds = (action: string) =>
  action === 'lock' || action === 'notification' ? 600 : 60;

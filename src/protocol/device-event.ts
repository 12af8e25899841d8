import * as v from 'valibot';

/** The effects of policies that report events. */
const EVENT_EFFECT_TYPES = [
  'BlockAppDefinition',
  'BlockWebsitesDefinition',
  'KeywordMonitoringDefinition',
  'ScreenCaptureDefinition',
] as const;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const line = v.pipe(v.string(), v.maxLength(1_024));
const text = v.pipe(v.string(), v.maxLength(20_000));

/** Characters of base64. With them a message stays below `MAX_JSON_BYTES`. */
export const MAX_EVENT_PICTURE_LENGTH = 180_000;

/**
 * `S/events/{clientId}`: a report of a policy, or an answer to a poll. The connection identifies the sender.
 * An unchanged repetition is stored once. More than 60 a minute are dropped.
 */
export const deviceEventSchema = v.object({
  policyId: v.optional(id),
  /** The pattern or word of the policy that matched. */
  rule: v.optional(line),
  text: v.optional(text),
  effectType: v.optional(v.picklist(EVENT_EFFECT_TYPES)),
  actionType: v.optional(v.picklist(['poll'])),
  context: v.optional(
    v.object({
      url: v.optional(v.pipe(v.string(), v.maxLength(8_192))),
      MainWindowTitle: v.optional(line),
      Path: v.optional(v.pipe(v.string(), v.maxLength(4_096))),
      word: v.optional(line),
      question: v.optional(text),
      answer: v.optional(text),
    }),
    {},
  ),
  /** The screen at that moment, if the policy asks for it. More than six a minute are left out. */
  picture: v.optional(
    v.object({
      contentType: v.literal('image/jpeg'),
      /** Base64. */
      data: v.pipe(v.string(), v.maxLength(MAX_EVENT_PICTURE_LENGTH), v.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    }),
  ),
  /** Epoch milliseconds on the device's clock. */
  timeTriggered: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(8_640_000_000_000_000)),
});
export type DeviceEvent = v.InferOutput<typeof deviceEventSchema>;

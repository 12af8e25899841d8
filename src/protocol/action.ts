import * as v from 'valibot';
import { retrievedFileSchema } from './action-parameters.ts';

/**
 * What a tutor tells devices to do. Travels with *Message expiry* (its TTL), *Response topic*
 * (the tutor's backchannel) and *Correlation data* (its id). The receiver acts once per id. What `parameters`
 * holds depends on `action`: `ACTION_PARAMETERS`.
 */
export const actionSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  action: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
  /** `combinedTarget` of whom it is for, for logs. */
  combinedTargetIdentifier: v.optional(v.pipe(v.string(), v.maxLength(512))),
  /** Epoch milliseconds. */
  timeSent: v.number(),
});
export type Action = v.InferOutput<typeof actionSchema>;

const text = v.pipe(v.string(), v.maxLength(20_000));

/**
 * What becomes of `transferFiles` and `collectFiles`: `accepted` at first, later how it ended. `cancelled`: by either
 * side; `refused`: the student did not want it; `no-file`: it is there no more; `unreachable`, `broken`: the
 * connection; `failed`: anything else, such as a full disk or a hash that is not equal.
 */
export const TRANSFER_OUTCOMES = [
  'accepted',
  'done',
  'cancelled',
  'refused',
  'no-file',
  'unreachable',
  'broken',
  'failed',
] as const;
export type TransferOutcome = (typeof TRANSFER_OUTCOMES)[number];

/** What a student did about a poll: it is on the screen, answered, answered anew, answered after its end, put away. */
export const POLL_FEEDBACK_TYPES = ['shown', 'answered', 'changed', 'late', 'dismissed'] as const;

/**
 * Kind `reply`: the answer of one device to one action, with what the action brings. Further fields are kept.
 * A snapshot's picture comes apart, like a thumbnail, with the same correlation data.
 */
export const replySchema = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  action: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  ok: v.boolean(),
  /** Why not: `unsupported`, `invalid`, `refused`, `expired`, `superseded` or a code of the action's own. */
  code: v.optional(v.pipe(v.string(), v.maxLength(128))),
  /** `ping`: the device's clock, epoch ms. */
  at: v.optional(v.number()),
  /** `poll`: the letters, for example `B` or `A,C`, or the words of a short answer. */
  answer: v.optional(text),
  'feedback-type': v.optional(v.picklist(POLL_FEEDBACK_TYPES)),
  /** `requestName`: what the student calls themselves. */
  name: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** `retrieveFiles`. */
  files: v.optional(v.pipe(v.array(retrievedFileSchema), v.maxLength(1_000))),
  /** `snapshot`: which displays' pictures follow or came before. */
  displays: v.optional(v.pipe(v.array(v.string()), v.maxLength(16))),
  /** `remoteControl`: where the viewer connects. `dnslookup`: where the runner answers in its own network. */
  url: v.optional(v.pipe(v.string(), v.maxLength(2_048))),
  /** `remoteControl`: with what the viewer connects. */
  password: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /**
   * `dnslookup`: the runner's certificate is of an authority of its own that computers have not been set up to trust, as
   * far as the runner knows.
   */
  isUntrusted: v.optional(v.boolean()),
  /** `dnslookup` of a site runner. */
  hostname: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** `wol`: devices that were woken, and those whose address nobody knows. */
  woken: v.optional(v.pipe(v.array(v.string()), v.maxLength(5_000))),
  unknown: v.optional(v.pipe(v.array(v.string()), v.maxLength(5_000))),
  /** `updateDeviceInventory`: the inventory records, as the device gives them. */
  inventoryResults: v.optional(v.record(v.string(), v.unknown())),
  softwareResults: v.optional(v.record(v.string(), v.unknown())),
  /** `powerAction`: what became of it. */
  outcome: v.optional(v.picklist(['scheduled', 'aborted', 'done'])),
  /** `transferFiles`, `collectFiles`. */
  transfer: v.optional(v.picklist(TRANSFER_OUTCOMES)),
});
export type Reply = v.InferOutput<typeof replySchema>;

import * as v from 'valibot';
import { retrievedFileSchema } from './action-parameters.ts';

/**
 * An order of a tutor to devices. It travels with *Message expiry* (its TTL), *Response topic* (the tutor's
 * backchannel) and *Correlation data* (its id). The receiver acts once per id. The shape of `parameters`
 * depends on `action`: see `ACTION_PARAMETERS`.
 */
export const actionSchema = v.object({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  action: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  parameters: v.optional(v.record(v.string(), v.unknown()), {}),
  /** `combinedTarget` of the recipients, for logs. */
  combinedTargetIdentifier: v.optional(v.pipe(v.string(), v.maxLength(512))),
  /** Epoch milliseconds. */
  timeSent: v.number(),
});
export type Action = v.InferOutput<typeof actionSchema>;

const text = v.pipe(v.string(), v.maxLength(20_000));

/**
 * State of `transferFiles` and `collectFiles`: `accepted` at first, later the outcome. `cancelled`: by either
 * side. `refused`: by the student. `no-file`: the file is gone. `unreachable`, `broken`: the connection
 * failed. `failed`: any other failure, such as a full disk or a hash that does not match.
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

/** State of a poll at a student: on the screen, answered, answered again, answered after its end, closed. */
export const POLL_FEEDBACK_TYPES = ['shown', 'answered', 'changed', 'late', 'dismissed'] as const;

/**
 * Kind `reply`: the answer of one device to one action, with that action's results. Further fields are kept.
 * The picture of a snapshot is a message of its own, like a thumbnail, with the same correlation data.
 */
export const replySchema = v.looseObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(128)),
  action: v.pipe(v.string(), v.minLength(1), v.maxLength(64)),
  ok: v.boolean(),
  /** Why not ok: `unsupported`, `invalid`, `refused`, `expired`, `superseded` or the action's own code. */
  code: v.optional(v.pipe(v.string(), v.maxLength(128))),
  /** `ping`: the device's clock, epoch ms. */
  at: v.optional(v.number()),
  /** `poll`: the letters, for example `B` or `A,C`, or the words of a short answer. */
  answer: v.optional(text),
  'feedback-type': v.optional(v.picklist(POLL_FEEDBACK_TYPES)),
  /** `requestName`: the name that the student entered. */
  name: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** `retrieveFiles`. */
  files: v.optional(v.pipe(v.array(retrievedFileSchema), v.maxLength(1_000))),
  /** `snapshot`: the displays whose pictures follow or were sent before. */
  displays: v.optional(v.pipe(v.array(v.string()), v.maxLength(16))),
  /** `remoteControl`: where the viewer connects. `dnslookup`: the runner's address in its own network. */
  url: v.optional(v.pipe(v.string(), v.maxLength(2_048))),
  /** `remoteControl`: the password with which the viewer connects. */
  password: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /**
   * `dnslookup`: as far as the runner knows, the authority of its certificate is its own, and computers have
   * not been set up to trust it.
   */
  isUntrusted: v.optional(v.boolean()),
  /** `dnslookup`: the host name of the site runner. */
  hostname: v.optional(v.pipe(v.string(), v.maxLength(255))),
  /** `wol`: devices that were woken, and devices whose address is unknown. */
  woken: v.optional(v.pipe(v.array(v.string()), v.maxLength(5_000))),
  unknown: v.optional(v.pipe(v.array(v.string()), v.maxLength(5_000))),
  /** `updateDeviceInventory`: the inventory records, as the device sends them. */
  inventoryResults: v.optional(v.record(v.string(), v.unknown())),
  softwareResults: v.optional(v.record(v.string(), v.unknown())),
  /** `powerAction`: its state. */
  outcome: v.optional(v.picklist(['scheduled', 'aborted', 'done'])),
  /** `transferFiles`, `collectFiles`. */
  transfer: v.optional(v.picklist(TRANSFER_OUTCOMES)),
});
export type Reply = v.InferOutput<typeof replySchema>;

/**
 * The questions that this tab has asked, kept over a reload of the page: in the tab's own storage, which ends with
 * the tab, and by whose they are.
 */
import * as v from 'valibot';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import { POLL_TYPES, STANDINGS } from '#domain/poll.ts';

const KEY = 'lectern-polls';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const text = v.pipe(v.string(), v.maxLength(20_000));
const time = v.pipe(v.number(), v.finite());

const recipientSchema = v.object({ clientId: id, userId: id, authType: v.optional(v.picklist(AUTH_TYPES)) });

const keptPollSchema = v.object({
  /** Of the poll; `request.id` is that of the message. */
  id,
  question: v.object({
    type: v.picklist(POLL_TYPES),
    body: text,
    answers: v.pipe(v.array(text), v.maxLength(10)),
  }),
  request: v.object({
    id,
    action: v.literal('poll'),
    parameters: v.record(v.string(), v.unknown()),
    audience: v.union([
      v.strictObject({ groupId: id }),
      v.strictObject({ clients: v.pipe(v.array(recipientSchema), v.maxLength(5_000)) }),
    ]),
    askedAt: time,
  }),
  wasSent: v.boolean(),
  /** Epoch ms. */
  finishedAt: v.optional(time),
  respondents: v.pipe(
    v.array(
      v.object({
        clientId: id,
        name: text,
        standing: v.picklist(STANDINGS),
        answer: v.optional(text),
        hasLeft: v.boolean(),
      }),
    ),
    v.maxLength(5_000),
  ),
});
export type KeptPoll = v.InferOutput<typeof keptPollSchema>;

const keptSchema = v.object({ owner: v.string(), polls: v.record(v.string(), keptPollSchema) });

/** By the place where it was asked: a group's id. Empty where nothing is kept, or it is somebody else's. */
export function readKeptPolls(storage: () => Storage, owner: string): Record<string, KeptPoll> {
  try {
    const kept = v.parse(keptSchema, JSON.parse(storage().getItem(KEY) ?? 'null'));
    return kept.owner === owner ? kept.polls : {};
  } catch {
    return {};
  }
}

export function keepPolls(storage: () => Storage, owner: string, polls: Record<string, KeptPoll>): void {
  try {
    if (Object.keys(polls).length === 0) storage().removeItem(KEY);
    else storage().setItem(KEY, JSON.stringify({ owner, polls }));
  } catch {
    // Storage is full or blocked: this page still has them.
  }
}

export function forgetKeptPolls(storage: () => Storage = () => sessionStorage): void {
  keepPolls(storage, '', {});
}

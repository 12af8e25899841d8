/** The polls that this tab has asked, stored over a reload for the person who asked them. */
import * as v from 'valibot';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import { POLL_TYPES, STANDINGS } from '#domain/poll.ts';
import { createTabStore } from '#session/tab-store.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const text = v.pipe(v.string(), v.maxLength(20_000));
const time = v.pipe(v.number(), v.finite());

const recipientSchema = v.object({ clientId: id, userId: id, authType: v.optional(v.picklist(AUTH_TYPES)) });

const storedPollSchema = v.object({
  /** The id of the poll; `request.id` is the id of the message. */
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
export type StoredPoll = v.InferOutput<typeof storedPollSchema>;

const storedSchema = v.object({ owner: v.string(), polls: v.record(v.string(), storedPollSchema) });

const storeOf = (storage: () => Storage) => createTabStore('lectern-polls', storedSchema, storage);

/** The stored polls by the place of each. Empty if none are stored, or they belong to another owner. */
export function readStoredPolls(storage: () => Storage, owner: string): Record<string, StoredPoll> {
  const stored = storeOf(storage).read();
  return stored?.owner === owner ? stored.polls : {};
}

export function storePolls(storage: () => Storage, owner: string, polls: Record<string, StoredPoll>): void {
  if (Object.keys(polls).length === 0) storeOf(storage).drop();
  else storeOf(storage).keep({ owner, polls });
}

export const removeStoredPolls = (storage: () => Storage = () => sessionStorage): void =>
  storeOf(storage).drop();

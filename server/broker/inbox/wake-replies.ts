/**
 * Stores which devices the runners of a site have woken. A runner replies only to the tutor who sent the
 * request, or to no one for a schedule, but every tutor of the devices should see it.
 */

import { replySchema } from '#protocol/action.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Scope } from '#protocol/topics.ts';
import type { UntilStored } from '#store/until-stored.ts';
import { readPayload } from '../read-payload.ts';
import type { CountDrop, InboxReader } from './platform-inbox.ts';

/** Device ids of the directory. */
export type SentWakes = Scope & {
  deviceIds: readonly string[];
  /** When the reply was received. */
  at: EpochMs;
};
export type StoreWakes = (sent: SentWakes) => Promise<void>;

export type WakeRepliesDeps = {
  store: StoreWakes;
  untilStored: UntilStored;
  drop: CountDrop;
  now(): EpochMs;
};

/** A reader of `tutors`: replies of runners on backchannels. */
export function createWakeReplies({ store, untilStored, drop, now }: WakeRepliesDeps): InboxReader {
  return ({ scope, rest, payload, from }) => {
    const [, , channel, , leaf] = rest;
    if (from.claims.kind !== 'runner' || channel !== 'backchannel' || leaf !== 'reply' || rest.length !== 5)
      return;
    const read = readPayload(replySchema, payload);
    if (!read.ok) {
      drop(`wake:${read.reason}`);
      return;
    }
    const { action, woken: deviceIds = [] } = read.value;
    if (action !== 'wol' || deviceIds.length === 0) return;
    const sent = { ...scope, deviceIds, at: now() };
    const isTaken = untilStored.enqueue({
      key: `${scope.tenant}/${scope.site}/woken`,
      bytes: payload.byteLength,
      store: () => store(sent),
      lost: () => drop('wake:store'),
    });
    if (!isTaken) drop('wake:store');
  };
}

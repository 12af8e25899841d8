/**
 * Notes which devices a site's runners have woken. They tell the tutor who asked, or nobody where a schedule did; what they
 * woke concerns everybody who sees the devices.
 */

import { replySchema } from '#protocol/action.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Scope } from '#protocol/topics.ts';
import type { UntilStored } from '../../store/until-stored.ts';
import { readPayload } from '../read-payload.ts';
import type { CountDrop, LetterReader } from './platform-inbox.ts';

/** Ids of the directory, as a runner of this site names them. */
export type SentWakes = Scope & {
  deviceIds: readonly string[];
  /** When the runner said so; epoch milliseconds. */
  at: number;
};
export type StoreWakes = (sent: SentWakes) => Promise<void>;

export type WakeRepliesDeps = {
  store: StoreWakes;
  untilStored: UntilStored;
  drop: CountDrop;
  now(): EpochMs;
};

/** A reader of `tutors`: of what runners reply on their backchannels. */
export function createWakeReplies({ store, untilStored, drop, now }: WakeRepliesDeps): LetterReader {
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

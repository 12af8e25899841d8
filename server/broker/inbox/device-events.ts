/** Receives the policy events of devices, `S/events/{clientId}`, and stores them. */

import { createRateLimit } from '#base/rate-limit.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { type DeviceEvent, deviceEventSchema } from '#protocol/device-event.ts';
import type { Scope } from '#protocol/topics.ts';
import type { UntilStored } from '#store/until-stored.ts';
import { readPayload } from '../read-payload.ts';
import type { CountDrop, InboxReader } from './platform-inbox.ts';

/** The topic names the sender, because only that client may publish there. */
export type SentEvent = Scope & {
  clientId: string;
  event: DeviceEvent;
  /** When the event was received. */
  at: EpochMs;
};
/** False: the directory has no such client. */
export type StoreDeviceEvent = (sent: SentEvent) => Promise<boolean>;

export type DeviceEventsDeps = {
  store: StoreDeviceEvent;
  untilStored: UntilStored;
  drop: CountDrop;
  now(): EpochMs;
};

/** A blocked page is often reopened at once; a faster device is faulty. */
const MAX_PER_MINUTE = 60;

/** A device sends one in ten seconds. */
const MAX_PICTURES_PER_MINUTE = 6;

/** The reader of `events`. */
export function createDeviceEvents(deps: DeviceEventsDeps): InboxReader {
  const { store, untilStored, drop, now } = deps;
  const rate = createRateLimit({ perMinute: MAX_PER_MINUTE, now });
  const pictureRate = createRateLimit({ perMinute: MAX_PICTURES_PER_MINUTE, now });
  return ({ scope, rest: [clientId = ''], payload }) => {
    const read = readPayload(deviceEventSchema, payload);
    if (!read.ok) {
      drop(`event:${read.reason}`);
      return;
    }
    const device = `${scope.tenant}/${scope.site}/${clientId}`;
    if (!rate.take(device)) {
      drop('event:too-many');
      return;
    }
    const { picture, ...words } = read.value;
    const mayKeep = picture === undefined || pictureRate.take(device);
    if (!mayKeep) drop('event-picture:too-many');
    const event: DeviceEvent = mayKeep ? read.value : words;
    const at = now();
    const take = (taken: DeviceEvent, bytes: number) =>
      untilStored.enqueue({
        key: device,
        bytes,
        async store() {
          if (!(await store({ ...scope, clientId, event: taken, at }))) drop('event:unknown');
        },
        lost: () => drop('event:store'),
      });
    if (take(event, payload.byteLength)) return;
    // Without its picture the event may still fit into the queue.
    const isWithoutPicture = event.picture !== undefined && take(words, JSON.stringify(words).length);
    drop(isWithoutPicture ? 'event-picture:store' : 'event:store');
  };
}

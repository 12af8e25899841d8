/** Sends a device's replies to the tutor who sent the action. */
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { AskedAction } from '../connection/read-action.ts';
import type { TransportPublish } from '../connection/transport.ts';
import { countPublished, type DeviceCounters } from '../counters.ts';
import { type Thumbnail, thumbnailMessage } from '../feedback/thumbnail-message.ts';
import type { DeviceIdentity } from '../identity.ts';
import type { ActionOutcome } from './action-handlers.ts';

export function createDeviceAnswers(deps: {
  identity: () => DeviceIdentity | undefined;
  /** Sends now or after a reconnect, unless `ttlMs` has passed. */
  send: (message: TransportPublish, ttlMs: number) => void;
  counters: DeviceCounters;
}) {
  const ttlMs = ({ action }: AskedAction) => actionTtlSeconds(action.action) * 1_000;
  return {
    reply(asked: AskedAction, outcome: ActionOutcome): void {
      const { action, responseTopic, correlationData } = asked;
      const self = deps.identity();
      if (self === undefined) return;
      const payload = JSON.stringify({ id: action.id, action: action.action, ...outcome });
      countPublished(deps.counters, 'reply', payload.length);
      const topic = `${responseTopic}/${self.clientId}/reply`;
      const message = { topic, payload, qos: 1, contentType: 'application/json', correlationData } as const;
      deps.send(message, ttlMs(asked));
    },
    /** Sends a picture with the correlation data of the action. */
    sendPicture(asked: AskedAction, thumbnail: Thumbnail): void {
      const self = deps.identity();
      if (self === undefined) return;
      countPublished(deps.counters, 'snapshot', thumbnail.picture.bytes.byteLength);
      const message = thumbnailMessage(self, asked.responseTopic, thumbnail);
      deps.send({ ...message, qos: 1, correlationData: asked.correlationData }, ttlMs(asked));
    },
  };
}

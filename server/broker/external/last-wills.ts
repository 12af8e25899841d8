/**
 * Publishes the last will of a client that the platform has ended, because Mosquitto does not after its
 * rights are gone. The platform does not receive its own messages, so presence is cleared here too.
 */
import { selfOf } from '#protocol/auth/access-token.ts';
import { presenceSchema } from '#protocol/feedback.ts';
import { lastWill, presence, tutorLastWill } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import type { BrokerMessage } from '../door/door-gate.ts';
import { readPayload } from '../read-payload.ts';

export type LastWillsDeps = {
  publish(message: { topic: string; payload: Buffer; qos: 1; retain: boolean }): Promise<void>;
  failed(error: unknown): void;
};

export type LastWills = {
  /** Must be called with each received message. */
  read(message: Pick<BrokerMessage, 'topic' | 'payload'>): void;
  /** Must be called when the client has no valid token left. */
  publishFor(claims: Connection['claims']): void;
};

export function createLastWills({ publish, failed }: LastWillsDeps): LastWills {
  /** `since` of each present device, by the topic of its presence. */
  const since = new Map<string, number>();

  function publishWill(topic: string, payload: object | undefined, retain: boolean): void {
    const text = payload === undefined ? '' : JSON.stringify(payload);
    publish({ topic, payload: Buffer.from(text), qos: 1, retain }).catch(failed);
  }

  return {
    read({ topic, payload }) {
      if (topic.split('/', 3)[2] !== 'presence') return;
      const read = payload.length > 0 ? readPayload(presenceSchema, payload) : undefined;
      if (read?.ok) since.set(topic, read.value.since);
      else since.delete(topic);
    },
    publishFor(claims) {
      if (claims.kind === 'tutor') publishWill(tutorLastWill(claims, claims.sub), {}, false);
      const { authType, userId } = claims;
      if (claims.kind !== 'device' || authType === undefined || userId === undefined) return;
      const device = { authType, userId, clientId: selfOf(claims) };
      const at = presence(claims, device);
      const here = since.get(at);
      if (here === undefined) return;
      since.delete(at);
      publishWill(lastWill(claims, device), { since: here }, false);
      publishWill(at, undefined, true);
    },
  };
}

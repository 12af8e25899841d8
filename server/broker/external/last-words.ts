/**
 * Says of a client that the platform has ended what its last will would say: Mosquitto publishes none of a client whose rights
 * are gone. What is said here does not come back to the platform, so a device's presence is cleared here too.
 */
import { selfOf } from '#protocol/auth/access-token.ts';
import { presenceSchema } from '#protocol/feedback.ts';
import { lastWill, presence, tutorLastWill } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import type { BrokerMessage } from '../door/door-gate.ts';
import { readPayload } from '../read-payload.ts';

export type LastWordsDeps = {
  publish(message: { topic: string; payload: Buffer; qos: 1; retain: boolean }): Promise<void>;
  failed(error: unknown): void;
};

export type LastWords = {
  /** To be called with each message that is read. */
  read(message: Pick<BrokerMessage, 'topic' | 'payload'>): void;
  /** To be called when the client has no token any more with which it may come. */
  say(claims: Connection['claims']): void;
};

export function createLastWords({ publish, failed }: LastWordsDeps): LastWords {
  /** Of the devices that are there, by the topic of their presence. */
  const since = new Map<string, number>();

  function sayOf(topic: string, payload: object | undefined, retain: boolean): void {
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
    say(claims) {
      if (claims.kind === 'tutor') sayOf(tutorLastWill(claims, claims.sub), {}, false);
      const { authType, userId } = claims;
      if (claims.kind !== 'device' || authType === undefined || userId === undefined) return;
      const device = { authType, userId, clientId: selfOf(claims) };
      const at = presence(claims, device);
      const here = since.get(at);
      if (here === undefined) return;
      since.delete(at);
      sayOf(lastWill(claims, device), { since: here }, false);
      sayOf(at, undefined, true);
    },
  };
}

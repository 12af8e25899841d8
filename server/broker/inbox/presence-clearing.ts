/**
 * Clears the presence of a device whose last will arrived: only where `since` is the
 * same, so that the will of a connection that was taken over does not erase the device that lives on.
 */
import { tutorLastWillSchema } from '#protocol/demand.ts';
import { lastWillSchema, presenceSchema } from '#protocol/feedback.ts';
import { readPayload } from '../read-payload.ts';
import type { CountDrop, LetterReader } from './platform-inbox.ts';

export type PresenceClearingDeps = {
  /** Publishes the empty retained message. */
  clear(presenceTopic: string): void;
  drop: CountDrop;
};

/** Reads `presence`, and `lastwill`. */
export function createPresenceClearing({ clear, drop }: PresenceClearingDeps): {
  read: LetterReader;
  readLastWill: LetterReader;
} {
  /** `since` by presence topic. */
  const present = new Map<string, number>();

  return {
    read({ scope, rest, payload }) {
      const topic = presenceTopic(scope, rest);
      if (topic === undefined) return;
      present.delete(topic);
      // Said by the device at a clean exit.
      if (payload.length === 0) return;
      const read = readPayload(presenceSchema, payload);
      if (read.ok) present.set(topic, read.value.since);
      else drop(`presence:${read.reason}`);
    },

    readLastWill({ scope, rest, payload }) {
      const topic = presenceTopic(scope, rest);
      if (topic === undefined) {
        // A tutor's: devices read it. An empty one means all of that tutor's browsers.
        const read = payload.length > 0 && readPayload(tutorLastWillSchema, payload);
        if (read && !read.ok) drop(`last-will:${read.reason}`);
        return;
      }
      const read = readPayload(lastWillSchema, payload);
      if (!read.ok) {
        drop(`last-will:${read.reason}`);
        return;
      }
      if (present.get(topic) !== read.value.since) return;
      present.delete(topic);
      clear(topic);
    },
  };
}

/** The levels `{authType}/{userId}/{clientId}`; a tutor's last will has one level less. */
const presenceTopic = ({ tenant, site }: { tenant: string; site: string }, rest: readonly string[]) =>
  rest.length === 3 ? `${tenant}/${site}/presence/${rest.join('/')}` : undefined;

/**
 * Clears the presence of a device when its last will arrives. `since` must be equal, so that the will of a
 * taken-over connection does not clear the presence of the new one.
 */
import { tutorLastWillSchema } from '#protocol/demand.ts';
import { lastWillSchema, presenceSchema } from '#protocol/feedback.ts';
import { readPayload } from '../read-payload.ts';
import type { CountDrop, InboxReader } from './platform-inbox.ts';

export type PresenceClearingDeps = {
  /** Publishes an empty retained message. */
  clear(presenceTopic: string): void;
  drop: CountDrop;
};

/** The readers of `presence` and `lastwill`. */
export function createPresenceClearing({ clear, drop }: PresenceClearingDeps): {
  read: InboxReader;
  readLastWill: InboxReader;
} {
  /** `since` by presence topic. */
  const present = new Map<string, number>();

  return {
    read({ scope, rest, payload }) {
      const topic = presenceTopic(scope, rest);
      if (topic === undefined) return;
      present.delete(topic);
      // The device clears its own presence at a clean exit.
      if (payload.length === 0) return;
      const read = readPayload(presenceSchema, payload);
      if (read.ok) present.set(topic, read.value.since);
      else drop(`presence:${read.reason}`);
    },

    readLastWill({ scope, rest, payload }) {
      const topic = presenceTopic(scope, rest);
      if (topic === undefined) {
        // A tutor's last will is for devices. An empty one means all browsers of that tutor.
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

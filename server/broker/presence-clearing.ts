/**
 * Clears the presence of a device whose last will arrived (wire protocol, Last will): only where `since` is the
 * same, so that the will of a connection that was taken over does not erase the device that lives on.
 */
import * as v from 'valibot';
import { lastWillSchema, presenceSchema } from '#protocol/feedback.ts';

/** Gives out a function that is shown every message of a client; `clear` publishes the empty retained message. */
export function createPresenceClearing(clear: (presenceTopic: string) => void) {
  /** `since` by presence topic. */
  const present = new Map<string, number>();

  return (message: { topic: string; payload: Buffer }): void => {
    const parts = message.topic.split('/');
    const [tenant, site, what, authType, userId, clientId] = parts;
    if (clientId === undefined || parts.length !== 6 || (what !== 'presence' && what !== 'lastwill')) return;
    const topic = `${tenant}/${site}/presence/${authType}/${userId}/${clientId}`;
    if (what === 'presence') {
      const presence = v.safeParse(presenceSchema, parseJson(message.payload));
      if (presence.success) present.set(topic, presence.output.since);
      else present.delete(topic);
      return;
    }
    const will = v.safeParse(lastWillSchema, parseJson(message.payload));
    if (!will.success || present.get(topic) !== will.output.since) return;
    present.delete(topic);
    clear(topic);
  };
}

function parseJson(payload: Buffer): unknown {
  try {
    return JSON.parse(payload.toString());
  } catch {
    return undefined;
  }
}

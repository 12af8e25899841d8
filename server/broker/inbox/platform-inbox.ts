/** Selects the messages of clients that the platform reads, too. */
import type { Scope } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import type { Unreadable } from '../read-payload.ts';

/** A forwarded message on `{tenant}/{site}/{kind}/…`. */
export type InboxMessage = {
  scope: Scope;
  /** The topic levels after the kind. */
  rest: readonly string[];
  payload: Buffer;
  /** MQTT 5 properties, unchanged. */
  properties: object | undefined;
  from: Connection;
};
export type InboxReader = (message: InboxMessage) => void;

type InboxMessageName =
  | 'action'
  | 'presence'
  | 'last-will'
  | 'event'
  | 'event-picture'
  | 'room-message'
  | 'room-status'
  | 'stop-screen-shares'
  | 'tutor-action'
  | 'inventory'
  | 'wake';
/**
 * The reason why the platform dropped a message. `too-many`: the rate limit or the write queue is exceeded;
 * `unknown`: there is no such room or device; `store`: the database failed; `unasked`: no request belongs to
 * the answer; `not-yet`: a tutor must write before students may.
 */
export type DropReason =
  `${InboxMessageName}:${Unreadable | 'too-many' | 'unknown' | 'store' | 'unasked' | 'not-yet'}`;
export type CountDrop = (reason: DropReason) => void;

/** A message that the broker has forwarded. */
export type ReadMessage = { topic: string; payload: Buffer; properties?: object | undefined };

/** Returns the function that receives every message of a client. `readers`: by the kind in the topic. */
export function createPlatformInbox(readers: Readonly<Record<string, InboxReader>>) {
  const byKind = new Map(Object.entries(readers));
  return ({ topic, payload, properties }: ReadMessage, from: Connection): void => {
    // Parsed without a split: thousands of messages per second pass here, nearly all of them feedback.
    const kindAt = topic.indexOf('/', topic.indexOf('/') + 1) + 1;
    const kindEnd = topic.indexOf('/', kindAt);
    const read = byKind.get(topic.slice(kindAt, kindEnd < 0 ? undefined : kindEnd));
    if (!read) return;
    const [tenant = '', site = '', , ...rest] = topic.split('/');
    read({ scope: { tenant, site }, rest, payload, properties, from });
  };
}

/** Finds, among everything that clients publish, the messages that the platform itself reads too. */
import type { Scope } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';
import type { Unreadable } from '../read-payload.ts';

/** A message that went out, on `{tenant}/{site}/{kind}/…`. */
export type Letter = {
  scope: Scope;
  /** The levels behind the kind. */
  rest: readonly string[];
  payload: Buffer;
  /** Properties of MQTT 5, as they came. */
  properties: object | undefined;
  from: Connection;
};
export type LetterReader = (letter: Letter) => void;

type LetterName =
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
 * Why the platform could not use a message. `too-many`: over its rate, or more than may wait to be written; `unknown`: the
 * room or the device is not in the tables (any more); `store`: they could not be written; `unasked`: an answer to nothing
 * that was asked; `not-yet`: a student's message where a tutor has to write first.
 */
export type DropReason =
  `${LetterName}:${Unreadable | 'too-many' | 'unknown' | 'store' | 'unasked' | 'not-yet'}`;
export type CountDrop = (reason: DropReason) => void;

/** A message that the broker has let through. */
export type ReadMessage = { topic: string; payload: Buffer; properties?: object | undefined };

/** Returns the function that takes every message of a client. `readers`: by the kind in the topic. */
export function createPlatformInbox(readers: Readonly<Record<string, LetterReader>>) {
  const byKind = new Map(Object.entries(readers));
  return ({ topic, payload, properties }: ReadMessage, from: Connection): void => {
    // Thousands of messages a second pass here, nearly all of them feedback.
    const kindAt = topic.indexOf('/', topic.indexOf('/') + 1) + 1;
    const kindEnd = topic.indexOf('/', kindAt);
    const read = byKind.get(topic.slice(kindAt, kindEnd < 0 ? undefined : kindEnd));
    if (!read) return;
    const [tenant = '', site = '', , ...rest] = topic.split('/');
    read({ scope: { tenant, site }, rest, payload, properties, from });
  };
}

/** Sorts out of everything that clients publish what is for the platform itself, too. */
import type { Scope } from '#protocol/topics.ts';
import type { Connection } from './connection.ts';
import type { Unreadable } from './read-payload.ts';

/** A message that went out, on `{tenant}/{site}/{kind}/…`. */
export type Letter = {
  scope: Scope;
  /** The levels behind the kind. */
  rest: readonly string[];
  payload: Buffer;
  from: Connection;
};
export type LetterReader = (letter: Letter) => void;

type LetterName = 'presence' | 'last-will' | 'event' | 'room-message' | 'room-status' | 'stop-screen-shares';
/**
 * Why the platform could not use a message. `too-many`: over its rate; `unknown`: the room or the device is not
 * in the tables (any more); `store`: they could not be written.
 */
export type DropReason = `${LetterName}:${Unreadable | 'too-many' | 'unknown' | 'store'}`;
export type CountDrop = (reason: DropReason) => void;

/** Gives out a function that is shown every message of a client. `readers` by the kind in its topic. */
export function createPlatformInbox(readers: Readonly<Record<string, LetterReader>>) {
  const byKind = new Map(Object.entries(readers));
  return ({ topic, payload }: { topic: string; payload: Buffer }, from: Connection): void => {
    // Thousands of messages a second pass here, nearly all of them feedback.
    const kindAt = topic.indexOf('/', topic.indexOf('/') + 1) + 1;
    const kindEnd = topic.indexOf('/', kindAt);
    const read = byKind.get(topic.slice(kindAt, kindEnd < 0 ? undefined : kindEnd));
    if (!read) return;
    const [tenant = '', site = '', , ...rest] = topic.split('/');
    read({ scope: { tenant, site }, rest, payload, from });
  };
}

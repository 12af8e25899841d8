/**
 * When devices and runners connect, are replaced, refused and gone, on its way to the store: one row for each, written
 * in batches, so that a class that comes at once costs a statement or two.
 */

import { selfOf } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { ConnectionEnd, ConnectionRefusal } from '#protocol/rest/reachability.ts';
import type { ConnectionNote } from '../store/people/connection-note.ts';
import type { SiteClaims } from './gate/identify.ts';

/** Rejects where they could not be stored; then they come again. */
export type StoreConnectionNotes = (notes: readonly ConnectionNote[]) => Promise<void>;

/** What is used of a connection. */
export type NotedConnection = { readonly claims: SiteClaims; readonly address: string };

export type ConnectionNotesDeps = {
  store: StoreConnectionNotes;
  failed(error: unknown): void;
  now(): EpochMs;
};

export type ConnectionNotes = {
  opened(connection: NotedConnection): void;
  /** Why the platform is about to end it: that counts when it has ended. */
  ending(connection: NotedConnection, why: ConnectionEnd): void;
  /** `saidGoodbye`: with a DISCONNECT. */
  closed(connection: NotedConnection, saidGoodbye: boolean): void;
  refused(claims: SiteClaims, why: ConnectionRefusal): void;
  /** Stores what waits; connections that close from now on end with the platform. */
  stop(): void;
  close(): Promise<void>;
};

/** A class comes and goes within it. */
const COLLECT_MS = 1_000;
/** While the store fails. */
const RETRY_MS = 5_000;
/** Clients that wait for the store at most. */
const MAX_WAITING = 20_000;

export function createConnectionNotes({ store, failed, now }: ConnectionNotesDeps): ConnectionNotes {
  let waiting = new Map<string, ConnectionNote>();
  /** The open connections of each, oldest first: one that is replaced may be closed after its successor. */
  const open = new Map<string, { connections: Set<NotedConnection>; since: number }>();
  const ends = new WeakMap<NotedConnection, ConnectionEnd>();
  let timer: NodeJS.Timeout | undefined;
  let storing = Promise.resolve();
  let isStopping = false;

  async function storeAll(): Promise<void> {
    const notes = waiting;
    waiting = new Map();
    if (notes.size === 0) return;
    await store([...notes.values()]).catch((error: unknown) => {
      failed(error);
      // What has been noted since is newer.
      const newer = waiting;
      waiting = notes;
      for (const note of newer.values()) keep(note);
      later(RETRY_MS);
    });
  }

  function later(ms: number): void {
    timer ??= setTimeout(() => {
      timer = undefined;
      storing = storing.then(storeAll);
    }, ms);
  }

  function keep(note: ConnectionNote): void {
    const key = keyOf(note);
    if (!waiting.has(key) && waiting.size >= MAX_WAITING) return;
    waiting.set(key, { ...waiting.get(key), ...note });
    later(COLLECT_MS);
  }

  return {
    opened(connection) {
      const who = subjectOf(connection.claims);
      if (!who) return;
      const connections = open.get(keyOf(who))?.connections ?? new Set();
      const before = [...connections].at(-1);
      open.set(keyOf(who), { connections: connections.add(connection), since: now() });
      const replaced = before && { at: now(), isElsewhere: before.address !== connection.address };
      keep({ ...who, connectedAt: now(), ended: null, ...(replaced && { replaced }) });
    },
    ending: (connection, why) => void ends.set(connection, why),
    closed(connection, saidGoodbye) {
      const who = subjectOf(connection.claims);
      if (!who) return;
      const mine = open.get(keyOf(who));
      // One of several has ended nothing: its client is there.
      if (!mine?.connections.delete(connection) || mine.connections.size > 0) return;
      open.delete(keyOf(who));
      const otherwise = saidGoodbye ? 'left' : 'lost';
      const why = isStopping ? 'platform' : (ends.get(connection) ?? otherwise);
      keep({ ...who, ended: { at: now(), why, since: mine.since } });
    },
    refused(claims, why) {
      const who = subjectOf(claims);
      if (who?.kind === 'device') keep({ ...who, refused: { at: now(), why } });
    },
    stop() {
      isStopping = true;
    },
    async close() {
      clearTimeout(timer);
      timer = undefined;
      storing = storing.then(storeAll);
      await storing;
      clearTimeout(timer);
    },
  };
}

const keyOf = ({ tenant, kind, id }: Pick<ConnectionNote, 'tenant' | 'kind' | 'id'>) =>
  `${tenant} ${kind} ${id}`;

/** Of tutors nothing is noted. */
function subjectOf(claims: SiteClaims) {
  const { tenant, kind } = claims;
  return kind === 'tutor' ? undefined : { tenant, kind, id: selfOf(claims) };
}

/**
 * Stores when devices and runners connect, are replaced, are refused and disconnect. Notes, one per client,
 * are written in batches, so that a whole class costs one or two statements.
 */

import { createBatchedWrites } from '#base/batched-writes.ts';
import { selfOf } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { ConnectionEnd, ConnectionRefusal } from '#protocol/rest/reachability.ts';
import type { ConnectionNote } from '#store/people/connection-note.ts';
import type { SiteClaims } from './gate/identify.ts';

/** Rejects if the notes could not be stored; they are sent again later. */
export type StoreConnectionNotes = (notes: readonly ConnectionNote[]) => Promise<void>;

/** The parts of a connection that are used here. */
export type NotedConnection = { readonly claims: SiteClaims; readonly address: string };

export type ConnectionNotesDeps = {
  store: StoreConnectionNotes;
  failed(error: unknown): void;
  now(): EpochMs;
};

export type ConnectionNotes = {
  opened(connection: NotedConnection): void;
  /** Sets why the platform is about to end the connection. Stored once it has closed. */
  ending(connection: NotedConnection, why: ConnectionEnd): void;
  /** `sentDisconnect`: the client sent a DISCONNECT. */
  closed(connection: NotedConnection, sentDisconnect: boolean): void;
  refused(claims: SiteClaims, why: ConnectionRefusal): void;
  /** From now on connections are recorded as ended by the platform's stop; `close` stores the last notes. */
  stop(): void;
  close(): Promise<void>;
};

/** Maximum number of clients with unsaved notes. */
const MAX_WAITING = 20_000;

export function createConnectionNotes({ store, failed, now }: ConnectionNotesDeps): ConnectionNotes {
  let waiting = new Map<string, ConnectionNote>();
  /** Open connections per client, oldest first. A replaced one may close after its successor has opened. */
  const open = new Map<string, { connections: Set<NotedConnection>; since: EpochMs }>();
  const ends = new WeakMap<NotedConnection, ConnectionEnd>();
  const writes = createBatchedWrites(storeAll, failed);
  let isStopping = false;

  async function storeAll(): Promise<void> {
    const notes = waiting;
    waiting = new Map();
    if (notes.size === 0) return;
    await store([...notes.values()]).catch((error: unknown) => {
      // Notes taken since are newer.
      const newer = waiting;
      waiting = notes;
      for (const note of newer.values()) collect(note);
      throw error;
    });
  }

  function collect(note: ConnectionNote): void {
    const key = keyOf(note);
    if (!waiting.has(key) && waiting.size >= MAX_WAITING) return;
    waiting.set(key, { ...waiting.get(key), ...note });
    writes.schedule();
  }

  return {
    opened(connection) {
      const who = subjectOf(connection.claims);
      if (!who) return;
      const connections = open.get(keyOf(who))?.connections ?? new Set();
      const before = [...connections].at(-1);
      open.set(keyOf(who), { connections: connections.add(connection), since: now() });
      const replaced = before && { at: now(), isElsewhere: before.address !== connection.address };
      collect({ ...who, connectedAt: now(), ended: null, ...(replaced && { replaced }) });
    },
    ending: (connection, why) => void ends.set(connection, why),
    closed(connection, sentDisconnect) {
      const who = subjectOf(connection.claims);
      if (!who) return;
      const mine = open.get(keyOf(who));
      // While the client has another open connection, nothing has ended for it.
      if (!mine?.connections.delete(connection) || mine.connections.size > 0) return;
      open.delete(keyOf(who));
      const otherwise = sentDisconnect ? 'left' : 'lost';
      const why = isStopping ? 'platform' : (ends.get(connection) ?? otherwise);
      collect({ ...who, ended: { at: now(), why, since: mine.since } });
    },
    refused(claims, why) {
      const who = subjectOf(claims);
      if (who?.kind === 'device') collect({ ...who, refused: { at: now(), why } });
    },
    stop() {
      isStopping = true;
    },
    close: writes.close,
  };
}

const keyOf = ({ tenant, kind, id }: Pick<ConnectionNote, 'tenant' | 'kind' | 'id'>) =>
  `${tenant} ${kind} ${id}`;

/** Undefined for tutors, whose connections are not recorded. */
function subjectOf(claims: SiteClaims) {
  const { tenant, kind } = claims;
  return kind === 'tutor' ? undefined : { tenant, kind, id: selfOf(claims) };
}

/** The unsent messages of this tab's tutor, by room. They are sent on every screen and after a reload. */

import { liveConnection } from '#live/live-connection.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { Observable } from '#protocol/observable.ts';
import type { RoomChange } from '#protocol/threads/live-worker.ts';
import { createOutbox, type Outbox, type UnsaidMessage } from './outbox.ts';
import { type UnsentStorage, unsentStorage } from './unsent-storage.ts';

/** Rooms of other sites are ignored. */
export type OutboxOwner = { siteId?: string | undefined; userId: string };

export type OutboxesDeps = {
  say(roomId: string, message: string, id: string): Promise<boolean>;
  onSaid(listener: (change: RoomChange) => void): void;
  connection: Pick<Observable<{ name: string }>, 'get' | 'subscribe'>;
  storage: Pick<UnsentStorage, 'read' | 'keep' | 'owners'>;
  newId(): string;
  now(): EpochMs;
};

const prefixOf = ({ siteId, userId }: OutboxOwner) => `${siteId ?? ''}.${userId}.`;

/** Outboxes live as long as the page, since each holds only unsent messages. */
export function createOutboxes({ say, onSaid, connection, storage, newId, now }: OutboxesDeps) {
  const outboxes = new Map<string, { roomId: string; outbox: Outbox }>();
  const isConnected = () => connection.get().name === 'connected';

  onSaid(({ roomId, entries }) => {
    const ids = entries.flatMap((entry) => ('message' in entry ? [entry.id] : []));
    for (const each of outboxes.values()) if (each.roomId === roomId) each.outbox.said(ids);
  });
  connection.subscribe(() => {
    for (const { outbox } of outboxes.values()) outbox.setConnected(isConnected());
  });

  function of(owner: OutboxOwner, roomId: string): Outbox {
    const key = prefixOf(owner) + roomId;
    const known = outboxes.get(key);
    if (known !== undefined) return known.outbox;
    const outbox = createOutbox({
      say: (message, id) => say(roomId, message, id),
      newId,
      now,
      storage: { read: () => storage.read(key), keep: (entries) => storage.keep(entries, key) },
    });
    outboxes.set(key, { roomId, outbox });
    outbox.setConnected(isConnected());
    return outbox;
  }

  return {
    of,
    /**
     * Resumes the outboxes that an earlier page of this tab has left. Returns the messages that cannot be
     * delivered, because their room is not among this tutor's rooms.
     */
    follow(owner: OutboxOwner, roomIds: readonly string[]): readonly UnsaidMessage[] {
      const there = new Set(roomIds);
      const prefix = prefixOf(owner);
      const keys = new Set([...outboxes.keys(), ...storage.owners()]);
      return [...keys]
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => {
          const roomId = key.slice(prefix.length);
          const outbox = of(owner, roomId);
          return there.has(roomId) ? [] : outbox.close();
        });
    },
  };
}

export const outboxes = createOutboxes({
  say: (roomId, message, id) => liveConnection.rooms.say(roomId, message, id),
  onSaid: liveConnection.rooms.onSaid,
  connection: liveConnection.connection,
  storage: unsentStorage,
  newId: () => crypto.randomUUID(),
  now: Date.now,
});

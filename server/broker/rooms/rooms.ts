/**
 * Chat rooms: stores messages and presence, and publishes both to the room. The sender is taken from the
 * connection, not from the message. Membership is checked by the gate.
 */

import type { KeyedWork } from '#base/keyed-work.ts';
import { createRateLimit } from '#base/rate-limit.ts';
import { hasVisibleText } from '#domain/visible-text.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { type RoomMessage, type RoomStatus, roomSendSchema } from '#protocol/room.ts';
import { roomTopic } from '#protocol/topics.ts';
import type { BrokerChanges } from '../broker-permissions.ts';
import type { Connection } from '../door/connection.ts';
import { createGraces } from '../graces.ts';
import type { CountDrop, InboxReader } from '../inbox/platform-inbox.ts';
import { readPayload } from '../read-payload.ts';
import { roomsChangedBy } from './room-changes.ts';
import { memberKey, memberOf, type RoomKey, type RoomMember } from './room-member.ts';
import { createRoomPresences, type RoomPresence } from './room-presences.ts';

export type RoomStore = {
  /** `repeated`: this member has sent that id in this room before. `not-yet`: a tutor must write first. */
  keepMessage(
    room: RoomKey,
    by: RoomMember,
    sent: { id: string; message: string; atMs: EpochMs },
  ): Promise<
    { name: 'kept'; message: RoomMessage } | { name: 'repeated' } | { name: 'unknown' } | { name: 'not-yet' }
  >;
  /** False: there is no such room or member (any more). */
  keepStatus(room: RoomKey, by: RoomMember, status: { action: Status; atMs: EpochMs }): Promise<boolean>;
};
type Status = RoomStatus['action'];

export type RoomsDeps = {
  store: RoomStore;
  changes: BrokerChanges;
  publish(topic: string, payload: Buffer): Promise<void>;
  work: KeyedWork;
  drop: CountDrop;
  now(): EpochMs;
  /** False for a last will, which arrives after its connection has closed. */
  isOpen(connection: Connection): boolean;
  /** How long a member may be away before the room is notified. */
  graceMs: number;
};

export type Rooms = {
  /** The reader of `live-rooms`. */
  read: InboxReader;
  /** A connection is new or back. */
  opened(connection: Connection): void;
  /** A connection closed. Its member leaves unless it is back within the grace period. */
  closed(connection: Connection): void;
  /** A last will shows that the member has left for good. */
  left(connection: Connection): void;
  stop(): void;
};

/** Faster than people type. Also limits how much one member can add to the database. */
const MAX_MESSAGES_PER_MINUTE = 120;
const MAX_ARRIVALS_PER_MINUTE = 60;

export function createBrokerRooms(deps: RoomsDeps): Rooms {
  const { store, publish, work, drop, now } = deps;
  const messageRate = createRateLimit({ perMinute: MAX_MESSAGES_PER_MINUTE, now });
  const arrivalRate = createRateLimit({ perMinute: MAX_ARRIVALS_PER_MINUTE, now });
  const presences = createRoomPresences();
  /** Keyed by MQTT client id. */
  const graces = createGraces(deps.graceMs);
  let lastAt = 0;
  /** Timestamps are unique, so that the order of the history is certain. */
  const stamp = () => {
    lastAt = Math.max(now(), lastAt + 1);
    return lastAt;
  };

  const enqueue = (room: RoomKey, piece: () => Promise<void>) =>
    work.enqueue(`${room.tenant}/${room.site}/${room.roomId}`, piece);

  const publishToRoom = (room: RoomKey, type: 'messages' | 'changed' | Status, what: object) =>
    publish(roomTopic(room, room.roomId, type), Buffer.from(JSON.stringify(what)));
  const unlisten = deps.changes.listen((change) => {
    for (const room of roomsChangedBy(change, presences.rooms()))
      enqueue(room, () => publishToRoom(room, 'changed', {}));
  });

  const keepStatus = ({ room, member }: RoomPresence, action: Status) => {
    const atMs = stamp();
    enqueue(room, async () => {
      const isStored = await store.keepStatus(room, member, { action, atMs }).catch((error: unknown) => {
        drop('room-status:store');
        throw error;
      });
      if (!isStored) drop('room-status:unknown');
    });
  };

  function send(room: RoomKey, by: RoomMember, payload: Buffer): void {
    const read = readPayload(roomSendSchema, payload);
    if (!read.ok) {
      drop(`room-message:${read.reason}`);
      return;
    }
    if (!hasVisibleText(read.value.message)) {
      drop('room-message:schema');
      return;
    }
    if (!messageRate.take(memberKey(room, by))) {
      drop('room-message:too-many');
      return;
    }
    const sent = { ...read.value, atMs: stamp() };
    enqueue(room, async () => {
      const result = await store.keepMessage(room, by, sent).catch((error: unknown) => {
        drop('room-message:store');
        throw error;
      });
      if (result.name === 'unknown' || result.name === 'not-yet') drop(`room-message:${result.name}`);
      // A repeated message was published when it first arrived.
      if (result.name === 'kept') await publishToRoom(room, 'messages', result.message);
    });
  }

  function connected(room: RoomKey, member: RoomMember, from: Connection): void {
    const { clientId } = from;
    if (!deps.isOpen(from) || presences.has(memberKey(room, member), clientId)) return;
    if (!arrivalRate.take(memberKey(room, member))) {
      drop('room-status:too-many');
      return;
    }
    const presence = presences.take(memberKey(room, member), { room, member }, clientId);
    if (presence.sessions.size === 1) keepStatus(presence, 'connected');
  }

  function disconnected(room: RoomKey, member: RoomMember, { clientId }: Connection): void {
    const key = memberKey(room, member);
    const left = presences.leave(key, clientId);
    if (left?.sessions.size === 0) {
      keepStatus(left, 'disconnect');
      return;
    }
    // The room was told that this person left, but they are still there with another browser or device. That
    // also happens when a connection returns after its grace period and has lost its seat.
    if (!presences.of(key)) return;
    if (!left && !arrivalRate.take(key)) {
      drop('room-status:too-many');
      return;
    }
    enqueue(room, () => publishToRoom(room, 'connected', personOf(member)));
  }

  function leave(clientId: string): void {
    for (const presence of presences.leaveAll(clientId)) {
      if (presence.sessions.size > 0) continue;
      keepStatus(presence, 'disconnect');
      enqueue(presence.room, () => publishToRoom(presence.room, 'disconnect', personOf(presence.member)));
    }
  }

  return {
    read({ scope, rest: [roomId = '', type], payload, from }) {
      const member = memberOf(from);
      if (!member) return;
      const room = { ...scope, roomId };
      if (type === 'send-message') send(room, member, payload);
      // The gate has checked that the payload's ids are the connection's own.
      else if (type === 'connected') connected(room, member, from);
      else if (type === 'disconnect') disconnected(room, member, from);
    },
    opened: ({ clientId }) => graces.end(clientId),
    closed({ clientId }) {
      if (presences.holds(clientId)) graces.begin(clientId, () => leave(clientId));
    },
    left({ clientId }) {
      graces.end(clientId);
      leave(clientId);
    },
    stop() {
      unlisten();
      graces.stop();
    },
  };
}

/** The ids of a member in a status. The device is left out, because the person came or left. */
const personOf = (member: RoomMember) =>
  'tutorId' in member ? { tutorId: member.tutorId } : { userId: member.userId };

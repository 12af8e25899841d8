/**
 * Chat rooms: keeps messages and who is there, and publishes both to the room. The sender is taken from the
 * connection, not from the message. Who is a member is the gate's business.
 */

import { hasVisibleText } from '#domain/visible-text.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { type RoomMessage, type RoomStatus, roomSendSchema } from '#protocol/room.ts';
import { roomTopic } from '#protocol/topics.ts';
import type { BrokerChanges } from '../broker-permissions.ts';
import type { Connection } from '../door/connection.ts';
import { createGraces } from '../graces.ts';
import type { CountDrop, LetterReader } from '../inbox/platform-inbox.ts';
import type { KeyedWork } from '../keyed-work.ts';
import { createRateLimit } from '../rate-limit.ts';
import { readPayload } from '../read-payload.ts';
import { roomsChangedBy } from './room-changes.ts';
import { memberKey, memberOf, type RoomKey, type RoomMember } from './room-member.ts';
import { createRoomSeats, type Seat } from './room-seats.ts';

export type RoomStore = {
  /**
   * `repeated`: this member has said that id in this room before. `not-yet`: a tutor has to write first. `atMs`: epoch
   * milliseconds.
   */
  keepMessage(
    room: RoomKey,
    by: RoomMember,
    said: { id: string; message: string; atMs: number },
  ): Promise<
    { name: 'kept'; message: RoomMessage } | { name: 'repeated' } | { name: 'unknown' } | { name: 'not-yet' }
  >;
  /** False: there is no such room or member (any more). */
  keepStatus(room: RoomKey, by: RoomMember, status: { action: Status; atMs: number }): Promise<boolean>;
};
type Status = RoomStatus['action'];

export type RoomsDeps = {
  store: RoomStore;
  changes: BrokerChanges;
  publish(topic: string, payload: Buffer): Promise<void>;
  work: KeyedWork;
  drop: CountDrop;
  now(): EpochMs;
  /** A last will comes when its connection has gone. */
  isOpen(connection: Connection): boolean;
  /** How long a member may be away before the room learns it. */
  graceMs: number;
};

export type Rooms = {
  /** Reader of `live-rooms`. */
  read: LetterReader;
  /** It is back, or new. */
  opened(connection: Connection): void;
  /** It went: for good, unless it is back within the grace. */
  closed(connection: Connection): void;
  /** It went for good: its last will says so. */
  left(connection: Connection): void;
  stop(): void;
};

/** Faster than anybody types, and a bound on what one member can put into the database. */
const MAX_MESSAGES_PER_MINUTE = 120;
const MAX_ARRIVALS_PER_MINUTE = 60;

export function createBrokerRooms(deps: RoomsDeps): Rooms {
  const { store, publish, work, drop, now } = deps;
  const messageRate = createRateLimit({ perMinute: MAX_MESSAGES_PER_MINUTE, now });
  const arrivalRate = createRateLimit({ perMinute: MAX_ARRIVALS_PER_MINUTE, now });
  const seats = createRoomSeats();
  /** By MQTT client identifier. */
  const graces = createGraces(deps.graceMs);
  let lastAt = 0;
  /** Two entries of the history never have the same time: which was later must be known. */
  const stamp = () => {
    lastAt = Math.max(now(), lastAt + 1);
    return lastAt;
  };

  const enqueue = (room: RoomKey, piece: () => Promise<void>) =>
    work.enqueue(`${room.tenant}/${room.site}/${room.roomId}`, piece);

  const say = (room: RoomKey, type: 'messages' | 'changed' | Status, what: object) =>
    publish(roomTopic(room, room.roomId, type), Buffer.from(JSON.stringify(what)));
  const unlisten = deps.changes.listen((change) => {
    for (const room of roomsChangedBy(change, seats.rooms())) enqueue(room, () => say(room, 'changed', {}));
  });

  const keepStatus = ({ room, member }: Seat, action: Status) => {
    const atMs = stamp();
    enqueue(room, async () => {
      const kept = await store.keepStatus(room, member, { action, atMs }).catch((error: unknown) => {
        drop('room-status:store');
        throw error;
      });
      if (!kept) drop('room-status:unknown');
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
    const said = { ...read.value, atMs: stamp() };
    enqueue(room, async () => {
      const kept = await store.keepMessage(room, by, said).catch((error: unknown) => {
        drop('room-message:store');
        throw error;
      });
      if (kept.name === 'unknown' || kept.name === 'not-yet') drop(`room-message:${kept.name}`);
      // One that is repeated was said to the room when it came first.
      if (kept.name === 'kept') await say(room, 'messages', kept.message);
    });
  }

  function connected(room: RoomKey, member: RoomMember, from: Connection): void {
    const { clientId } = from;
    if (!deps.isOpen(from) || seats.has(memberKey(room, member), clientId)) return;
    if (!arrivalRate.take(memberKey(room, member))) {
      drop('room-status:too-many');
      return;
    }
    const seat = seats.take(memberKey(room, member), { room, member }, clientId);
    if (seat.sessions.size === 1) keepStatus(seat, 'connected');
  }

  function disconnected(room: RoomKey, member: RoomMember, { clientId }: Connection): void {
    const key = memberKey(room, member);
    const left = seats.leave(key, clientId);
    if (left?.sessions.size === 0) {
      keepStatus(left, 'disconnect');
      return;
    }
    // The others have heard that this person left, who is still there with another browser or device: also from one
    // that comes back after its grace, and whose seat is gone.
    if (!seats.of(key)) return;
    if (!left && !arrivalRate.take(key)) {
      drop('room-status:too-many');
      return;
    }
    enqueue(room, () => say(room, 'connected', personOf(member)));
  }

  function leave(clientId: string): void {
    for (const seat of seats.leaveAll(clientId)) {
      if (seat.sessions.size > 0) continue;
      keepStatus(seat, 'disconnect');
      enqueue(seat.room, () => say(seat.room, 'disconnect', personOf(seat.member)));
    }
  }

  return {
    read({ scope, rest: [roomId = '', type], payload, from }) {
      const member = memberOf(from);
      if (!member) return;
      const room = { ...scope, roomId };
      if (type === 'send-message') send(room, member, payload);
      // The gate has seen that the payload names the connection's own.
      else if (type === 'connected') connected(room, member, from);
      else if (type === 'disconnect') disconnected(room, member, from);
    },
    opened: ({ clientId }) => graces.end(clientId),
    closed({ clientId }) {
      if (seats.holds(clientId)) graces.begin(clientId, () => leave(clientId));
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

/** As a status names them: whichever device it was, it is the person who came or left. */
const personOf = (member: RoomMember) =>
  'tutorId' in member ? { tutorId: member.tutorId } : { userId: member.userId };

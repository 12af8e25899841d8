/** The members who are in each chat room, with their browsers or devices. */
import type { RoomKey, RoomMember } from './room-member.ts';

export type Seat = {
  readonly room: RoomKey;
  readonly member: RoomMember;
  /** MQTT client ids of this person in the room. */
  readonly sessions: Set<string>;
};

export type RoomSeats = {
  /** Undefined: this person is not in the room. */
  of(key: string): Seat | undefined;
  has(key: string, session: string): boolean;
  take(key: string, who: { room: RoomKey; member: RoomMember }, session: string): Seat;
  /** Returns the seat that was left; undefined: the session had none. */
  leave(key: string, session: string): Seat | undefined;
  /** Leaves all rooms. */
  leaveAll(session: string): readonly Seat[];
  holds(session: string): boolean;
  /** The rooms with members, each as often as it has members. */
  rooms(): RoomKey[];
};

/** `key`: one person in one room. */
export function createRoomSeats(): RoomSeats {
  const seats = new Map<string, Seat>();
  /** Keys by session. */
  const held = new Map<string, Set<string>>();

  function leave(key: string, session: string): Seat | undefined {
    const seat = seats.get(key);
    if (!seat?.sessions.delete(session)) return undefined;
    if (seat.sessions.size === 0) seats.delete(key);
    const keys = held.get(session);
    keys?.delete(key);
    if (keys?.size === 0) held.delete(session);
    return seat;
  }

  return {
    of: (key) => seats.get(key),
    has: (key, session) => seats.get(key)?.sessions.has(session) ?? false,
    take(key, who, session) {
      const seat = seats.get(key) ?? { ...who, sessions: new Set() };
      seats.set(key, seat);
      seat.sessions.add(session);
      held.set(session, (held.get(session) ?? new Set()).add(key));
      return seat;
    },
    leave,
    leaveAll: (session) =>
      [...(held.get(session) ?? [])].flatMap((key) => {
        const seat = leave(key, session);
        return seat ? [seat] : [];
      }),
    holds: (session) => held.has(session),
    rooms: () => [...seats.values()].map(({ room }) => room),
  };
}

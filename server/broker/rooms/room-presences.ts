/** The members who are in each chat room, with their browsers or devices. */
import type { RoomKey, RoomMember } from './room-member.ts';

export type RoomPresence = {
  readonly room: RoomKey;
  readonly member: RoomMember;
  /** MQTT client ids of this person in the room. */
  readonly sessions: Set<string>;
};

export type RoomPresences = {
  /** Undefined: this person is not in the room. */
  of(key: string): RoomPresence | undefined;
  has(key: string, session: string): boolean;
  take(key: string, who: { room: RoomKey; member: RoomMember }, session: string): RoomPresence;
  /** Returns the seat that was left; undefined: the session had none. */
  leave(key: string, session: string): RoomPresence | undefined;
  /** Leaves all rooms. */
  leaveAll(session: string): readonly RoomPresence[];
  holds(session: string): boolean;
  /** The rooms with members, each as often as it has members. */
  rooms(): RoomKey[];
};

/** `key`: one person in one room. */
export function createRoomPresences(): RoomPresences {
  const presences = new Map<string, RoomPresence>();
  /** Keys by session. */
  const held = new Map<string, Set<string>>();

  function leave(key: string, session: string): RoomPresence | undefined {
    const presence = presences.get(key);
    if (!presence?.sessions.delete(session)) return undefined;
    if (presence.sessions.size === 0) presences.delete(key);
    const keys = held.get(session);
    keys?.delete(key);
    if (keys?.size === 0) held.delete(session);
    return presence;
  }

  return {
    of: (key) => presences.get(key),
    has: (key, session) => presences.get(key)?.sessions.has(session) ?? false,
    take(key, who, session) {
      const presence = presences.get(key) ?? { ...who, sessions: new Set() };
      presences.set(key, presence);
      presence.sessions.add(session);
      held.set(session, (held.get(session) ?? new Set()).add(key));
      return presence;
    },
    leave,
    leaveAll: (session) =>
      [...(held.get(session) ?? [])].flatMap((key) => {
        const presence = leave(key, session);
        return presence ? [presence] : [];
      }),
    holds: (session) => held.has(session),
    rooms: () => [...presences.values()].map(({ room }) => room),
  };
}

import { selfOf } from '#protocol/auth/access-token.ts';
import type { Scope } from '#protocol/topics.ts';
import type { Connection } from '../door/connection.ts';

export type RoomKey = Scope & { roomId: string };
export type RoomMember = { tutorId: string } | { userId: string; clientId: string };

/** The chat-room member of a connection; undefined for a site runner. */
export function memberOf({ claims }: Pick<Connection, 'claims'>): RoomMember | undefined {
  if (claims.kind === 'tutor') return { tutorId: claims.sub };
  if (claims.kind === 'runner') return undefined;
  const clientId = selfOf(claims);
  return { userId: claims.userId ?? clientId, clientId };
}

/** The key of a person in a room, independent of the device. Ids contain no `/`. */
export const memberKey = ({ tenant, site, roomId }: RoomKey, member: RoomMember) =>
  `${tenant}/${site}/${roomId}/${'tutorId' in member ? `tutor/${member.tutorId}` : `user/${member.userId}`}`;

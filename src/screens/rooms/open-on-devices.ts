/** Opens a room on the devices of its students. */
import type { LiveRoom, RoomPerson } from '#protocol/rest/live-room.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { deviceCommands } from '../../live/live-connection.ts';
import { activities } from '../../shell/activity/activity.ts';
import { m } from './messages.ts';

type Meant = { users: readonly string[]; guests?: readonly string[]; groups?: readonly string[] };

function send(roomId: string, audience: Audience): void {
  const run = deviceCommands.openChatRoom(audience, roomId);
  activities.report({ title: m.openOnDevices, run, names: new Map() });
}

/** For everybody there. A group is one message, as long as all of its people are in the room. */
export function openOnDevices({ id, members }: LiveRoom, people: readonly RoomPerson[]): void {
  const isWhole = members.without.length === 0;
  const students = people.filter(
    (person) => person.kind === 'user' && (!isWhole || members.users.includes(person.id)),
  );
  openOnDevicesOf(id, {
    users: students.filter(({ isGuest }) => !isGuest).map((person) => person.id),
    guests: students.filter(({ isGuest }) => isGuest).map((person) => person.id),
    groups: isWhole ? members.groups : [],
  });
}

/** For those who have just been invited. */
export function openOnDevicesOf(roomId: string, { users, guests = [], groups = [] }: Meant): void {
  const people = [
    ...users.map((userId) => ({ userId, authType: 'user' as const })),
    ...guests.map((userId) => ({ userId, authType: 'session' as const })),
  ];
  if (people.length > 0) send(roomId, { people });
  for (const groupId of groups) send(roomId, { groupId });
}

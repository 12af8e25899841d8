/** Opens a room on the devices of its students. */
import { shownText } from '#domain/shown-text.ts';
import { deviceCommands } from '#live/live-connection.ts';
import type { LiveRoom, RoomPerson } from '#protocol/rest/live-room.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { activities } from '#shell/activity/activity.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { m } from './messages.ts';

/** Maximum length of a room's name in the activity area. */
const MAX_NAME = 40;

type Recipients = { users: readonly string[]; guests?: readonly string[]; groups?: readonly string[] };

function send(roomId: string, audience: Audience, recipient: string): void {
  const run = deviceCommands.openChatRoom(audience, roomId);
  activities.report({ title: m.openOnDevices, run, names: new Map(), whom: recipient });
}

/** Opens the room for all its students. A whole group is one message, unless people of it were removed. */
export function openOnDevices(room: LiveRoom, people: readonly RoomPerson[]): void {
  const { members } = room;
  const isWhole = members.without.length === 0;
  const students = people.filter(
    (person) => person.kind === 'user' && (!isWhole || members.users.includes(person.id)),
  );
  if (students.length === 0 && (!isWhole || members.groups.length === 0)) {
    toasts.show({ type: 'info', text: m.noStudents });
    return;
  }
  openOnDevicesOf(room, {
    users: students.filter(({ isGuest }) => !isGuest).map((person) => person.id),
    guests: students.filter(({ isGuest }) => isGuest).map((person) => person.id),
    groups: isWhole ? members.groups : [],
  });
}

/** Opens the room for newly invited people. */
export function openOnDevicesOf(
  { id, name }: Pick<LiveRoom, 'id' | 'name'>,
  { users, guests = [], groups = [] }: Recipients,
): void {
  const people = [
    ...users.map((userId) => ({ userId, authType: 'user' as const })),
    ...guests.map((userId) => ({ userId, authType: 'session' as const })),
  ];
  if (people.length > 0) send(id, { people }, m.peopleCount({ count: people.length }));
  for (const groupId of groups) send(id, { groupId }, shownText(name, MAX_NAME));
}

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { deviceCommands } from '#live/live-connection.ts';
import type { LiveRoom, RoomMembers, RoomPerson } from '#protocol/rest/live-room.ts';
import type { Audience } from '#protocol/threads/live-action.ts';
import { activities } from '#shell/activity/activity.ts';
import { createFakeRun } from '#shell/activity/fakes/fake-run.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { m } from './messages.ts';
import { openOnDevices } from './open-on-devices.ts';

let sent: [Audience, string][];
beforeEach(() => {
  sent = [];
  vi.spyOn(deviceCommands, 'openChatRoom').mockImplementation((audience, roomId) => {
    sent.push([audience, roomId]);
    return createFakeRun(({ giveUp }) => giveUp()).run;
  });
});
afterEach(() => {
  for (const { id } of activities.list()) activities.close(id);
  vi.restoreAllMocks();
});

const room = (members: Partial<RoomMembers>): LiveRoom => ({
  id: 'r1',
  name: 'Volcanoes',
  type: 'text-chat',
  membershipType: 'chat room',
  members: { users: [], groups: [], tutors: ['t'], without: [], ...members },
});
const person = (id: string, more: Partial<RoomPerson> = {}): RoomPerson => ({
  id,
  kind: 'user',
  name: id,
  isGuest: false,
  active: false,
  ...more,
});
const PEOPLE = [
  person('t', { kind: 'tutor' }),
  person('ada'),
  person('gus', { isGuest: true }),
  person('ben'),
];
const user = (userId: string) => ({ userId, authType: 'user' });
const guest = (userId: string) => ({ userId, authType: 'session' });

test('a whole group is one message, and who is there without a group another one', () => {
  openOnDevices(room({ groups: ['7a'], users: ['ada', 'gus'] }), PEOPLE);
  expect(sent).toEqual([
    [{ people: [user('ada'), guest('gus')] }, 'r1'],
    [{ groupId: '7a' }, 'r1'],
  ]);
});

test('where somebody was taken out of the group the others are meant one by one', () => {
  openOnDevices(room({ groups: ['7a'], users: ['ada'], without: ['cleo'] }), PEOPLE);
  expect(sent).toEqual([[{ people: [user('ada'), user('ben'), guest('gus')] }, 'r1']]);
});

test('a room without students says so, and tells no device', () => {
  const shown = vi.spyOn(toasts, 'show');
  openOnDevices(room({}), PEOPLE.slice(0, 1));
  expect([sent, shown.mock.calls]).toEqual([[], [[{ type: 'info', text: m.noStudents }]]]);
});

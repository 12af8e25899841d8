import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { insertAll } from './insert-all.ts';
import type { Student } from './school.ts';
import type { SeededGroup } from './seed-groups.ts';

const MINUTE_MS = 60_000;

/** Inserts chat rooms with yesterday's messages. The owner is a member like the others. */
export async function seedRooms(
  trx: Transaction<Database>,
  tenant: string,
  { groups, students }: { groups: readonly SeededGroup[]; students: readonly Student[] },
): Promise<void> {
  const people = students.flatMap(({ user, name }) => (user ? [{ id: user.id, name: name.full }] : []));
  const maths = groups.find((group) => group.name === '7A Mathematics');
  const teacher = { id: 'tutor-teacher', name: 'Tess Teacher' };
  const rooms = [
    { id: 'room-3', name: '7A Mathematics', membership_type: 'group', members: [], group: maths?.id },
    { id: 'room-2', name: 'Homework help', membership_type: 'chat room', members: people.slice(0, 6) },
    {
      id: 'room-1',
      name: 'Question about fractions',
      membership_type: 'direct',
      members: people.slice(2, 3),
    },
  ];
  await insertAll(
    trx,
    'live_rooms',
    rooms.map(({ id, name, membership_type }) => ({
      tenant,
      site_id: 'riverside',
      id,
      name,
      membership_type,
      owner_id: teacher.id,
    })),
  );
  await insertAll(
    trx,
    'live_room_members',
    rooms.flatMap(({ id, members, group }) => [
      { tenant, room_id: id, kind: 'tutor' as const, member_id: teacher.id },
      ...members.map((member) => ({ tenant, room_id: id, kind: 'user' as const, member_id: member.id })),
      ...(group ? [{ tenant, room_id: id, kind: 'group' as const, member_id: group }] : []),
    ]),
  );
  const yesterday = Date.now() - 24 * 60 * MINUTE_MS;
  const lines = [
    'Is anyone stuck on question 4?',
    'I am, I do not see where the 12 comes from',
    'Write both fractions over the same denominator first',
    'Ah! Then it is 7 over 12',
    'Exactly. Try question 5 the same way',
  ];
  await insertAll(
    trx,
    'live_room_history',
    rooms.flatMap(({ id, members }) =>
      lines.flatMap((message, index) => {
        const fromTutor = index % 2 === 0;
        const author = fromTutor ? teacher : members[index % Math.max(1, members.length)];
        if (!author) return [];
        return [
          {
            tenant,
            id: `${id}-line-${index + 1}`,
            room_id: id,
            kind: 'message' as const,
            message,
            name: author.name,
            picture: null,
            action: null,
            sent_at: new Date(yesterday + index * MINUTE_MS),
            user_id: fromTutor ? null : author.id,
            tutor_id: fromTutor ? author.id : null,
          },
        ];
      }),
    ),
  );
}

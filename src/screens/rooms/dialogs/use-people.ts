import { useQuery } from '@tanstack/react-query';
import { shownName } from '#domain/people/shown-name.ts';
import type { InvitableKind, RoomPerson } from '#protocol/rest/live-room.ts';
import { invitableQuery } from '#rest/rooms.ts';
import { useAuth } from '#session/session-store.ts';
import type { PickItem } from '#ui/field/pick-list.tsx';
import { m } from '../messages.ts';

export type Person = { kind: InvitableKind; id: string };

/** A person as an entry of a list, with the kind, because ids of students and tutors may be equal. */
const keyOf = ({ kind, id }: Person) => `${kind} ${id}`;
function personOf(key: string): Person {
  const at = key.indexOf(' ');
  return { kind: key.slice(0, at) as Person['kind'], id: key.slice(at + 1) };
}

/** Ids of students, from the directory and guests. */
export const userIdsOf = (chosen: ReadonlySet<string>): string[] => [
  ...idsOf(chosen, 'users'),
  ...idsOf(chosen, 'guests'),
];

/** The ids of the chosen people of one kind. */
export const idsOf = (chosen: ReadonlySet<string>, kind: Person['kind']): string[] =>
  [...chosen].map(personOf).flatMap((person) => (person.kind === kind ? [person.id] : []));

export const keyOfMember = ({ id, kind, isGuest }: Pick<RoomPerson, 'id' | 'kind' | 'isGuest'>) =>
  keyOf({ id, kind: kind === 'tutor' ? 'tutors' : isGuest ? 'guests' : 'users' });

const NO_MEMBERS: readonly RoomPerson[] = [];

/** The people whom a tutor may invite. `members`: current members, also those outside the tutor's reach. */
export function usePeople(members: readonly RoomPerson[] = NO_MEMBERS): {
  people: readonly PickItem[] | undefined;
  isFailed: boolean;
} {
  const { userId } = useAuth();
  const users = useQuery(invitableQuery('users'));
  const tutors = useQuery(invitableQuery('tutors'));
  const guests = useQuery(invitableQuery('guests'));
  if (users.data === undefined || tutors.data === undefined || guests.data === undefined)
    return { people: undefined, isFailed: users.isError || tutors.isError || guests.isError };
  const people = [
    ...guests.data.map(({ id, name }) => ({
      id: keyOf({ kind: 'guests', id }),
      name: shownName(name, 120),
      detail: m.guest,
    })),
    ...tutors.data
      .filter(({ id }) => id !== userId)
      .map(({ id, name }) => ({
        id: keyOf({ kind: 'tutors', id }),
        name: shownName(name, 120),
        detail: m.tutors,
      })),
    ...users.data.map(({ id, name, email }) => ({
      id: keyOf({ kind: 'users', id }),
      name: shownName(name, 120),
      detail: email ?? undefined,
    })),
  ];
  const listed = new Set(people.map(({ id }) => id));
  const others = members
    .filter((person) => !listed.has(keyOfMember(person)) && (person.kind !== 'tutor' || person.id !== userId))
    .map((person) => ({ id: keyOfMember(person), name: shownName(person.name, 120), detail: undefined }));
  return { people: [...people, ...others].sort((a, b) => a.name.localeCompare(b.name)), isFailed: false };
}

/** Reads the members of a group's course, with names for people that are new to the site. */
import type { Kysely } from 'kysely';
import type { GroupKey } from '#base/site-key.ts';
import type { Database } from '#store/database.ts';
import type { GroupSource } from '#store/groups/group-sync.ts';
import { unknownPeople } from '#store/people/directory-people.ts';
import { type Directory, ok, type Read } from './directory.ts';
import { type CourseMembers, readMembers } from './read-members.ts';

export async function readGroup(
  db: Kysely<Database>,
  directory: Directory,
  { group, source, signal }: { group: GroupKey; source: GroupSource; signal: AbortSignal },
): Promise<Read<CourseMembers>> {
  const { integrationId, courseId, since } = source;
  const members = await readMembers(directory, { courseId, since, signal });
  if (members.name !== 'read') return members;
  const unnamed = members.value.joined.filter(({ name }) => name === undefined);
  const unknown = await unknownPeople(db, { ...group, integrationId }, unnamed);
  if (unknown.length === 0) return members;
  const described = await directory.describe(
    unknown.map(({ id }) => id),
    signal,
  );
  if (described.name !== 'read') return described;
  const byId = new Map(described.value.map((person) => [person.id, person]));
  const joined = members.value.joined.map((person) => byId.get(person.id) ?? person);
  return ok({ ...members.value, joined });
}

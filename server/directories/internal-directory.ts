/** The built-in directory: courses, each with the e-mail addresses of its students. */

import type { Kysely } from 'kysely';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { Directory, DirectoryPerson, DirectoryPlace } from './directory.ts';
import { ok } from './directory.ts';

const PAGE = 100;

export function createInternalDirectory(
  db: Kysely<Database>,
  { tenant, integrationId }: { tenant: string; integrationId: string },
): Directory {
  const courses = () =>
    inTenant(db, tenant).selectFrom('directory_courses').where('integration_id', '=', integrationId);
  const course = (id: string) =>
    courses().select(['name', 'members']).where('id', '=', id).executeTakeFirst();

  const toPerson = (email: string): DirectoryPerson => ({ id: email.toLowerCase(), name: undefined, email });

  /** Undefined: the place does not exist. A path names the whole directory, or a course. */
  async function peopleAt(at: DirectoryPlace): Promise<DirectoryPerson[] | undefined> {
    const name =
      'ou' in at
        ? at.ou
            .split('/')
            .filter((part) => part !== '')
            .join('/')
        : undefined;
    const rows = await courses()
      .select('members')
      .$if('group' in at, (query) => query.where('id', '=', 'group' in at ? at.group : ''))
      .$if(name !== undefined && name !== '', (query) => query.where('name', '=', name ?? ''))
      .execute();
    if (rows.length === 0 && name !== '') return undefined;
    const people = rows.flatMap(({ members }) => members.map(toPerson));
    return [...new Map(people.map((person) => [person.id, person])).values()];
  }

  return {
    // The built-in directory has neither teachers nor a search.
    async courses(_of, after, _signal) {
      const rows = await courses()
        .select(['id', 'name'])
        .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(PAGE)
        .execute();
      return ok({
        courses: rows.map(({ id, name }) => ({ id, name, kind: 'course' as const })),
        next: rows.length < PAGE ? undefined : rows.at(-1)?.id,
      });
    },

    async offers(_tutor, courseId) {
      return ok((await course(courseId)) !== undefined);
    },

    async members(courseId) {
      const found = await course(courseId);
      if (!found) return { name: 'gone' };
      return ok({
        courseName: found.name,
        joined: found.members.map(toPerson),
        left: [],
        isWhole: true,
        next: undefined,
        cursor: undefined,
      });
    },

    // The built-in directory has no names of people.
    async describe() {
      return ok([]);
    },

    async people(at) {
      const people = await peopleAt(at);
      return people ? ok({ people, next: undefined }) : { name: 'gone' };
    },

    // The built-in directory has no devices.
    async devices(at) {
      return (await peopleAt(at)) ? ok({ devices: [], next: undefined }) : { name: 'gone' };
    },

    async person(email) {
      const wanted = email.toLowerCase();
      return ok((await peopleAt({ ou: '/' }))?.find(({ id }) => id === wanted));
    },

    async test() {
      return ok({});
    },
  };
}

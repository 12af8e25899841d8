/** A directory that is kept here: courses, each with the e-mail addresses of those who take it. */
import type { Kysely } from 'kysely';
import type { Database } from '../store/database.ts';
import type { Directory } from './directory.ts';
import { read } from './directory.ts';

const PAGE = 100;

export function createInternalDirectory(
  db: Kysely<Database>,
  { tenant, integrationId }: { tenant: string; integrationId: string },
): Directory {
  const courses = () =>
    db
      .selectFrom('directory_courses')
      .where('tenant', '=', tenant)
      .where('integration_id', '=', integrationId);
  const course = (id: string) =>
    courses().select(['name', 'members']).where('id', '=', id).executeTakeFirst();

  return {
    // It does not say who teaches what.
    async courses(_of, after, _signal) {
      const rows = await courses()
        .select(['id', 'name'])
        .$if(after !== undefined, (query) => query.where('id', '>', after ?? ''))
        .orderBy('id')
        .limit(PAGE)
        .execute();
      return read({
        courses: rows.map(({ id, name }) => ({ id, name, kind: 'course' as const })),
        next: rows.length < PAGE ? undefined : rows.at(-1)?.id,
      });
    },

    async offers(_tutor, courseId) {
      return read((await course(courseId)) !== undefined);
    },

    async members(courseId) {
      const found = await course(courseId);
      if (!found) return { name: 'gone' };
      return read({
        courseName: found.name,
        joined: found.members.map((email) => ({ id: email.toLowerCase(), name: undefined, email })),
        left: [],
        isWhole: true,
        next: undefined,
        cursor: undefined,
      });
    },

    // It knows nobody's name.
    async describe() {
      return read([]);
    },
  };
}

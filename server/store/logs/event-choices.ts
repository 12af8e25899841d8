/** Names by which the events of a site can be filtered. */

import { type Kysely, sql } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { searchFor } from '#domain/lists/search-text.ts';
import { type EventChoice, MAX_EVENT_CHOICES } from '#protocol/rest/event-log.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** `id`: find only this entry, whatever `name` is. */
export type ChoiceQuery = { name: string; id?: string | undefined };

export type EventChoices = {
  /** People of the directory, and guests of devices. */
  people(site: SiteKey, query: ChoiceQuery): Promise<EventChoice[]>;
  devices(site: SiteKey, query: ChoiceQuery): Promise<EventChoice[]>;
  /** Only tutors who have an entry in the logs of the site. */
  tutors(site: SiteKey, query: ChoiceQuery): Promise<EventChoice[]>;
  /** Tutors who have changed something in the admin realm. */
  administrators(tenant: string, query: ChoiceQuery): Promise<EventChoice[]>;
};

/**
 * Selects candidates in SQL, among which `searchFor` decides. Blanks, apostrophes and hyphens do not count here,
 * because people leave them out. A name with other than ASCII characters is always a candidate.
 */
const candidates = (name: string) =>
  /^[ -_a-~]*$/.test(name)
    ? sql`(position(lower(${name.replace(/[' -]/g, '')}) in translate(lower(found.name), ${"' -"}, '')) > 0
        or found.name ~ '[^ -_a-~]')`
    : sql`true`;

export function createEventChoices(db: Kysely<Database>): EventChoices {
  async function find(rows: ReturnType<typeof sql>, { name, id }: ChoiceQuery): Promise<EventChoice[]> {
    const finds = searchFor(name);
    const wanted = id === undefined ? candidates(name) : sql`found.id = ${id}`;
    const { rows: found } = await sql<EventChoice>`
      select distinct id, name from (${rows}) as found where ${wanted} order by 2, 1`.execute(db);
    const choices = new Map<string, EventChoice>();
    for (const choice of found) {
      if (choices.size === MAX_EVENT_CHOICES) break;
      const isFound = id !== undefined || finds(choice.name);
      if (isFound && !choices.has(choice.id)) choices.set(choice.id, choice);
    }
    return [...choices.values()];
  }

  /** Present and former tutors. */
  const tutorsOf = (tenant: string) =>
    sql`select id, name from (
        select id::text, coalesce(name, primary_email) as name from tutors where tenant = ${tenant}
        union all select id::text, name from former_tutors where tenant = ${tenant}
      ) as tutor`;

  return {
    async people({ tenant, site }, query) {
      const known = await find(
        sql`select id::text, name from users where tenant = ${tenant} and site_id = ${site}
          union all select user_id::text, user_name from clients
          where tenant = ${tenant} and site_id = ${site} and auth_type = 'session'`,
        query,
      );
      if (known.length > 0 || query.id === undefined) return known;
      // A removed person is named as in the newest alert.
      const last = await inTenant(db, tenant)
        .selectFrom('user_logs')
        .select('user_name')
        .where('site_id', '=', site)
        .where('user_id', '=', query.id)
        .orderBy('time_triggered', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();
      return last ? [{ id: query.id, name: last.user_name }] : [];
    },

    devices: ({ tenant, site }, query) =>
      find(
        sql`select id::text, hostname as name from clients where tenant = ${tenant} and site_id = ${site}`,
        query,
      ),

    tutors: ({ tenant, site }, query) =>
      find(
        sql`${tutorsOf(tenant)}
          where exists (select 1 from tutor_action_logs as log
            where log.tenant = ${tenant} and log.site_id = ${site} and log.tutor_id = tutor.id)
          or exists (select 1 from resource_logs as log
            where log.tenant = ${tenant} and log.site_id = ${site} and log.tutor_id = tutor.id)`,
        query,
      ),

    administrators: (tenant, query) =>
      find(
        sql`${tutorsOf(tenant)}
          where exists (select 1 from resource_logs as log
            where log.tenant = ${tenant} and log.site_id is null and log.tutor_id = tutor.id)`,
        query,
      ),
  };
}

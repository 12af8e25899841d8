/** Imports people of a directory as people of the site. */
import { sql, type Transaction } from 'kysely';
import { type Database, toJson } from '../database.ts';
import {
  type KnownPerson,
  type PeopleOf,
  resolvePeople,
  storedEmail,
  storedName,
  unknownPeople,
} from '../people/directory-people.ts';
import { removePeople } from '../people/directory-removal.ts';
import { exclusiveTargets } from './sync-items.ts';
import type { JobSettings } from './sync-jobs.ts';
import { type PendingItem, type SyncStore, siteOf } from './sync-kind.ts';

const peopleOf = (job: JobSettings): PeopleOf => ({ ...siteOf(job), integrationId: job.integrationId });

/** A person without a name is named by the e-mail address. */
const named = (person: KnownPerson): KnownPerson => ({
  ...person,
  name: storedName(person.name) === '' ? person.email : person.name,
});

export const userItems: SyncStore<KnownPerson> = {
  kind: 'users',
  tables: ['users', 'directory_people'],
  nameOf: ({ id, name, email }) => name || email || id,
  contentOf: ({ name, email }) => [name ?? '', email ?? ''],

  async present(db, job, people) {
    const unknown = new Set((await unknownPeople(db, peopleOf(job), people)).map(({ id }) => id));
    return new Set(people.flatMap(({ id }) => (unknown.has(id) ? [] : [id])));
  },

  async write(trx, job, items) {
    const fresh = items.filter(({ known }) => known === undefined);
    const { userIds, made } = await resolvePeople(
      trx,
      peopleOf(job),
      fresh.map(({ item }) => named(item)),
    );
    const changed = await update(trx, job, items);
    return {
      // Tutors are not students, so they are left out.
      items: items.flatMap(({ item: { id }, digest, known }) => {
        const target = known?.target ?? userIds.get(id);
        return target === undefined ? [] : [{ id, digest, target, made: known?.made ?? made.has(target) }];
      }),
      added: made.size,
      changed,
    };
  },

  async remove(trx, job, items) {
    return removePeople(trx, siteOf(job), await exclusiveTargets(trx, job.tenant, { kind: 'users', items }));
  },
};

/** An e-mail address is unique on a site: the person who has it keeps it. */
async function update(
  trx: Transaction<Database>,
  job: JobSettings,
  items: readonly PendingItem<KnownPerson>[],
): Promise<number> {
  const people = items.flatMap(({ item, known }) => {
    const { name, email } = named(item);
    return known ? [{ id: known.target, name: storedName(name), email: storedEmail(email) }] : [];
  });
  if (people.length === 0) return 0;
  const { tenant, site } = siteOf(job);
  const { numAffectedRows = 0n } = await sql`
    update users set name = coalesce(nullif(person.name, ''), users.name),
      email = case when person.email is null or exists (
        select from users other where other.tenant = ${tenant} and other.site_id = ${site}
          and lower(other.email) = lower(person.email) and other.id <> users.id)
        then users.email else person.email end
    from jsonb_to_recordset(${toJson(people)}::jsonb) as person(id text, name text, email text)
    where users.tenant = ${tenant} and users.site_id = ${site} and users.id = person.id`.execute(trx);
  return Number(numAffectedRows);
}

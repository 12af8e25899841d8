/**
 * Matches people of a directory with people of a site: by the directory's id, then by e-mail address. People
 * without a match are created. Tutors are skipped, because a teacher is not a student.
 */

import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** A person of a directory. Without a name the person is not created on the site. */
export type KnownPerson = { id: string; name: string | undefined; email: string | undefined };
export type PeopleOf = SiteKey & { integrationId: string };
type Db = Kysely<Database> | Transaction<Database>;

/** `userIds`: by the directory's ids. `made`: ids of the people that were created. */
export type Resolved = {
  userIds: ReadonlyMap<string, string>;
  made: ReadonlySet<string>;
  renamed: number;
};

/** A statement takes at most 65,535 parameters. */
const ROWS = 5_000;
const MAX_NAME = 255;
const MAX_EMAIL = 320;

/** People without a match by the directory's id or e-mail address. */
export async function unknownPeople(
  db: Db,
  of: PeopleOf,
  people: readonly KnownPerson[],
): Promise<readonly KnownPerson[]> {
  const { linked, byEmail } = await findPeople(db, of, people);
  return people.filter(({ id, email }) => !linked.has(id) && !byEmail.has(folded(email)));
}

/** The ids of the site's people, by the directory's ids. */
export const linkedUsers = (
  db: Db,
  of: PeopleOf,
  ids: readonly string[],
): Promise<ReadonlyMap<string, string>> => readLinks(db, of, ids);

export async function resolvePeople(
  trx: Transaction<Database>,
  of: PeopleOf,
  people: readonly KnownPerson[],
): Promise<Resolved> {
  const { tenant, site, integrationId } = of;
  const { linked, byEmail, teachers } = await findPeople(trx, of, people);
  const userIds = new Map(linked);
  const fresh: { native: KnownPerson; name: string; email: string | null }[] = [];
  const links: { native_id: string; user_id: string }[] = [];
  const madeIds = new Set<string>();
  for (const person of people) {
    if (linked.has(person.id) || teachers.has(folded(person.email))) continue;
    const known = byEmail.get(folded(person.email));
    const name = storedName(person.name);
    if (known !== undefined) links.push({ native_id: person.id, user_id: known });
    else if (name !== '') fresh.push({ native: person, name, email: storedEmail(person.email) });
  }
  for (const some of chunks(fresh)) {
    const rows = some.map(({ name, email }) => ({ id: randomUUID(), name, email }));
    // A concurrent import may create the same people; those are then found by their addresses.
    const made = await insertPeople(trx, { tenant, site }, rows);
    const ids = new Set(made.map(({ id }) => id));
    for (const id of ids) madeIds.add(id);
    const missed = some.flatMap(({ native }, index) => (ids.has(rows[index]?.id ?? '') ? [] : [native]));
    const theirs = missed.length === 0 ? undefined : await findPeople(trx, of, missed);
    for (const [index, { native }] of some.entries()) {
      const own = rows[index]?.id ?? '';
      const other = theirs?.linked.get(native.id) ?? theirs?.byEmail.get(folded(native.email));
      const userId = ids.has(own) ? own : other;
      if (userId !== undefined) links.push({ native_id: native.id, user_id: userId });
    }
  }
  for (const some of chunks(links)) {
    await sql`
      insert into directory_people (tenant, site_id, integration_id, native_id, user_id)
      select ${tenant}, ${site}, ${integrationId}, native_id, user_id
      from jsonb_to_recordset(${toJson(some)}::jsonb) as link(native_id text, user_id text)
      on conflict do nothing`.execute(trx);
  }
  for (const { native_id, user_id } of links) userIds.set(native_id, user_id);
  const renamed = await rename(trx, of, { people, linked });
  return { userIds, made: madeIds, renamed };
}

/** Returns the ids of the created people. People whose address already exists on the site are skipped. */
async function insertPeople(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
  people: readonly { id: string; name: string; email: string | null }[],
): Promise<readonly { id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    insert into users (tenant, site_id, id, name, email)
    select ${tenant}, ${site}, id, name, email
    from jsonb_to_recordset(${toJson(people)}::jsonb) as person(id text, name text, email text)
    on conflict do nothing returning id`.execute(trx);
  return rows;
}

/** Applies the directory's current names. People who were matched just now keep their names. */
async function rename(
  trx: Transaction<Database>,
  { tenant, site }: PeopleOf,
  { people, linked }: { people: readonly KnownPerson[]; linked: ReadonlyMap<string, string> },
): Promise<number> {
  const wanted = new Map<string, string>();
  for (const { id, name } of people) {
    const userId = linked.get(id);
    if (userId !== undefined && storedName(name) !== '') wanted.set(userId, storedName(name));
  }
  let renamed = 0;
  for (const ids of chunks([...wanted.keys()])) {
    const rows = await inTenant(trx, tenant)
      .selectFrom('users')
      .select(['id', 'name'])
      .where('site_id', '=', site)
      .where('id', 'in', ids)
      .execute();
    for (const { id, name } of rows) {
      const other = wanted.get(id);
      if (other === undefined || other === name) continue;
      renamed += 1;
      await inTenant(trx, tenant).updateTable('users').set({ name: other }).where('id', '=', id).execute();
    }
  }
  return renamed;
}

/** One index lookup for each person: without statistics the planner would read a whole site instead. */
async function findPeople(db: Db, { tenant, site, integrationId }: PeopleOf, people: readonly KnownPerson[]) {
  const linked = new Map<string, string>();
  const byEmail = new Map<string, string>();
  const teachers = new Set<string>();
  const wanted = people.map(({ id, email }) => ({ id, email: folded(email) }));
  for (const some of chunks(wanted)) {
    const { rows } = await sql<{ id: string; email: string; link: string; user: string; teaches: boolean }>`
      select wanted.id, wanted.email, link.user_id as link, by_email.id as user, teacher.id is not null as teaches
      from jsonb_to_recordset(${toJson(some)}::jsonb) as wanted(id text, email text)
      left join lateral (
        select user_id from directory_people where tenant = ${tenant} and site_id = ${site}
          and integration_id = ${integrationId} and native_id = wanted.id limit 1) link on true
      left join lateral (
        select id from users where tenant = ${tenant} and site_id = ${site}
          and lower(email) = wanted.email and link.user_id is null limit 1) by_email on true
      left join lateral (
        select id from tutors where tenant = ${tenant}
          and lower(primary_email) = wanted.email and link.user_id is null limit 1) teacher on true
      where coalesce(link.user_id, by_email.id, teacher.id) is not null`.execute(db);
    for (const { id, email, link, user, teaches } of rows) {
      if (link !== null) linked.set(id, link);
      if (user !== null) byEmail.set(email, user);
      if (teaches) teachers.add(email);
    }
  }
  return { linked, byEmail, teachers };
}

async function readLinks(
  db: Db,
  { tenant, site, integrationId }: PeopleOf,
  nativeIds: readonly string[],
): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const some of chunks(nativeIds)) {
    const { rows } = await sql<{ id: string; link: string }>`
      select wanted.id, link.user_id as link from jsonb_array_elements_text(${toJson(some)}::jsonb) wanted(id)
      cross join lateral (
        select user_id from directory_people where tenant = ${tenant} and site_id = ${site}
          and integration_id = ${integrationId} and native_id = wanted.id limit 1) link`.execute(db);
    for (const { id, link } of rows) links.set(id, link);
  }
  return links;
}

const folded = (email: string | undefined) => (storedEmail(email) ?? '').toLowerCase();

const clean = (text: string) => text.replaceAll(/\p{Surrogate}|\p{Cc}/gu, ' ').trim();
/** Replaces characters that a table cannot store; empty where none are left. */
export const storedName = (name: string | undefined) => [...clean(name ?? '')].slice(0, MAX_NAME).join('');

/** Null where a table cannot store it. */
export function storedEmail(email: string | undefined): string | null {
  const text = clean(email ?? '');
  return text === '' || text.length > MAX_EMAIL ? null : text;
}

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += ROWS) yield list.slice(from, from + ROWS);
}

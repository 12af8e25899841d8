/**
 * Whom of a site the people of a directory are: by the id that the directory gives, else by e-mail address. Whom the site
 * does not know is made a person of it. Tutors are not: who teaches is nobody's student.
 */
import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../database.ts';
import type { SiteKey } from '../site-key.ts';

/** Somebody of a directory. Without a name nobody is made of it. */
export type KnownPerson = { id: string; name: string | undefined; email: string | undefined };
export type PeopleOf = SiteKey & { integrationId: string };
type Db = Kysely<Database> | Transaction<Database>;

/** `userIds`: by the directory's ids. */
export type Resolved = { userIds: ReadonlyMap<string, string>; made: number; renamed: number };

/** A statement takes at most 65,535 parameters. */
const ROWS = 5_000;
const MAX_NAME = 255;
const MAX_EMAIL = 320;

/** Those of whom the site knows neither the directory's id nor the e-mail address. */
export async function unknownPeople(
  db: Db,
  of: PeopleOf,
  people: readonly KnownPerson[],
): Promise<readonly KnownPerson[]> {
  const { linked, byEmail } = await look(db, of, people);
  return people.filter(({ id, email }) => !linked.has(id) && !byEmail.has(folded(email)));
}

/** The ids of those whom the site knows by the directory's ids. */
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
  const { linked, byEmail, teachers } = await look(trx, of, people);
  const userIds = new Map(linked);
  const fresh: { native: KnownPerson; name: string; email: string | null }[] = [];
  const links: { native_id: string; user_id: string }[] = [];
  for (const person of people) {
    if (linked.has(person.id) || teachers.has(folded(person.email))) continue;
    const known = byEmail.get(folded(person.email));
    const name = shortName(person.name);
    if (known !== undefined) links.push({ native_id: person.id, user_id: known });
    else if (name !== '') fresh.push({ native: person, name, email: shortEmail(person.email) });
  }
  for (const some of chunks(fresh)) {
    const rows = some.map(({ name, email }) => ({ tenant, site_id: site, id: randomUUID(), name, email }));
    // Another reading may be making the same people: those of them are found by their addresses then.
    const made = await trx
      .insertInto('users')
      .values(rows)
      .onConflict((at) => at.doNothing())
      .returning('id')
      .execute();
    const ids = new Set(made.map(({ id }) => id));
    const missed = some.filter((_, index) => !ids.has(rows[index]?.id ?? ''));
    const found = await byEmails(
      trx,
      of,
      missed.map(({ email }) => email ?? ''),
    );
    for (const [index, { native, email }] of some.entries()) {
      const own = rows[index]?.id ?? '';
      const userId = ids.has(own) ? own : found.get(folded(email ?? undefined));
      if (userId !== undefined) links.push({ native_id: native.id, user_id: userId });
    }
  }
  for (const some of chunks(links)) {
    await trx
      .insertInto('directory_people')
      .values(some.map((link) => ({ tenant, site_id: site, integration_id: integrationId, ...link })))
      .onConflict((at) => at.doNothing())
      .execute();
  }
  for (const { native_id, user_id } of links) userIds.set(native_id, user_id);
  const renamed = await rename(trx, of, { people, linked });
  return { userIds, made: fresh.length, renamed };
}

/** What the directory calls people now; those whom it has only just been found to mean keep their names. */
async function rename(
  trx: Transaction<Database>,
  { tenant, site }: PeopleOf,
  { people, linked }: { people: readonly KnownPerson[]; linked: ReadonlyMap<string, string> },
): Promise<number> {
  const wanted = new Map<string, string>();
  for (const { id, name } of people) {
    const userId = linked.get(id);
    if (userId !== undefined && shortName(name) !== '') wanted.set(userId, shortName(name));
  }
  let renamed = 0;
  for (const ids of chunks([...wanted.keys()])) {
    const rows = await trx
      .selectFrom('users')
      .select(['id', 'name'])
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .where('id', 'in', ids)
      .execute();
    for (const { id, name } of rows) {
      const other = wanted.get(id);
      if (other === undefined || other === name) continue;
      renamed += 1;
      await trx
        .updateTable('users')
        .set({ name: other })
        .where('tenant', '=', tenant)
        .where('id', '=', id)
        .execute();
    }
  }
  return renamed;
}

async function look(db: Db, of: PeopleOf, people: readonly KnownPerson[]) {
  const linked = await readLinks(
    db,
    of,
    people.map(({ id }) => id),
  );
  const emails = people.flatMap(({ id, email }) => (linked.has(id) ? [] : [folded(email)]));
  const byEmail = await byEmails(db, of, emails);
  const teachers = new Set<string>();
  for (const some of chunks(emails)) {
    const rows = await db
      .selectFrom('tutors')
      .select((is) => is.fn<string>('lower', ['primary_email']).as('email'))
      .where('tenant', '=', of.tenant)
      .where((is) => is(is.fn<string>('lower', ['primary_email']), 'in', some))
      .execute();
    for (const { email } of rows) teachers.add(email);
  }
  return { linked, byEmail, teachers };
}

async function readLinks(db: Db, of: PeopleOf, nativeIds: readonly string[]): Promise<Map<string, string>> {
  const links = new Map<string, string>();
  for (const some of chunks(nativeIds)) {
    const rows = await db
      .selectFrom('directory_people')
      .select(['native_id', 'user_id'])
      .where('tenant', '=', of.tenant)
      .where('site_id', '=', of.site)
      .where('integration_id', '=', of.integrationId)
      .where('native_id', 'in', some)
      .execute();
    for (const { native_id, user_id } of rows) links.set(native_id, user_id);
  }
  return links;
}

async function byEmails(db: Db, { tenant, site }: PeopleOf, emails: readonly string[]) {
  const found = new Map<string, string>();
  for (const some of chunks(emails.filter((email) => email !== ''))) {
    const rows = await db
      .selectFrom('users')
      .select((is) => ['id', is.fn<string>('lower', ['email']).as('email')])
      .where('tenant', '=', tenant)
      .where('site_id', '=', site)
      .where((is) => is(is.fn<string>('lower', ['email']), 'in', some.map(folded)))
      .execute();
    for (const { id, email } of rows) found.set(email, id);
  }
  return found;
}

const folded = (email: string | undefined) => (email ?? '').toLowerCase();

/** What a table cannot hold is left out. */
const clean = (text: string) => text.replaceAll(/\p{Surrogate}|\p{Cc}/gu, ' ').trim();
const shortName = (name: string | undefined) => [...clean(name ?? '')].slice(0, MAX_NAME).join('');

function shortEmail(email: string | undefined): string | null {
  const text = clean(email ?? '');
  return text === '' || text.length > MAX_EMAIL ? null : text;
}

function* chunks<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < list.length; from += ROWS) yield list.slice(from, from + ROWS);
}

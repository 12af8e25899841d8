/** Imports people of a directory as tutors of the tenant, with the job's roles on its site or tag. */
import { randomUUID } from 'node:crypto';
import { type Kysely, sql, type Transaction } from 'kysely';
import { type Database, toJson } from '../database.ts';
import { type KnownPerson, storedEmail, storedName } from '../people/directory-people.ts';
import type { KnownItem } from './sync-items.ts';
import type { JobSettings } from './sync-jobs.ts';
import type { PendingItem, SyncStore } from './sync-kind.ts';

/** Jobs cannot grant roles that are hidden or for the whole tenant. */
const MAY_BE_GIVEN = sql`not roles.hidden and not roles.global`;

const rolesOf = ({ importSettings }: JobSettings): readonly string[] =>
  'tutors' in importSettings ? importSettings.tutors.roles : [];

export const tutorItems: SyncStore<KnownPerson> = {
  kind: 'tutors',
  tables: ['tutors', 'role_links', 'directory_people', 'sync_role_links'],
  nameOf: ({ id, name, email }) => name || email || id,
  contentOf: ({ name, email }, job) => [name ?? '', email ?? '', [...rolesOf(job)].toSorted()],

  async present(db, job, people) {
    const found = await find(db, job.tenant, people);
    return new Set(people.flatMap(({ id, email }) => (found.has(folded(email)) ? [id] : [])));
  },

  /** Tutors who lack a role that the job would grant. */
  async gaining(db, job, people) {
    const found = await find(db, job.tenant, people);
    const lacking = await lackingRoles(db, job, [...found.values()]);
    return new Set(
      people.flatMap(({ id, email }) => (lacking.has(found.get(folded(email)) ?? '') ? [id] : [])),
    );
  },

  async write(trx, job, items, atMs) {
    const people = items.map(({ item }) => item);
    const made = await insert(trx, job.tenant, people, atMs);
    const found = await find(trx, job.tenant, people);
    const writtenItems = items.flatMap(({ item: { id, email }, digest, known }): KnownItem[] => {
      const target = known?.target ?? found.get(folded(email));
      // A person without a valid e-mail address could not sign in, and is not imported.
      return target === undefined ? [] : [{ id, digest, target, made: known?.made ?? made.has(target) }];
    });
    const renamed = await rename(trx, job, items);
    const changedRoles = await grantRoles(
      trx,
      job,
      writtenItems.map(({ target }) => target),
    );
    const changed = writtenItems.filter(
      ({ target }) => !made.has(target) && (renamed.has(target) || changedRoles.has(target)),
    );
    return { items: writtenItems, added: made.size, changed: changed.length };
  },

  /** The tutors stay, with all roles that people have granted them. */
  async remove(trx, job, items) {
    const tutorIds = items.map(({ target }) => target);
    const still = await stillImported(trx, job, tutorIds);
    const losing = tutorIds.filter((id) => !still.has(id));
    await revokeRoles(trx, job, { tutorIds: losing, except: [] });
    return { count: losing.length, families: [] };
  },
};

const folded = (email: string | undefined) => (storedEmail(email) ?? '').toLowerCase();

/** Ids of tutors by e-mail addresses. */
async function find(
  db: Kysely<Database> | Transaction<Database>,
  tenant: string,
  people: readonly KnownPerson[],
): Promise<Map<string, string>> {
  const emails = people.map(({ email }) => folded(email)).filter((email) => email !== '');
  const { rows } = await sql<{ id: string; email: string }>`
    select id, lower(primary_email) as email from tutors where tenant = ${tenant}
      and lower(primary_email) in (select jsonb_array_elements_text(${toJson(emails)}::jsonb))`.execute(db);
  return new Map(rows.map(({ id, email }) => [email, id]));
}

/** Returns the ids of the created tutors. */
async function insert(
  trx: Transaction<Database>,
  tenant: string,
  people: readonly KnownPerson[],
  atMs: number,
): Promise<ReadonlySet<string>> {
  const rows = people.flatMap(({ name, email }) => {
    const address = storedEmail(email);
    return address === null ? [] : [{ id: randomUUID(), name: storedName(name), email: address }];
  });
  const made = await sql<{ id: string }>`
    insert into tutors (tenant, id, name, primary_email, created_at)
    select ${tenant}, id, nullif(name, ''), email, ${new Date(atMs)}
    from jsonb_to_recordset(${toJson(rows)}::jsonb) as t(id text, name text, email text)
    on conflict do nothing returning id`.execute(trx);
  return new Set(made.rows.map(({ id }) => id));
}

/** Tutors created by jobs have the directory's name until they sign in; then their account provides it. */
async function rename(
  trx: Transaction<Database>,
  { tenant }: JobSettings,
  items: readonly PendingItem<KnownPerson>[],
): Promise<ReadonlySet<string>> {
  const people = items.flatMap(({ item, known }) =>
    known?.made && storedName(item.name) !== '' ? [{ id: known.target, name: storedName(item.name) }] : [],
  );
  if (people.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    update tutors set name = person.name
    from jsonb_to_recordset(${toJson(people)}::jsonb) as person(id text, name text)
    where tutors.tenant = ${tenant} and tutors.id = person.id and tutors.last_login_at is null
      and tutors.name is distinct from person.name
    returning tutors.id`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** The tutors who lack a role that the job may grant on its site or tag. */
async function lackingRoles(
  db: Kysely<Database>,
  job: JobSettings,
  tutorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { tenant, siteId, tagId } = job;
  const { rows } = await sql<{ id: string }>`
    select distinct tutor.id from jsonb_array_elements_text(${toJson(tutorIds)}::jsonb) as tutor(id)
    cross join jsonb_array_elements_text(${toJson(rolesOf(job))}::jsonb) as wanted(id)
    join roles on roles.tenant = ${tenant} and roles.id = wanted.id and ${MAY_BE_GIVEN}
    where not exists (select from role_links link
      where link.tenant = ${tenant} and link.tutor_id = tutor.id and link.role_id = wanted.id
        and link.site_id is not distinct from ${siteId} and link.tag_id is not distinct from ${tagId})`.execute(
    db,
  );
  return new Set(rows.map(({ id }) => id));
}

/** Makes the roles that the job has granted equal to its settings. Returns the tutors whose roles changed. */
async function grantRoles(
  trx: Transaction<Database>,
  job: JobSettings,
  tutorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const roles = rolesOf(job);
  const { tenant, jobId, siteId, tagId } = job;
  const links = tutorIds.flatMap((tutor) => roles.map((role) => ({ id: randomUUID(), tutor, role })));
  const granted = await sql<{ id: string; tutor: string }>`
    insert into role_links (tenant, id, tutor_id, role_id, site_id, tag_id)
    select ${tenant}, link.id, link.tutor, link.role, ${siteId}, ${tagId}
    from jsonb_to_recordset(${toJson(links)}::jsonb) as link(id text, tutor text, role text)
    join roles on roles.tenant = ${tenant} and roles.id = link.role and ${MAY_BE_GIVEN}
    on conflict do nothing returning id, tutor_id as tutor`.execute(trx);
  // Roles that another job has granted also belong to this job; roles that a person has granted do not.
  await sql`
    insert into sync_role_links (tenant, job_id, role_link_id)
    select ${tenant}, ${jobId}, link.id from role_links link
    where link.tenant = ${tenant}
      and link.tutor_id in (select jsonb_array_elements_text(${toJson(tutorIds)}::jsonb))
      and link.role_id in (select jsonb_array_elements_text(${toJson(roles)}::jsonb))
      and link.site_id is not distinct from ${siteId} and link.tag_id is not distinct from ${tagId}
      and (link.id in (select jsonb_array_elements_text(${toJson(granted.rows.map(({ id }) => id))}::jsonb))
        or exists (select from sync_role_links other
          where other.tenant = ${tenant} and other.role_link_id = link.id))
    on conflict do nothing`.execute(trx);
  const revoked = await revokeRoles(trx, job, { tutorIds, except: roles });
  return new Set([...granted.rows.map(({ tutor }) => tutor), ...revoked]);
}

/** Returns the tutors who lost a role that only this job had granted. */
async function revokeRoles(
  trx: Transaction<Database>,
  { tenant, jobId }: JobSettings,
  { tutorIds, except }: { tutorIds: readonly string[]; except: readonly string[] },
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    delete from sync_role_links given using role_links link
    where given.tenant = ${tenant} and given.job_id = ${jobId}
      and link.tenant = ${tenant} and link.id = given.role_link_id
      and link.tutor_id in (select jsonb_array_elements_text(${toJson(tutorIds)}::jsonb))
      and link.role_id not in (select jsonb_array_elements_text(${toJson(except)}::jsonb))
    returning link.id`.execute(trx);
  if (rows.length === 0) return [];
  const gone = await sql<{ tutor: string }>`
    delete from role_links link
    where link.tenant = ${tenant}
      and link.id in (select jsonb_array_elements_text(${toJson(rows.map(({ id }) => id))}::jsonb))
      and not exists (select from sync_role_links other
        where other.tenant = ${tenant} and other.role_link_id = link.id)
    returning link.tutor_id as tutor`.execute(trx);
  return gone.rows.map(({ tutor }) => tutor);
}

/** Tutors that the same job imports under another id of the directory. */
async function stillImported(
  trx: Transaction<Database>,
  { tenant, jobId }: JobSettings,
  tutorIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select tutor_id as id from sync_items where tenant = ${tenant} and job_id = ${jobId}
      and tutor_id in (select jsonb_array_elements_text(${toJson(tutorIds)}::jsonb))`.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Queries for the rows of tutors, and of the people at clients, for logs and rooms that need their names. */
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { SiteKey } from '../site-key.ts';

/** The tutor with this id. */
export const tutorOf = (db: Kysely<Database>, tenant: string, tutorId: string) =>
  db.selectFrom('tutors').where('tenant', '=', tenant).where('id', '=', tutorId);

/** The clients of a site, each beside the person of the directory who is signed in there, if it is one. */
export const clientsWithUsers = (db: Kysely<Database>, { tenant, site }: SiteKey) =>
  db
    .selectFrom('clients')
    .leftJoin('users', (join) =>
      join
        .onRef('users.tenant', '=', 'clients.tenant')
        .onRef('users.id', '=', 'clients.user_id')
        .on('clients.auth_type', '=', 'user'),
    )
    .where('clients.tenant', '=', tenant)
    .where('clients.site_id', '=', site);

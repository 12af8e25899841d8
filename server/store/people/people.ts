/** Queries for the rows of tutors, and of the people at clients, for logs and rooms that need their names. */

import type { Kysely } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export const tutorOf = (db: Kysely<Database>, tenant: string, tutorId: string) =>
  inTenant(db, tenant).selectFrom('tutors').where('id', '=', tutorId);

/** The clients of a site, joined with the directory person who is signed in there, if any. */
export const clientsWithUsers = (db: Kysely<Database>, { tenant, site }: SiteKey) =>
  inTenant(db, tenant)
    .selectFrom('clients')
    .leftJoin('users', (join) =>
      join
        .onRef('users.tenant', '=', 'clients.tenant')
        .onRef('users.id', '=', 'clients.user_id')
        .on('clients.auth_type', '=', 'user'),
    )
    .where('clients.site_id', '=', site);

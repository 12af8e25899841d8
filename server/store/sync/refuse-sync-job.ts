/** Validates a job: its references must exist, and its settings must suffice for the kind of import. */

import type { Kysely } from 'kysely';
import { kindOf, type SyncJobBody } from '#protocol/rest/sync-job.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

/** Undefined: the job is valid. */
export async function refuseSyncJob(
  db: Kysely<Database>,
  tenant: string,
  job: SyncJobBody,
): Promise<{ field: string; why: string } | undefined> {
  const { siteId, tagId, importSettings, directorySettings } = job;
  const kind = kindOf(importSettings);
  const has = async (table: 'sites' | 'tags', id: string) =>
    (await db
      .selectFrom(table)
      .select('id')
      .where('tenant', '=', tenant)
      .where('id', '=', id)
      .executeTakeFirst()) !== undefined;

  const source = await inTenant(db, tenant)
    .selectFrom('integrations')
    .select('service')
    .where('id', '=', job.integrationId)
    .executeTakeFirst();
  if (!source) return { field: 'integrationId', why: 'There is no such directory.' };
  if (siteId !== null && tagId !== null)
    return { field: 'tagId', why: 'A job has a site or a tag, not both.' };
  if (kind !== 'tutors' && tagId !== null) return { field: 'tagId', why: 'Only tutors come to a tag.' };
  if (siteId === null && tagId === null) return { field: 'siteId', why: 'A site is required.' };
  if (siteId !== null && !(await has('sites', siteId)))
    return { field: 'siteId', why: 'There is no such site.' };
  if (tagId !== null && !(await has('tags', tagId))) return { field: 'tagId', why: 'There is no such tag.' };
  const place = source.service === 'microsoft' ? directorySettings.group : directorySettings.ou;
  if (kind !== 'groups' && !place)
    return { field: 'directorySettings', why: 'A path or a group id is required.' };
  if ('tutors' in importSettings) return refuseRoles(db, tenant, importSettings.tutors.roles);
  if (
    'groups' in importSettings &&
    importSettings.groups.definitionName === 'deviceGroup' &&
    source.service !== 'microsoft'
  )
    return { field: 'importSettings', why: 'This directory has no groups of devices.' };
  return undefined;
}

async function refuseRoles(db: Kysely<Database>, tenant: string, roles: readonly string[]) {
  if (roles.length === 0) return undefined;
  const found = await inTenant(db, tenant)
    .selectFrom('roles')
    .select('id')
    .where('id', 'in', roles)
    .where('hidden', '=', false)
    .where('global', '=', false)
    .execute();
  return found.length === new Set(roles).size
    ? undefined
    : { field: 'importSettings', why: 'A role is not one that holds on a site or tag.' };
}

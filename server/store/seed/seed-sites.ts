/** Inserts sites, tags, roles and site runners. Their secrets are created on request. */
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { addTenantRoles, CLIENT_ROLES } from '../tenants/tenant-roles.ts';
import { insertAll } from './insert-all.ts';

const SITES = [
  { id: 'riverside', name: 'Riverside School', parent_id: null, tags: ['secondary', 'city'] },
  { id: 'hillcrest', name: 'Hillcrest Campus', parent_id: null, tags: ['secondary'] },
  { id: 'hillcrest-sixth-form', name: 'Hillcrest Sixth Form', parent_id: 'hillcrest', tags: ['sixth-form'] },
];
const TAGS = [
  { id: 'city', name: 'City' },
  { id: 'pilot', name: 'Pilot' },
  { id: 'secondary', name: 'Secondary' },
  { id: 'sixth-form', name: 'Sixth form' },
];

export async function seedSites(trx: Transaction<Database>, tenant: string): Promise<void> {
  await insertAll(
    trx,
    'sites',
    SITES.map(({ id, name, parent_id }) => ({ tenant, id, name, parent_id })),
  );
  await insertAll(
    trx,
    'tags',
    TAGS.map((tag) => ({ tenant, ...tag })),
  );
  await insertAll(
    trx,
    'tag_links',
    SITES.flatMap((site) =>
      site.tags.map((tag) => ({ tenant, id: `${site.id}-${tag}`, site_id: site.id, tag_id: tag })),
    ),
  );
  await addTenantRoles(trx, tenant);
  await insertAll(
    trx,
    'site_client_settings',
    SITES.map((site) => ({
      tenant,
      site_id: site.id,
      id: `${site.id}-settings`,
      settings: toJson({
        wol: { enabled: true },
        inventory: { enabled: site.id === 'riverside' },
        // At the student page: any name, or an e-mail of the directory.
        students: site.id === 'riverside' ? 'name' : 'directory',
      }),
    })),
  );
  await seedRunners(trx, tenant);
}

async function seedRunners(trx: Transaction<Database>, tenant: string): Promise<void> {
  const runners = [
    { id: 'runner-riverside', site_id: 'riverside', name: 'Riverside server room', hostname: 'rs-server-01' },
    { id: 'runner-hillcrest', site_id: 'hillcrest', name: 'Hillcrest office', hostname: null },
  ];
  await insertAll(
    trx,
    'site_runners',
    runners.map((runner) => ({ tenant, ...runner })),
  );
  await insertAll(
    trx,
    'site_runner_roles',
    runners.flatMap(({ id }) =>
      CLIENT_ROLES.map((role) => ({ tenant, runner_id: id, client_role_id: role.id })),
    ),
  );
}

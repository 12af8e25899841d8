/** The roles that every tenant has, and those of its site runners. */
import type { Transaction } from 'kysely';
import { ROLE_NAMES, type RoleName } from '#domain/people/roles.ts';
import type { Database } from '../database.ts';

const FRIENDLY: Record<RoleName, string> = {
  consoleUser: 'Console User',
  groupMaintainer: 'Group Maintainer',
  policyUser: 'Policy User',
  policyMaintainer: 'Policy Maintainer',
  eventViewer: 'Event Viewer',
  siteLogViewer: 'Site Log Viewer',
  superAdmin: 'Super Admin',
};

/** Services that a site runner may provide. */
export const CLIENT_ROLES = [
  { id: 'wake', name: 'Wake on LAN' },
  { id: 'dns', name: 'Name look-up' },
];

/** Ids of roles are their names. */
export async function addTenantRoles(trx: Transaction<Database>, tenant: string): Promise<void> {
  const roles = ROLE_NAMES.map((name) => ({
    name: name as string,
    friendly_name: FRIENDLY[name],
    global: name === 'superAdmin',
    hidden: false,
  }));
  const debugAdmin = { name: 'debugAdmin', friendly_name: 'Debug Admin', global: false, hidden: true };
  await trx
    .insertInto('roles')
    .values([...roles, debugAdmin].map((role) => ({ tenant, id: role.name, ...role })))
    .execute();
  await trx
    .insertInto('client_roles')
    .values(CLIENT_ROLES.map((role) => ({ tenant, ...role })))
    .execute();
}

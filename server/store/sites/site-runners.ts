/** The site runners of a tenant: changes by administrators, and the state of each runner. */

import { randomUUID } from 'node:crypto';
import type { Kysely, Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { runnerNameProblem } from '#domain/runners/runner-name.ts';
import type { ClientRole, SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

type RunnerKey = { tenant: string; runnerId: string };
type RunnerFields = { name: string; siteId: string; roles: readonly string[] };

/** Reason why a runner cannot be saved. */
export type RunnerRefusal =
  /** Another runner of the tenant has the name. */
  { name: 'taken' } | { name: 'no-site' } | { name: 'no-role' };

export type SiteRunners = {
  has(runner: SiteKey & { runnerId: string }): Promise<boolean>;
  /** Sorted by name. */
  list(tenant: string): Promise<SiteRunner[]>;
  find(runner: RunnerKey): Promise<SiteRunner | undefined>;
  clientRoles(tenant: string): Promise<ClientRole[]>;
  /** `secretFor` creates the secret of the new runner in the same transaction. */
  make(
    tenant: string,
    fields: RunnerFields,
    secretFor: (trx: Transaction<Database>, runnerId: string) => Promise<string>,
  ): Promise<{ name: 'made'; runnerId: string; secret: string } | RunnerRefusal>;
  /** `gone`: the runner does not exist. `formerSite`: the site before the change. */
  change(
    runner: RunnerKey,
    fields: RunnerFields,
  ): Promise<{ name: 'changed'; formerSite: string } | { name: 'gone' } | RunnerRefusal>;
  /** Refresh token families of the program that uses this runner. */
  families(runner: RunnerKey): Promise<readonly string[]>;
  /** Removes the runner, its secrets and its sessions. Returns its site; undefined: no such runner. */
  remove(runner: RunnerKey): Promise<string | undefined>;
};

export function createSiteRunners(db: Kysely<Database>): SiteRunners {
  return {
    async has({ tenant, site, runnerId }) {
      const row = await inTenant(db, tenant)
        .selectFrom('site_runners')
        .select('id')
        .where('site_id', '=', site)
        .where('id', '=', runnerId)
        .executeTakeFirst();
      return row !== undefined;
    },

    list: (tenant) => readRunners(db, tenant),

    async find({ tenant, runnerId }) {
      return (await readRunners(db, tenant, runnerId))[0];
    },

    clientRoles: (tenant) =>
      inTenant(db, tenant).selectFrom('client_roles').select(['id', 'name']).orderBy('name').execute(),

    make: (tenant, fields, secretFor) =>
      db.transaction().execute(async (trx) => {
        const refusal = await refusalOf(trx, tenant, fields);
        if (refusal) return refusal;
        const runnerId = randomUUID();
        await trx
          .insertInto('site_runners')
          .values({
            tenant,
            id: runnerId,
            site_id: fields.siteId,
            name: fields.name,
            hostname: null,
            version: null,
            last_seen_at: null,
            connected_at: null,
            ended_at: null,
          })
          .execute();
        await putRoles(trx, { tenant, runnerId }, fields.roles);
        return { name: 'made' as const, runnerId, secret: await secretFor(trx, runnerId) };
      }),

    change: (key, fields) =>
      db.transaction().execute(async (trx) => {
        const { tenant, runnerId } = key;
        const before = await inTenant(trx, tenant)
          .selectFrom('site_runners')
          .select('site_id')
          .where('id', '=', runnerId)
          .forUpdate()
          .executeTakeFirst();
        if (!before) return { name: 'gone' as const };
        const refusal = await refusalOf(trx, tenant, fields, runnerId);
        if (refusal) return refusal;
        await inTenant(trx, tenant)
          .updateTable('site_runners')
          .set({ name: fields.name, site_id: fields.siteId })
          .where('id', '=', runnerId)
          .execute();
        await putRoles(trx, key, fields.roles);
        return { name: 'changed' as const, formerSite: before.site_id };
      }),

    async families({ tenant, runnerId }) {
      const rows = await inTenant(db, tenant)
        .selectFrom('refresh_tokens')
        .select('family')
        .distinct()
        .where('subject_kind', '=', 'runner')
        .where('subject_id', '=', runnerId)
        .execute();
      return rows.map(({ family }) => family);
    },

    remove: ({ tenant, runnerId }) =>
      db.transaction().execute(async (trx) => {
        const gone = await inTenant(trx, tenant)
          .deleteFrom('site_runners')
          .where('id', '=', runnerId)
          .returning('site_id')
          .executeTakeFirst();
        await inTenant(trx, tenant)
          .deleteFrom('refresh_tokens')
          .where('subject_kind', '=', 'runner')
          .where('subject_id', '=', runnerId)
          .execute();
        return gone?.site_id;
      }),
  };
}

async function readRunners(db: Kysely<Database>, tenant: string, runnerId?: string): Promise<SiteRunner[]> {
  const rows = await inTenant(db, tenant)
    .selectFrom('site_runners')
    .selectAll()
    .$if(runnerId !== undefined, (query) => query.where('id', '=', runnerId ?? ''))
    .orderBy('name')
    .execute();
  const links = await inTenant(db, tenant)
    .selectFrom('site_runner_roles')
    .select(['runner_id', 'client_role_id'])
    .orderBy('client_role_id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    siteId: row.site_id,
    roles: links.filter(({ runner_id }) => runner_id === row.id).map(({ client_role_id: id }) => id),
    hostname: row.hostname,
    version: row.version,
    connectedAt: row.connected_at?.toISOString() ?? null,
    endedAt: row.ended_at?.toISOString() ?? null,
  }));
}

/** Serialises changes by administrators, so that each sees the names of the other. */
async function refusalOf(
  trx: Transaction<Database>,
  tenant: string,
  { name, siteId, roles }: RunnerFields,
  runnerId?: string,
): Promise<RunnerRefusal | undefined> {
  await trx.selectFrom('tenants').select('key').where('key', '=', tenant).forUpdate().execute();
  const others = await inTenant(trx, tenant)
    .selectFrom('site_runners')
    .select('name')
    .$if(runnerId !== undefined, (query) => query.where('id', '!=', runnerId ?? ''))
    .execute();
  const names = others.map((other) => other.name);
  if (runnerNameProblem(name, names) === 'taken') return { name: 'taken' };
  const site = await inTenant(trx, tenant)
    .selectFrom('sites')
    .select('id')
    .where('id', '=', siteId)
    .executeTakeFirst();
  if (!site) return { name: 'no-site' };
  const known = await inTenant(trx, tenant).selectFrom('client_roles').select('id').execute();
  return roles.every((role) => known.some(({ id }) => id === role)) ? undefined : { name: 'no-role' };
}

async function putRoles(
  trx: Transaction<Database>,
  { tenant, runnerId }: RunnerKey,
  roles: readonly string[],
): Promise<void> {
  await inTenant(trx, tenant).deleteFrom('site_runner_roles').where('runner_id', '=', runnerId).execute();
  const rows = [...new Set(roles)].map((role) => ({ tenant, runner_id: runnerId, client_role_id: role }));
  if (rows.length > 0) await trx.insertInto('site_runner_roles').values(rows).execute();
}

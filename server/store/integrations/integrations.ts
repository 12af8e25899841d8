/** The directories of a tenant. Their credentials are not read here. */

import type { Kysely, Transaction } from 'kysely';
import type { Integration, IntegrationUses } from '#protocol/rest/integration.ts';
import { type Database, toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';

export type Integrations = {
  /** `withConfig`: include the directory's address (`config`). */
  list(tenant: string, what: { withConfig: boolean }): Promise<Integration[]>;
  /** Includes `config`. */
  find(key: IntegrationKey): Promise<Integration | undefined>;
  /** False: another directory of the tenant has that name. `also` runs in the same transaction. */
  add(tenant: string, integration: Integration, also: Also): Promise<boolean>;
  change(key: IntegrationKey, integration: Integration, also: Also): Promise<boolean>;
  /** Imported groups stay as groups without a source; sync jobs stay. False: the directory does not exist. */
  remove(key: IntegrationKey): Promise<boolean>;
  uses(key: IntegrationKey): Promise<IntegrationUses>;
};

type Also = (trx: Transaction<Database>) => Promise<unknown>;
export type IntegrationKey = { tenant: string; integrationId: string };

export function createIntegrations(db: Kysely<Database>): Integrations {
  const one = ({ tenant, integrationId }: IntegrationKey) =>
    inTenant(db, tenant).selectFrom('integrations').where('id', '=', integrationId);

  /** Serialises changes of names in the tenant, so that concurrent requests cannot take the same name. */
  function ifNameIsFree(
    { tenant, integrationId }: IntegrationKey,
    name: string,
    ...writes: Also[]
  ): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      await trx.selectFrom('tenants').select('key').where('key', '=', tenant).forUpdate().execute();
      const others = await inTenant(trx, tenant)
        .selectFrom('integrations')
        .select('name')
        .where('id', '!=', integrationId)
        .execute();
      if (others.some((other) => other.name.toLowerCase() === name.toLowerCase())) return false;
      for (const write of writes) await write(trx);
      return true;
    });
  }

  return {
    async find(key) {
      const row = await one(key).select(['id', 'name', 'service', 'disabled', 'config']).executeTakeFirst();
      return row && { ...row, config: shown(row.config) };
    },

    add(tenant, { config, ...integration }, also) {
      const write: Also = (trx) =>
        trx
          .insertInto('integrations')
          .values({ tenant, ...integration, config: toJson(config) })
          .execute();
      return ifNameIsFree({ tenant, integrationId: integration.id }, integration.name, write, also);
    },

    change(key, { name, disabled, config }, also) {
      const write: Also = (trx) =>
        inTenant(trx, key.tenant)
          .updateTable('integrations')
          .set({ name, disabled, config: toJson(config) })
          .where('id', '=', key.integrationId)
          .execute();
      return ifNameIsFree(key, name, write, also);
    },

    async remove({ tenant, integrationId }) {
      const { numDeletedRows } = await inTenant(db, tenant)
        .deleteFrom('integrations')
        .where('id', '=', integrationId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async uses({ tenant, integrationId }) {
      const groups = await inTenant(db, tenant)
        .selectFrom('groups')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('integration_id', '=', integrationId)
        .executeTakeFirstOrThrow();
      const syncJobs = await inTenant(db, tenant)
        .selectFrom('sync_jobs')
        .select(['id', 'name'])
        .where('integration_id', '=', integrationId)
        .orderBy('name')
        .execute();
      return { groups: Number(groups.count), syncJobs };
    },

    async list(tenant, { withConfig }) {
      const rows = await inTenant(db, tenant)
        .selectFrom('integrations')
        .select(['id', 'name', 'service', 'disabled', 'config'])
        .orderBy('name')
        .execute();
      return rows.map(({ config, ...integration }) => ({
        ...integration,
        ...(withConfig && { config: shown(config) }),
      }));
    },
  };
}

/** Selects the fields that may be displayed, so that other stored fields are never sent. */
function shown(config: Readonly<Record<string, unknown>>): NonNullable<Integration['config']> {
  const text = (name: 'domain' | 'adminEmail' | 'tenantId') => {
    const value = config[name];
    return typeof value === 'string' ? { [name]: value } : {};
  };
  return { ...text('domain'), ...text('adminEmail'), ...text('tenantId') };
}

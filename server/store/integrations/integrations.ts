/** The directories of a tenant. What lets the platform into them is not read here. */
import type { Kysely, Transaction } from 'kysely';
import type { Integration, IntegrationUses } from '#protocol/rest/integration.ts';
import { type Database, toJson } from '../database.ts';

export type Integrations = {
  /** `withConfig`: with where they are. */
  list(tenant: string, what: { withConfig: boolean }): Promise<Integration[]>;
  /** With where it is. */
  find(key: IntegrationKey): Promise<Integration | undefined>;
  /** False: another one of the tenant has that name. What `also` writes is written with it, or not at all. */
  add(tenant: string, integration: Integration, also: Also): Promise<boolean>;
  change(key: IntegrationKey, integration: Integration, also: Also): Promise<boolean>;
  /** Groups that came from it stay, and come from nowhere; sync jobs stay. False: there is none. */
  remove(key: IntegrationKey): Promise<boolean>;
  uses(key: IntegrationKey): Promise<IntegrationUses>;
};

type Also = (trx: Transaction<Database>) => Promise<unknown>;
export type IntegrationKey = { tenant: string; integrationId: string };

export function createIntegrations(db: Kysely<Database>): Integrations {
  const one = ({ tenant, integrationId }: IntegrationKey) =>
    db.selectFrom('integrations').where('tenant', '=', tenant).where('id', '=', integrationId);

  /** Two administrators who take the same name at once take turns. */
  function ifNameIsFree(
    { tenant, integrationId }: IntegrationKey,
    name: string,
    ...writes: Also[]
  ): Promise<boolean> {
    return db.transaction().execute(async (trx) => {
      await trx.selectFrom('tenants').select('key').where('key', '=', tenant).forUpdate().execute();
      const others = await trx
        .selectFrom('integrations')
        .select('name')
        .where('tenant', '=', tenant)
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
        trx
          .updateTable('integrations')
          .set({ name, disabled, config: toJson(config) })
          .where('tenant', '=', key.tenant)
          .where('id', '=', key.integrationId)
          .execute();
      return ifNameIsFree(key, name, write, also);
    },

    async remove({ tenant, integrationId }) {
      const { numDeletedRows } = await db
        .deleteFrom('integrations')
        .where('tenant', '=', tenant)
        .where('id', '=', integrationId)
        .executeTakeFirst();
      return numDeletedRows > 0n;
    },

    async uses({ tenant, integrationId }) {
      const groups = await db
        .selectFrom('groups')
        .select(({ fn }) => fn.countAll<string>().as('count'))
        .where('tenant', '=', tenant)
        .where('integration_id', '=', integrationId)
        .executeTakeFirstOrThrow();
      const syncJobs = await db
        .selectFrom('sync_jobs')
        .select(['id', 'name'])
        .where('tenant', '=', tenant)
        .where('integration_id', '=', integrationId)
        .orderBy('name')
        .execute();
      return { groups: Number(groups.count), syncJobs };
    },

    async list(tenant, { withConfig }) {
      const rows = await db
        .selectFrom('integrations')
        .select(['id', 'name', 'service', 'disabled', 'config'])
        .where('tenant', '=', tenant)
        .orderBy('name')
        .execute();
      return rows.map(({ config, ...integration }) => ({
        ...integration,
        ...(withConfig && { config: shown(config) }),
      }));
    },
  };
}

/** The fields that people may see, whatever else has come to be kept with them. */
function shown(config: Readonly<Record<string, unknown>>): NonNullable<Integration['config']> {
  const text = (name: 'domain' | 'adminEmail' | 'tenantId') => {
    const value = config[name];
    return typeof value === 'string' ? { [name]: value } : {};
  };
  return { ...text('domain'), ...text('adminEmail'), ...text('tenantId') };
}

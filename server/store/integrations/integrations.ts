/** The directories of a tenant. What lets the platform into them is not read here. */
import type { Kysely } from 'kysely';
import type { Integration } from '#protocol/rest/integration.ts';
import type { Database } from '../database.ts';

export type Integrations = {
  /** `withConfig`: with where they are. */
  list(tenant: string, what: { withConfig: boolean }): Promise<Integration[]>;
};

export function createIntegrations(db: Kysely<Database>): Integrations {
  return {
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

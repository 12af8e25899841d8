/** Documents of the configuration host: the URLs of a tenant's services, and its special messages. */
import type { Kysely, Selectable } from 'kysely';
import * as v from 'valibot';
import { stunServerOf } from '#auth/stun/stun-credentials.ts';
import type { PlatformOptions } from '#base/platform-options.ts';
import type { Addresses } from '#http/addresses.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  type SpecialMessage,
  specialMessagesSchema,
  type TenantConfiguration,
} from '#protocol/auth/tenant-configuration.ts';
import type { Database } from '#store/database.ts';

export type ConfigurationDeps = {
  db: Kysely<Database>;
  addresses: Addresses;
  providers: TenantConfiguration['providers'];
  options: Pick<PlatformOptions, 'stunServer' | 'iceServer' | 'domain' | 'runnerInstallerUrl'>;
};

/** Requests are not limited. Only an operator in the database changes these columns. */
const CACHE_TTL_MS = 3_000;

type Tenant = Pick<Selectable<Database['tenants']>, 'key' | 'name' | 'properties'>;

const propertiesSchema = v.object({ specialMessages: v.optional(specialMessagesSchema, []) });

/** The document at a path (`/{tenant}.json`, `/{tenant}/special-messages.json`). Throws if there is none. */
type ConfigurationDocument = (path: string) => Promise<TenantConfiguration | SpecialMessage[]>;

export function createConfigurationDocuments(deps: ConfigurationDeps): ConfigurationDocument {
  const { addresses } = deps;
  const cached = new Map<string, { tenant: Promise<Tenant>; atMs: number }>();
  return async (path) => {
    const match = /^\/([^/]+?)(\.json|\/special-messages\.json)$/.exec(path);
    if (match === null) throw new AppError('not-found', 'There is nothing at this address.');
    const tenant = await tenantOf(match[1] ?? '');
    if (match[2] === '.json') return configurationOf(tenant);
    const parsed = v.safeParse(propertiesSchema, tenant.properties);
    return parsed.success ? parsed.output.specialMessages : [];
  };

  function tenantOf(key: string): Promise<Tenant> {
    const known = cached.get(key);
    if (known && performance.now() - known.atMs < CACHE_TTL_MS) return known.tenant;
    const tenant = readTenant(key);
    cached.set(key, { tenant, atMs: performance.now() });
    // Failures are not cached, so a new tenant is found immediately.
    tenant.catch(() => cached.delete(key));
    return tenant;
  }

  async function readTenant(key: string): Promise<Tenant> {
    const tenant = await deps.db
      .selectFrom('tenants')
      .select(['key', 'name', 'properties'])
      .where('key', '=', key)
      .executeTakeFirst();
    if (tenant === undefined) throw new AppError('tenant-not-found', 'There is no such tenant.');
    return tenant;
  }

  function configurationOf(tenant: { key: string; name: string }): TenantConfiguration {
    const { key, name } = tenant;
    return {
      tenant: key,
      name,
      CONSOLE_URL: addresses.consoleUrl(key),
      AUTH_URL: addresses.authUrl(key),
      REST_URL: addresses.restUrl(key),
      MQTT_URL: addresses.mqttUrl(key),
      PEER_SERVER: addresses.peerServer(key),
      STUN_SERVER: stunServerOf(deps.options),
      ...(deps.options.iceServer && { ICE_SERVER: deps.options.iceServer }),
      ...(deps.options.runnerInstallerUrl && { RUNNER_INSTALLER_URL: deps.options.runnerInstallerUrl }),
      providers: deps.providers,
    };
  }
}

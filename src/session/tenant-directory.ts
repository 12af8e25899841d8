/**
 * Tenants' configuration documents: fetched from the configuration host, and cached in local storage under
 * names that other programs of the tenant expect. A cached document is used before any answer.
 */
import * as v from 'valibot';
import { type AppError, isAppError } from '#protocol/app-error.ts';
import {
  type TenantConfiguration,
  tenantConfigurationPath,
  tenantConfigurationSchema,
} from '#protocol/auth/tenant-configuration.ts';
import { type Fetch, requestJson } from '#protocol/json-request.ts';

export type TenantOutcome =
  | { name: 'found'; configuration: TenantConfiguration }
  | { name: 'not-found' }
  /** Network failure, 5xx or an invalid document. */
  | { name: 'unavailable'; error: AppError };

/** Addresses of the services and of the runner's installer, each stored under its own key. */
const ADDRESS_KEYS = [
  'CONSOLE_URL',
  'AUTH_URL',
  'REST_URL',
  'MQTT_URL',
  'PEER_SERVER',
  'STUN_SERVER',
  'ICE_SERVER',
  'RUNNER_INSTALLER_URL',
] as const;
export type AddressName = (typeof ADDRESS_KEYS)[number];

const TIMEOUT_MS = 10_000;

export type TenantDirectory = ReturnType<typeof createTenantDirectory>;

export function createTenantDirectory(deps: {
  fetch: Fetch;
  storage: () => Storage;
  configUrl: () => string;
}) {
  function keep(configuration: TenantConfiguration): void {
    const storage = deps.storage();
    storage.setItem('TENANT_KEY', configuration.tenant);
    storage.setItem('TENANT_NAME', configuration.name);
    storage.setItem('IDENTITY_PROVIDERS', JSON.stringify(configuration.providers));
    for (const key of ADDRESS_KEYS) {
      const address = configuration[key];
      if (address === undefined) storage.removeItem(key);
      else storage.setItem(key, address);
    }
  }

  /** The last valid document of this tenant. */
  function cached(tenantKey: string): TenantConfiguration | undefined {
    const storage = deps.storage();
    if (storage.getItem('TENANT_KEY') !== tenantKey) return undefined;
    let providers: unknown;
    try {
      providers = JSON.parse(storage.getItem('IDENTITY_PROVIDERS') ?? '{}');
    } catch {
      return undefined;
    }
    const addresses = ADDRESS_KEYS.flatMap((key) => {
      const address = storage.getItem(key);
      return address === null ? [] : [[key, address] as const];
    });
    const parsed = v.safeParse(tenantConfigurationSchema, {
      ...Object.fromEntries(addresses),
      tenant: tenantKey,
      name: storage.getItem('TENANT_NAME') ?? tenantKey,
      providers,
    });
    return parsed.success ? parsed.output : undefined;
  }

  /** Requests the document from the configuration host, and caches a valid one. */
  async function lookUp(tenantKey: string): Promise<TenantOutcome> {
    try {
      const configuration = await requestJson(
        deps.fetch,
        { url: `${deps.configUrl()}${tenantConfigurationPath(tenantKey)}`, timeoutMs: TIMEOUT_MS },
        v.pipe(
          tenantConfigurationSchema,
          v.check((document) => document.tenant === tenantKey, 'the document is another tenant’s'),
        ),
      );
      keep(configuration);
      return { name: 'found', configuration };
    } catch (error) {
      if (!isAppError(error)) throw error;
      const missing = error.code === 'not-found' || error.code === 'forbidden';
      return missing ? { name: 'not-found' } : { name: 'unavailable', error };
    }
  }

  return { cached, lookUp };
}

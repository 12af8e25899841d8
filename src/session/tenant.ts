/** The tenant of this console: its key from the host name, its services from the configuration document. */
import { tenantOfHost } from '#domain/host-name.ts';
import { AppError } from '#protocol/app-error.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { globalFetch } from '#protocol/json-request.ts';
import { storedText } from '#protocol/storage/stored-value.ts';
import { configUrl } from './hosts.ts';
import { type AddressName, createTenantDirectory, type TenantOutcome } from './tenant-directory.ts';

export const tenantDirectory = createTenantDirectory({
  fetch: globalFetch,
  storage: () => localStorage,
  configUrl: () => configUrl(location, document),
});

export const tenant = {
  get key(): string {
    return tenantOfHost(location.hostname);
  },
  /** Throws `tenant-configuration` before `openTenant` has found one. */
  get configuration(): TenantConfiguration {
    const configuration = tenantDirectory.cached(tenant.key);
    if (!configuration) throw new AppError('tenant-configuration', 'no tenant configuration yet');
    return configuration;
  },
  /** Undefined if the tenant configuration names no such service. */
  storedAddress: (name: AddressName): string | undefined => storedText(() => localStorage, name).get(),
  /** A service's address as currently stored; throws `tenant-configuration` without one. */
  address(name: AddressName): string {
    const address = tenant.storedAddress(name);
    if (!address) throw new AppError('tenant-configuration', `no ${name} in the tenant configuration`);
    return address;
  },
};

/**
 * Uses a cached configuration and refreshes it in the background; otherwise awaits the configuration host.
 */
export async function openTenant(): Promise<TenantOutcome> {
  const configuration = tenantDirectory.cached(tenant.key);
  if (!configuration) return tenantDirectory.lookUp(tenant.key);
  // The result does not affect this start; a valid document applies from the next call on.
  tenantDirectory.lookUp(tenant.key).catch((error) => console.error('tenant configuration', error));
  return { name: 'found', configuration };
}

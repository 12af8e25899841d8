/** The addresses of the tenant's services: those of the last time at once, and then the current ones. */
import * as v from 'valibot';
import {
  type TenantConfiguration,
  tenantConfigurationPath,
  tenantConfigurationSchema,
} from '#protocol/auth/tenant-configuration.ts';
import type { SiteDeployment } from '#protocol/deployment.ts';
import type { PlatformCall } from '../../../core/connection/platform-call.ts';

const LOCAL_KEY = 'services';
const storedSchema = v.object({ configUrl: v.string(), configuration: tenantConfigurationSchema });

/** The stored addresses, with which the device starts without a network. */
export async function storedServices({
  configUrl,
  tenantKey,
}: SiteDeployment): Promise<TenantConfiguration | undefined> {
  const all: Record<string, unknown> = await chrome.storage.local.get(LOCAL_KEY);
  const parsed = v.safeParse(storedSchema, all[LOCAL_KEY]);
  if (!parsed.success || parsed.output.configUrl !== configUrl) return undefined;
  const { configuration } = parsed.output;
  return configuration.tenant === tenantKey ? configuration : undefined;
}

/** Requests and stores the current addresses. Rejects with an AppError. */
export async function currentServices(
  call: PlatformCall,
  { configUrl, tenantKey }: SiteDeployment,
): Promise<TenantConfiguration> {
  const url = `${configUrl.replace(/\/$/, '')}${tenantConfigurationPath(tenantKey)}`;
  const configuration = await call({ url }, tenantConfigurationSchema);
  await chrome.storage.local.set({ [LOCAL_KEY]: { configUrl, configuration } });
  return configuration;
}

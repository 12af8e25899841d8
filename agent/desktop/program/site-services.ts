/** Reads the addresses of the platform from the configuration document that the deployment names. */

import { tenantConfigurationPath, tenantConfigurationSchema } from '#protocol/auth/tenant-configuration.ts';
import type { Clock } from '#protocol/clock.ts';
import type { SiteDeployment } from '#protocol/deployment.ts';
import { siteAddress } from '#protocol/site-address.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import { retryDelayMs } from '../../core/connection/retry-delay.ts';
import { reachableUrl } from './localhost-fetch.ts';

export type SiteServices = {
  authUrl: string;
  /** Without `/v1`. */
  restUrl: string;
  /** The site's own address at the broker. */
  brokerUrl: string;
  /** The site's own address at the peer server. */
  peerServer: string;
};

/** Rejects with an AppError. */
async function readSiteServices(
  call: PlatformCall,
  { configUrl, tenantKey, siteId }: SiteDeployment,
  signal?: AbortSignal,
): Promise<SiteServices> {
  const url = `${configUrl.replace(/\/$/, '')}${tenantConfigurationPath(tenantKey)}`;
  const found = await call({ url, ...(signal && { signal }) }, tenantConfigurationSchema);
  return {
    authUrl: found.AUTH_URL,
    restUrl: found.REST_URL,
    brokerUrl: siteAddress(reachableUrl(found.MQTT_URL), siteId),
    peerServer: siteAddress(reachableUrl(found.PEER_SERVER), siteId),
  };
}

/** Retries until the platform answers, because a machine often starts before its network. */
export async function findSiteServices(deps: {
  call: PlatformCall;
  deployment: SiteDeployment;
  clock: Clock;
  random: () => number;
  signal: AbortSignal;
  onFailure: (error: unknown) => void;
}): Promise<SiteServices> {
  const { call, deployment, clock, random, signal, onFailure } = deps;
  for (let attempt = 1; ; attempt++) {
    try {
      return await readSiteServices(call, deployment, signal);
    } catch (error) {
      signal.throwIfAborted();
      onFailure(error);
      await pause(clock, retryDelayMs(error, attempt, random), signal);
    }
  }
}

function pause(clock: Clock, delayMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(delayMs, () => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    });
    const onAbort = () => {
      cancel();
      reject(signal.reason);
    };
    signal.addEventListener('abort', onAbort, { once: true });
  });
}

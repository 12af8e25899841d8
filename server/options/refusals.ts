/** Checks combinations of valid options with which the platform must not start. */

import type { PlatformOptions } from '#base/platform-options.ts';
import { isLoopbackAddress, isLoopbackDomain } from '#http/loopback.ts';

/** Several processes need a shared database. Returns undefined if the platform may start. */
export function refuseUnshared({ databaseUrl, redisUrl }: PlatformOptions): string | undefined {
  return redisUrl !== undefined && databaseUrl === undefined
    ? 'REDIS_URL is for several processes of the platform, which share a PostgreSQL database too: set DATABASE_URL.'
    : undefined;
}

/** Returns undefined if the platform may start. */
export function refuseBroker({ mqttBroker, publicMqttUrl, redisUrl }: PlatformOptions): string | undefined {
  if (mqttBroker && publicMqttUrl === undefined)
    return 'MQTT_BROKER_URL is how the platform reaches the broker: say with PUBLIC_MQTT_URL how browsers and devices reach it.';
  return mqttBroker && redisUrl !== undefined
    ? 'MQTT_BROKER_URL is for a platform of one process: several would each write the files of the broker. Leave REDIS_URL out, or the broker.'
    : undefined;
}

/** A platform that others can reach needs real identity providers and TLS. Undefined if it may start. */
export function refuseInTheOpen(options: PlatformOptions): string | undefined {
  const open = !isLoopbackAddress(options.listen)
    ? `LISTEN=${options.listen}`
    : !isLoopbackDomain(options.domain)
      ? `DOMAIN=${options.domain}`
      : undefined;
  const isProxied = options.trustedProxies.length > 0;
  // At the development identity provider any user can sign in as any account, so it must stay on loopback.
  if ((open !== undefined || isProxied) && !options.google && !options.microsoft) {
    return `${open ?? 'TRUST_PROXY'} opens the platform to other machines, which needs real identity providers: set GOOGLE_CLIENT_ID or MICROSOFT_CLIENT_ID (the development identity provider runs on this machine only).`;
  }
  if (options.school !== undefined && (open !== undefined || isProxied)) {
    return `SCHOOL fills the school of the demo, and with ${open ?? 'TRUST_PROXY'} there is no demo.`;
  }
  if (options.school !== undefined && options.empty) {
    return 'SCHOOL fills the school of the demo, and with --empty there is no demo.';
  }
  const clear = open === undefined && !isProxied ? undefined : addressInTheClear(options);
  if (clear !== undefined) {
    return `${clear.name}=${clear.address} is told to other machines, which needs TLS: it must begin with ${clear.scheme}s://.`;
  }
  // Passwords of remote control, tokens and screens would be transmitted unencrypted.
  return open === undefined || isProxied
    ? undefined
    : `${open} opens the platform to other machines, which needs TLS: put a proxy that ends TLS in front of it, and name the proxy’s address with TRUST_PROXY (TRUST_PROXY=loopback where it runs on this machine).`;
}

/** A URL that browsers and devices receive, without TLS and not on this machine. */
function addressInTheClear(
  options: PlatformOptions,
): { name: string; address: string; scheme: string } | undefined {
  const addresses = {
    LOGIN_URL: options.loginUrl,
    CONFIG_URL: options.configUrl,
    PUBLIC_AUTH_URL: options.publicAuthUrl,
    PUBLIC_REST_URL: options.publicRestUrl,
    PUBLIC_MQTT_URL: options.publicMqttUrl,
    WINDOWS_INSTALLER_URL: options.windowsInstallerUrl,
    S3_ENDPOINT: options.s3?.endpoint,
  };
  for (const [name, address] of Object.entries(addresses)) {
    if (address === undefined) continue;
    const { protocol, hostname } = new URL(address);
    const isHere = isLoopbackDomain(hostname) || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));
    const scheme = protocol.slice(0, -1);
    if (!isHere && (scheme === 'ws' || scheme === 'http')) return { name, address, scheme };
  }
  return undefined;
}

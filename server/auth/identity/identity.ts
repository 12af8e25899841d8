/** Creates the configured identity providers, and on loopback development ones for the others. */

import type { Log } from '#base/log.ts';
import type { PlatformOptions } from '#base/platform-options.ts';
import type { RedisClient } from '#base/redis.ts';
import { StartFailure } from '#base/start-failure.ts';
import type { Addresses } from '#http/addresses.ts';
import { isLoopbackAddress, isLoopbackDomain } from '#http/loopback.ts';
import type { IdentityProviderName, TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { SigningKeys } from '../secrets/signing-keys.ts';
import { createDevelopmentProvider, type DevelopmentProvider } from './development-provider.ts';
import {
  createIdTokenVerifier,
  developmentIssuer,
  googleIssuer,
  microsoftIssuer,
  type TrustedIssuer,
  type VerifyIdToken,
} from './id-token.ts';
import { createMemoryAdapter } from './memory-adapter.ts';
import { createRedisAdapter } from './redis-adapter.ts';

export type MountedProvider = DevelopmentProvider & { mount: string };
export type IdentityProviders = {
  /** The providers in the format of the tenant's configuration document. */
  providers: TenantConfiguration['providers'];
  developmentProviders: readonly MountedProvider[];
  verifyIdToken: VerifyIdToken;
};

export type IdentityDeps = {
  signingKeys: SigningKeys;
  addresses: Addresses;
  options: Pick<PlatformOptions, 'google' | 'microsoft' | 'domain' | 'listen' | 'trustedProxies'>;
  clock: () => EpochMs;
  /** Undefined with a single process. */
  redis?: RedisClient | undefined;
  log: Log;
};

/** At the development providers any user can sign in as any account, so they run on loopback only. */
export const mayRunDevelopmentProvider = (options: IdentityDeps['options']) =>
  isLoopbackAddress(options.listen) &&
  isLoopbackDomain(options.domain) &&
  options.trustedProxies.length === 0;

export async function createIdentity(deps: IdentityDeps): Promise<IdentityProviders> {
  const { google, microsoft } = deps.options;
  const providers: TenantConfiguration['providers'] = {};
  const issuers: TrustedIssuer[] = [];
  const developmentProviders: MountedProvider[] = [];

  async function addDevelopmentProvider(name: IdentityProviderName) {
    const [key] = await deps.signingKeys.ensure(name);
    const { addresses, log } = deps;
    const adapter = deps.redis ? createRedisAdapter(deps.redis, name) : createMemoryAdapter(Date.now);
    const { privateJwk } = key;
    const provider = await createDevelopmentProvider({ name, addresses, privateJwk, adapter, log });
    const { issuer, clientId, authorizationUrl } = provider;
    providers[name] = { authorizationUrl, clientId };
    issuers.push(developmentIssuer({ provider: name, issuer, clientId, publicJwk: key.publicJwk }));
    developmentProviders.push({ ...provider, mount: `/${name}` });
  }

  if (google) {
    const authorizationUrl = 'https://accounts.google.com/o/oauth2/v2/auth';
    providers.google = { authorizationUrl, clientId: google.clientId };
    issuers.push(googleIssuer(google.clientId));
  }
  if (microsoft) {
    const authorizationUrl = `https://login.microsoftonline.com/${microsoft.tenant}/oauth2/v2.0/authorize`;
    providers.microsoft = { authorizationUrl, clientId: microsoft.clientId };
    issuers.push(microsoftIssuer(microsoft.clientId, microsoft.tenant));
  }
  if (mayRunDevelopmentProvider(deps.options)) {
    if (!google) await addDevelopmentProvider('google');
    if (!microsoft) await addDevelopmentProvider('microsoft');
  }
  if (issuers.length === 0) {
    throw new StartFailure(
      'The development identity provider runs on this machine only: set GOOGLE_CLIENT_ID or MICROSOFT_CLIENT_ID.',
    );
  }
  return { providers, developmentProviders, verifyIdToken: createIdTokenVerifier(issuers, deps.clock) };
}

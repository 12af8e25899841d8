/** Opens the directory of an integration. Each integration has its own client with its access token. */

import type { Kysely } from 'kysely';
import type { DirectoryClient } from '#base/platform-options.ts';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { type Fetch, globalFetch } from '#protocol/json-request.ts';
import type { Database } from '#store/database.ts';
import { inTenant } from '#store/in-tenant.ts';
import type { Directory } from './directory.ts';
import type { GooglePlaces } from './google/google-calls.ts';
import { createGoogleDirectory } from './google/google-directory.ts';
import type { IntegrationSecrets } from './integration-secrets.ts';
import { createInternalDirectory } from './internal-directory.ts';
import type { MicrosoftPlaces } from './microsoft/microsoft-calls.ts';
import { createMicrosoftDirectory } from './microsoft/microsoft-directory.ts';

export type Service = 'google' | 'microsoft' | 'internal';

/** Credentials and addresses of the providers. Undefined: the provider is not set up for this platform. */
export type Providers = {
  google: { client: DirectoryClient; places: GooglePlaces } | undefined;
  microsoft: { client: DirectoryClient; places: MicrosoftPlaces } | undefined;
};

/** `directoryName`: the name of the integration on screen. */
export type Opened =
  | { name: 'open'; directory: Directory; service: Service; directoryName: string }
  /** The tenant does not have this integration. */
  | { name: 'none' }
  | { name: 'disabled'; directoryName: string }
  /** The platform has no client of that provider. */
  | { name: 'not-set-up'; directoryName: string }
  /** No administrator has consented. */
  | { name: 'no-consent'; directoryName: string };

/** Credentials for reading a directory. */
export type Access = { service: 'google'; refreshToken: string } | { service: 'microsoft'; tenantId: string };

export type Directories = {
  open(tenant: string, integrationId: string): Promise<Opened>;
  /** Opens a directory without an integration. Undefined: the platform has no client of that provider. */
  attempt(access: Access): Directory | undefined;
};

type Deps = {
  db: Kysely<Database>;
  secrets: Pick<IntegrationSecrets, 'read'>;
  providers: Providers;
  fetch?: Fetch;
  clock?: Clock;
};

/** Maximum of cached clients; beyond it all are dropped and request new access tokens. */
const MAX_CLIENTS = 1_000;

export function createDirectories(deps: Deps): Directories {
  const { db, secrets, providers, fetch = globalFetch, clock = systemClock } = deps;
  /** A client is reused while its settings stay the same. */
  const clients = new Map<string, { of: string; directory: Directory }>();

  function keep(key: string, of: string, make: () => Directory): Directory {
    const found = clients.get(key);
    if (found?.of === of) return found.directory;
    if (clients.size >= MAX_CLIENTS) clients.clear();
    const directory = make();
    clients.set(key, { of, directory });
    return directory;
  }

  return {
    attempt(access) {
      if (access.service === 'google')
        return providers.google && createGoogleDirectory({ ...providers.google, ...access, fetch, clock });
      return (
        providers.microsoft && createMicrosoftDirectory({ ...providers.microsoft, ...access, fetch, clock })
      );
    },

    async open(tenant, integrationId) {
      const row = await inTenant(db, tenant)
        .selectFrom('integrations')
        .select(['name', 'service', 'disabled', 'config'])
        .where('id', '=', integrationId)
        .executeTakeFirst();
      if (!row) return { name: 'none' };
      const { service, config, name: directoryName } = row;
      if (row.disabled) return { name: 'disabled', directoryName };
      const open = (directory: Directory): Opened => ({ name: 'open', directory, service, directoryName });
      if (service === 'internal') return open(createInternalDirectory(db, { tenant, integrationId }));
      const key = `${tenant}/${integrationId}`;

      if (service === 'google') {
        if (!providers.google) return { name: 'not-set-up', directoryName };
        const refreshToken = await secrets.read({ tenant, integrationId });
        if (refreshToken === undefined) return { name: 'no-consent', directoryName };
        const settings = { ...providers.google, refreshToken, fetch, clock };
        return open(keep(key, `google ${refreshToken}`, () => createGoogleDirectory(settings)));
      }

      if (!providers.microsoft) return { name: 'not-set-up', directoryName };
      const { tenantId } = config;
      if (typeof tenantId !== 'string') return { name: 'no-consent', directoryName };
      const settings = { ...providers.microsoft, tenantId, fetch, clock };
      return open(keep(key, `microsoft ${tenantId}`, () => createMicrosoftDirectory(settings)));
    },
  };
}

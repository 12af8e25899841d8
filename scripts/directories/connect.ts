/** Connects a school's directory while the platform is stopped: the integration and the access to it. */
import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { systemClock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import type { Encryption } from '../../server/auth/secrets/encryption.ts';
import { StartFailure } from '../../server/base/start-failure.ts';
import { createDirectories, type Providers } from '../../server/directories/directories.ts';
import { createGoogleConsent } from '../../server/directories/google/google-consent.ts';
import { createIntegrationSecrets } from '../../server/directories/integration-secrets.ts';
import { type Database, toJson } from '../../server/store/database.ts';
import { openConsentCallback } from './consent-callback.ts';

export type Connection = { tenant: string; name: string } & (
  | { service: 'google'; domain: string; adminEmail: string; callbackPort: number }
  | { service: 'microsoft'; tenantId: string }
);

type Deps = {
  db: Kysely<Database>;
  encryption: Encryption;
  providers: Providers;
  print: (line: string) => void;
};

/** Throws `StartFailure` without changing anything. An integration of the same name is reconnected. */
export async function connectDirectory(deps: Deps, connection: Connection): Promise<void> {
  const { db } = deps;
  const { tenant, name } = connection;
  const known = await db.selectFrom('tenants').select('key').where('key', '=', tenant).executeTakeFirst();
  if (!known) throw new StartFailure(`There is no tenant ${tenant}.`);
  const refreshToken = connection.service === 'google' ? await consentOf(deps, connection) : undefined;
  await db.transaction().execute(async (trx) => {
    const integrationId = await storeIntegration(trx, connection);
    const secrets = createIntegrationSecrets(trx, deps.encryption);
    if (refreshToken !== undefined) await secrets.keep({ tenant, integrationId }, refreshToken);
    await checkAccess({ ...deps, db: trx }, { tenant, integrationId }, connection);
  });
  deps.print(`“${name}” is connected.`);
}

async function consentOf(
  { providers, print }: Deps,
  { adminEmail, callbackPort }: Connection & { service: 'google' },
): Promise<string> {
  if (!providers.google) throw notSetUp('GOOGLE');
  const callback = await openConsentCallback(callbackPort);
  try {
    const consent = createGoogleConsent({
      ...providers.google,
      redirectUri: callback.address,
      adminEmail,
      fetch: globalFetch,
      clock: systemClock,
    });
    print(`Open this address in a browser on this machine, as ${adminEmail}:`);
    print(consent.url);
    const code = await callback.code(consent.state);
    if (code === undefined) throw new StartFailure('The administrator did not agree. Nothing was changed.');
    const granted = await consent.redeem(code);
    if (granted.name === 'read') return granted.value.refreshToken;
    throw new StartFailure(`Google gave no access (${granted.name}). Nothing was changed.`);
  } finally {
    callback.close();
  }
}

async function storeIntegration(db: Kysely<Database>, connection: Connection): Promise<string> {
  const { tenant, name, service } = connection;
  const config =
    connection.service === 'google'
      ? { domain: connection.domain, adminEmail: connection.adminEmail }
      : { tenantId: connection.tenantId };
  const row = await db
    .selectFrom('integrations')
    .select(['id', 'service'])
    .where('tenant', '=', tenant)
    .where('name', '=', name)
    .executeTakeFirst();
  if (row && row.service !== service)
    throw new StartFailure(`“${name}” is a directory of ${row.service}: choose another name.`);
  const id = row?.id ?? randomUUID();
  const fields = { config: toJson(config), disabled: false };
  await db
    .insertInto('integrations')
    .values({ tenant, id, name, service, ...fields })
    .onConflict((at) => at.columns(['tenant', 'id']).doUpdateSet(fields))
    .execute();
  return id;
}

const TIMEOUT_MS = 30_000;

/** Fails, and so undoes the connection, if the directory cannot be read. */
async function checkAccess(
  { db, encryption, providers }: Deps,
  { tenant, integrationId }: { tenant: string; integrationId: string },
  connection: Connection,
): Promise<void> {
  const secrets = createIntegrationSecrets(db, encryption);
  const opened = await createDirectories({ db, secrets, providers }).open(tenant, integrationId);
  if (opened.name === 'not-set-up') throw notSetUp('MICROSOFT');
  if (opened.name !== 'open') throw new StartFailure(`The directory is not open (${opened.name}).`);
  const read = await opened.directory.courses('everybody', undefined, AbortSignal.timeout(TIMEOUT_MS));
  if (read.name === 'read') return;
  if (read.name === 'consent-expired' && connection.service === 'microsoft' && providers.microsoft) {
    const { client, places } = providers.microsoft;
    const address = `${places.login}/${connection.tenantId}/adminconsent?client_id=${client.clientId}`;
    throw new StartFailure(
      `Microsoft does not let the platform in. Open ${address} as an administrator of the school, agree, and run this once more. Nothing was changed.`,
    );
  }
  throw new StartFailure(`The directory cannot be read (${read.name}). Nothing was changed.`);
}

const notSetUp = (provider: 'GOOGLE' | 'MICROSOFT') =>
  new StartFailure(
    `Set ${provider}_DIRECTORY_CLIENT_ID and ${provider}_DIRECTORY_CLIENT_SECRET, for the platform too.`,
  );

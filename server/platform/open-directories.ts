/** Opens the directories of this platform: configured providers, and stand-ins on a developer's machine. */

import { mayRunDevelopmentProvider } from '#auth/identity/identity.ts';
import { createDirectoryConsent } from '#directories/consent/directory-consent.ts';
import { createDirectories, type Providers } from '#directories/directories.ts';
import { GOOGLE } from '#directories/google/google-calls.ts';
import { createIntegrationSecrets } from '#directories/integration-secrets.ts';
import { MICROSOFT } from '#directories/microsoft/microsoft-calls.ts';
import {
  GOOGLE_STAND_IN_CLIENT,
  type GoogleStandIn,
  startGoogleStandIn,
} from '#directories/stand-ins/google-stand-in.ts';
import {
  MICROSOFT_STAND_IN_CLIENT,
  type MicrosoftStandIn,
  startMicrosoftStandIn,
} from '#directories/stand-ins/microsoft-stand-in.ts';
import { CONSENT_PATH } from '#http/addresses.ts';
import { inTenant } from '#store/in-tenant.ts';
import { DEMO_TENANT } from '#store/seed/seed-database.ts';
import { DEMO_GOOGLE } from '#store/seed/seed-integrations.ts';
import type { PlatformBase, PlatformCore } from './core.ts';

/** Undefined: the real provider is configured, or the platform is reachable from other machines. */
export type StandIns = { google: GoogleStandIn | undefined; microsoft: MicrosoftStandIn | undefined };

/** Registers its closing with `base.ends`. */
export async function openDirectories(
  { options, addresses, ends }: PlatformBase,
  { db, encryption, removalClock }: PlatformCore,
) {
  const { googleDirectory, microsoftDirectory } = options;
  const isOwnMachine = mayRunDevelopmentProvider(options);
  const standIns: StandIns = {
    google: isOwnMachine && !googleDirectory ? await startGoogleStandIn() : undefined,
    microsoft: isOwnMachine && !microsoftDirectory ? await startMicrosoftStandIn() : undefined,
  };
  const { google, microsoft } = standIns;
  ends.add(async () => {
    await Promise.all([google?.close(), microsoft?.close()]);
  });
  const secrets = createIntegrationSecrets(db, encryption);
  // The demo's administrator has consented to the stand-in.
  if (google && (await hasDemo(db)))
    await secrets.keep({ tenant: DEMO_TENANT, integrationId: DEMO_GOOGLE }, google.refreshToken);
  const providers: Providers = {
    google: googleDirectory
      ? { client: googleDirectory, places: GOOGLE }
      : google && { client: GOOGLE_STAND_IN_CLIENT, places: google.places },
    microsoft: microsoftDirectory
      ? { client: microsoftDirectory, places: MICROSOFT }
      : microsoft && { client: MICROSOFT_STAND_IN_CLIENT, places: microsoft.places },
  };
  const redirectUri = new URL(CONSENT_PATH, addresses.loginUrl).href;
  return {
    directories: createDirectories({ db, secrets, providers }),
    consents: createDirectoryConsent({ db, encryption, providers, redirectUri, removalClock }),
    standIns,
  };
}

async function hasDemo(db: PlatformCore['db']): Promise<boolean> {
  const row = await inTenant(db, DEMO_TENANT)
    .selectFrom('integrations')
    .select('id')
    .where('id', '=', DEMO_GOOGLE)
    .where('service', '=', 'google')
    .executeTakeFirst();
  return row !== undefined;
}

/** Creates the app from the platform's parts: sign-in, REST and pages. */

import { createAuthParts } from '#auth/auth-parts.ts';
import type { PageLinks } from '#auth/enrolment/page-link.ts';
import { createStunCredentialIssuer } from '#auth/stun/stun-credentials.ts';
import { createExternalGate } from '#broker/external/external-gate.ts';
import { createConsentReturn } from '#directories/consent/consent-return.ts';
import type { DirectoryConsent } from '#directories/consent/directory-consent.ts';
import type { Directories } from '#directories/directories.ts';
import { CALL_LIMITS } from '#http/call-limits.ts';
import type { CallsInFlight } from '#http/calls-in-flight.ts';
import { createExtensionVersions } from '#store/extension-version.ts';
import { createSiteClients } from '#store/sites/site-clients.ts';
import { createSiteRunners } from '#store/sites/site-runners.ts';
import { createExtensionPackages } from '../extension/extension-packages.ts';
import type { Media } from '../media/open-media.ts';
import { registerRest } from '../rest/register-rest.ts';
import type { Syncs } from '../sync/syncs.ts';
import { createApp } from './app.ts';
import type { PlatformBase, PlatformCore } from './core.ts';
import type { PlatformLive } from './live.ts';

type Pages = Pick<
  Parameters<typeof createApp>[0],
  'distDir' | 'development' | 'server' | 'operations' | 'limits'
>;

type Parts = {
  calls: CallsInFlight;
  live: PlatformLive;
  pageLinks: PageLinks;
  media: Media;
  directories: Directories;
  syncs: Syncs;
  consents: DirectoryConsent;
  /** The folder of the built Chrome extension. */
  extensionDir: string;
};

export function openApp(
  { options, addresses, clock, log, metrics }: PlatformBase,
  core: PlatformCore,
  { live, pageLinks, media, directories, syncs, consents, calls, extensionDir, ...pages }: Pages & Parts,
) {
  const { idSecret, peerTickets } = live;
  const {
    store,
    db,
    tokens,
    identity,
    sessions,
    ended,
    changes,
    currentPermissions,
    security,
    encryption,
    rateLimit,
    signingKeys,
    tenants,
  } = core;
  const packages = createExtensionPackages({
    folder: extensionDir,
    signingKeys,
    versions: createExtensionVersions(db),
    addresses,
  });
  const stunCredentials = createStunCredentialIssuer(options, clock);
  const restDeps = {
    store,
    verify: tokens.verify,
    isLive: sessions.isLive,
    endFamily: sessions.endFamily,
    isOver: ended.has,
    changes,
    permissions: currentPermissions,
    stunCredentials,
    clock,
    log,
    renderFailed: metrics.renderFailed,
    security,
    pageLinks,
    pictureSecret: idSecret,
    media,
    directories,
    syncs,
    consents,
    calls,
    encryption,
    restUrl: addresses.restUrl,
    vncCa: options.vncCa,
    limits: pages.limits,
    rateLimit,
    deployment: {
      configUrl: addresses.configUrl,
      chromeExtension: async (tenant: string) =>
        options.chromeExtension ?? (await packages.offer(tenant)) ?? null,
      windowsInstaller: options.windowsInstallerUrl ?? null,
    },
  };
  return createApp({
    options,
    auth: {
      db,
      addresses,
      tokens,
      sessions,
      clock,
      security,
      rateLimit,
      ...createAuthParts({ ...core, addresses, options, clock, verifyIdToken: identity.verifyIdToken }),
      access: currentPermissions,
      peerTickets,
      publish: changes.publish,
    },
    developmentProviders: identity.developmentProviders,
    providers: identity.providers,
    consentReturn: createConsentReturn({ consents, addresses }),
    extension: { packages, tenants },
    registerRest: (rest) => registerRest(rest, restDeps),
    ...pages,
    externalGate: externalGateOf({ options, clock }, core),
    redis: core.redis,
    log,
  });
}

/** Undefined if no external broker requests authorization. */
function externalGateOf({ options, clock }: Pick<PlatformBase, 'options' | 'clock'>, core: PlatformCore) {
  const { mqttAccessSecret: secret } = options;
  if (secret === undefined) return undefined;
  const { db, tokens, sessions, ended, permissions, rateLimit } = core;
  const gate = createExternalGate({
    verify: tokens.verify,
    sessions: { isLive: sessions.isLive, isOver: ended.has },
    permissions: {
      ...permissions,
      hasClient: createSiteClients(db).has,
      hasRunner: createSiteRunners(db).has,
    },
    now: clock,
  });
  const refusedSecrets = rateLimit('refused-broker-secrets', { perMinute: CALL_LIMITS.refusedTokens });
  return { gate, secret, refusedSecrets };
}

/** The REST service below `/v1`. Failures are `AppError`s; the app converts them to error documents. */

import type { FastifyInstance } from 'fastify';
import type { PageLinks } from '#auth/enrolment/page-link.ts';
import type { Encryption } from '#auth/secrets/encryption.ts';
import type { Changes } from '#base/changes.ts';
import type { Log } from '#base/log.ts';
import { type MakeRateLimit, ownRateLimits } from '#base/rate-limit.ts';
import type { SecurityLog } from '#base/security-log.ts';
import { workFor } from '#base/work-owner.ts';
import type { DirectoryConsent } from '#directories/consent/directory-consent.ts';
import type { Directories } from '#directories/directories.ts';
import { CALL_LIMITS, type CallLimits } from '#http/call-limits.ts';
import type { CallsInFlight } from '#http/calls-in-flight.ts';
import { compressAnswers } from '#http/compress-answers.ts';
import { noteCalls } from '#http/note-calls.ts';
import { AppError } from '#protocol/app-error.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { PartKind } from '#protocol/render-failure.ts';
import { CHANGE_TIME_HEADER, CHANGED_HEADER, formatChanged } from '#protocol/rest/change-time.ts';
import type { Deployment } from '#protocol/rest/deployment.ts';
import type { StunCredentials } from '#protocol/rest/stun-credentials.ts';
import { createEventPictures } from '#store/logs/event-pictures.ts';
import { createLogNames } from '#store/logs/log-names.ts';
import { createResourceLog } from '#store/logs/resource-log.ts';
import { createSiteClients } from '#store/sites/site-clients.ts';
import { createSiteRunners } from '#store/sites/site-runners.ts';
import type { Store } from '#store/store.ts';
import { registerFormUploads } from '../media/form-uploads.ts';
import type { Media } from '../media/open-media.ts';
import type { Syncs } from '../sync/syncs.ts';
import { accountKey, createAccountLimits } from './account-limits.ts';
import { createAccountPlaces } from './account-places.ts';
import { createHolderCheck } from './address-holder.ts';
import { registerAdmin } from './admin/register-admin.ts';
import { announcementOf } from './announce.ts';
import { type CallerDeps, guardCallers } from './caller.ts';
import { registerFeedbackRoutes } from './feedback-routes.ts';
import { createGroupBackgrounds, registerSignedBackgrounds } from './groups/group-backgrounds.ts';
import { readChangeDetails } from './logs/change-details.ts';
import { logChanges } from './logs/log-changes.ts';
import { registerPageLinkRoutes } from './page-link-routes.ts';
import { registerRenderFailureRoutes } from './render-failure-routes.ts';
import { restEventOf } from './rest-events.ts';
import { registerRunnerRoutes } from './runner-routes.ts';
import { createPictureAddresses, registerSignedPictures } from './signed-pictures.ts';
import { registerSiteRoutes } from './site-routes.ts';
import { registerTutorRoutes } from './tutor-routes.ts';
import { hasCertificate, registerVncCertificate } from './vnc-certificate.ts';

export type DeploymentOffer = Pick<Deployment, 'configUrl' | 'windowsInstaller'> & {
  /** Null: there is none for this tenant. */
  chromeExtension(tenant: string): Promise<Deployment['chromeExtension']>;
};

export type RestDeps = Omit<CallerDeps, 'hasRunner' | 'hasClient' | 'refusedTokens' | 'countAccount'> & {
  store: Pick<Store, 'db'>;
  changes: Changes;
  log?: Pick<Log, 'warn' | 'error'>;
  /** Counts a part of a page that a console failed to render. */
  renderFailed?(part: PartKind): void;
  security: SecurityLog;
  pageLinks: PageLinks;
  /** Whether the session of this access token, by its jti, is still active. */
  isLive(tenant: string, jti: string | undefined): Promise<boolean>;
  endFamily(tenant: string, family: string): Promise<void>;
  stunCredentials(claims: AccessTokenClaims): StunCredentials;
  /** Signs the URLs of pictures. All processes use the same secret. */
  pictureSecret: Buffer;
  media: Media;
  directories: Directories;
  syncs: Syncs;
  consents: DirectoryConsent;
  calls: CallsInFlight;
  encryption: Encryption;
  /** The public URL of the REST service. */
  restUrl: (tenant: string) => string;
  /** File or folder of VNC_CA. */
  vncCa?: string | undefined;
  /** Information for administrators who deploy devices. */
  deployment: DeploymentOffer;
  clock?: () => EpochMs;
  /** Set by tests. */
  limits?: CallLimits | undefined;
  /** Shared by several processes; default: limits of this process alone. */
  rateLimit?: MakeRateLimit | undefined;
};

export async function registerRest(app: FastifyInstance, deps: RestDeps): Promise<void> {
  const { changes, clock = Date.now, limits = CALL_LIMITS, rateLimit = ownRateLimits(clock) } = deps;
  const { db } = deps.store;
  // Registered outside of the scope that requires a token for every call.
  const pictures = createEventPictures(db);
  const pictureAddresses = createPictureAddresses(deps.pictureSecret, clock);
  const isHolderPresent = createHolderCheck(deps);
  registerSignedPictures(app, { addresses: pictureAddresses, pictures, isHolderPresent });
  const { groups: groupMedia, uploads } = deps.media;
  const backgrounds = createGroupBackgrounds({
    secret: deps.pictureSecret,
    restUrl: deps.restUrl,
    clock,
  });
  registerSignedBackgrounds(app, { backgrounds, media: groupMedia });
  if (uploads !== undefined)
    await registerFormUploads(app, { ...uploads, media: groupMedia, isHolderPresent });
  registerVncCertificate(app, { db, vncCa: deps.vncCa });
  await app.register(
    async (scope) => {
      const callers = guardCallers(scope, {
        ...deps,
        countAccount: createAccountLimits(limits, rateLimit),
        refusedTokens: rateLimit('refused-tokens', { perMinute: limits.refusedTokens }),
        hasRunner: createSiteRunners(db).has,
        hasClient: createSiteClients(db).has,
      });
      limitConcurrency(scope);
      deps.calls.count(scope);
      compressAnswers(scope);
      const failed = (error: unknown) => deps.log?.error('could not keep what a tutor changed', { error });
      const names = createLogNames(db);
      logChanges(scope, {
        resourceLog: createResourceLog(db),
        nameOf: async (place, type, id) => (await names.of(place, type, [id])).get(id),
        clock,
        failed,
      });
      noteCalls(scope, deps.security, { service: 'rest', eventOf: restEventOf });
      // Responses are specific to a tutor and must not be cached.
      scope.addHook('onSend', async (request, reply) => {
        reply.header('cache-control', 'no-store');
        const announced = announcementOf(request);
        if (announced === undefined) return;
        reply
          .header(CHANGE_TIME_HEADER, announced.at)
          .header(CHANGED_HEADER, formatChanged(announced.changed));
      });
      scope.setNotFoundHandler(() => {
        throw new AppError('not-found', 'There is nothing at this address.');
      });
      const { permissions } = deps;
      registerSiteRoutes(scope, {
        db,
        callers,
        permissions,
        changes,
        clock,
        endFamily: deps.endFamily,
        pictures,
        pictureAddresses,
        groupMedia,
        backgrounds,
        directories: deps.directories,
        encryption: deps.encryption,
        security: deps.security,
      });
      registerRunnerRoutes(scope, { db, callers, permissions });
      registerTutorRoutes(scope, { db, callers, publish: changes.publish, clock, rateLimit });
      const { pageLinks, security, encryption, endFamily } = deps;
      await registerAdmin(scope, {
        db,
        callers,
        permissions,
        encryption,
        security,
        endFamily,
        syncs: deps.syncs,
        directories: deps.directories,
        consents: deps.consents,
        clock,
        rateLimit,
        publish: changes.publish,
        deployment: async (tenant) => ({
          ...deps.deployment,
          chromeExtension: await deps.deployment.chromeExtension(tenant),
          hasCertificate: await hasCertificate(deps.vncCa, tenant),
        }),
      });
      await scope.register(async (links) => {
        readChangeDetails(links, { db });
        registerPageLinkRoutes(links, { db, callers, permissions, pageLinks, security });
      });
      registerFeedbackRoutes(scope, { db, callers, clock });
      const { log, renderFailed } = deps;
      registerRenderFailureRoutes(scope, { callers, log, renderFailed, rateLimit });
      // The only route here that devices call too, because they connect to the same peers as tutors.
      scope.get('/stun/creds', { config: { caller: 'tutor or device' } }, async (request) => {
        const claims = await callers.present(request);
        // The credentials outlive the token by far, so an ended session does not receive any.
        if (!(await deps.isLive(claims.tenant, claims.jti)))
          throw new AppError('unauthorized', 'This session has ended.');
        return deps.stunCredentials(claims);
      });
    },
    { prefix: '/v1' },
  );
}

/** A call waits for a free place of its account. Its database work is then queued fairly among accounts. */
function limitConcurrency(scope: FastifyInstance): void {
  const places = createAccountPlaces(scope);
  scope.addHook('preHandler', async ({ claims }, reply) => {
    if (claims) await places.take(accountKey(claims), reply);
  });
  scope.addHook('preHandler', ({ claims }, _reply, done) => {
    if (claims) workFor({ account: accountKey(claims) }, done);
    else done();
  });
}

/** The HTTP side of the platform: routes requests by host name and path. `platform.ts` opens the port. */
import type { RequestListener, Server } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { type FastifyInstance, fastify } from 'fastify';
import { type AuthRoutesDeps, registerAuthRoutes } from '#auth/auth-routes.ts';
import { accountPicture } from '#auth/identity/account-picture.ts';
import type { DevelopmentProvider } from '#auth/identity/development-provider.ts';
import type { Log } from '#base/log.ts';
import type { PlatformOptions } from '#base/platform-options.ts';
import type { RedisClient } from '#base/redis.ts';
import { answerWithIds, createRequestIds } from '#base/request-ids.ts';
import { createProxyTrust } from '#base/trusted-proxies.ts';
import { workFor } from '#base/work-owner.ts';
import { type ExternalGateRoutesDeps, registerExternalGate } from '#broker/external/external-gate-routes.ts';
import { CALL_LIMITS, type CallLimits, limitCalls } from '#http/call-limits.ts';
import { createErrorHandler, pathOf } from '#http/error-answers.ts';
import { type FilesDeps, registerFiles } from '#http/files.ts';
import type { DevelopmentServer } from '#http/page.ts';
import { helmetOptions } from '#http/security-headers.ts';
import { AppError } from '#protocol/app-error.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { CHANGE_TIME_HEADER, CHANGED_HEADER } from '#protocol/rest/change-time.ts';
import { type ExtensionRoutesDeps, registerExtensionRoutes } from '../extension/extension-routes.ts';
import { type OperatorRoutesDeps, registerOperatorRoutes } from '../operations/operator-routes.ts';
import { type PeerTicketRouteDeps, registerPeerTickets } from '../peer/peer-ticket-route.ts';
import { createConfigurationDocuments } from '../rest/configuration-documents.ts';
import { registerOpenApi } from '../rest/openapi/openapi-routes.ts';

export type AppDeps = {
  options: PlatformOptions;
  auth: AuthRoutesDeps & PeerTicketRouteDeps;
  /** Providers on `id.{DOMAIN}` by mount (`/google`, `/microsoft`); empty if all providers are real. */
  developmentProviders: readonly (DevelopmentProvider & { mount: string })[];
  providers: TenantConfiguration['providers'];
  /** Mounts the REST service. */
  registerRest(app: FastifyInstance): void | Promise<void>;
  consentReturn: FilesDeps['consentReturn'];
  extension: Omit<ExtensionRoutesDeps, 'addresses'>;
  operations: Omit<OperatorRoutesDeps, 'security'>;
  /** Routes for an external broker; undefined with the built-in broker. */
  externalGate?: Omit<ExternalGateRoutesDeps, 'security' | 'log'> | undefined;
  distDir: string;
  development?: DevelopmentServer | undefined;
  /** The listening server. Without it, the app answers only `inject`. */
  server?: Server | undefined;
  /** Shared by several processes; undefined with a single process. */
  redis?: RedisClient | undefined;
  log: Log;
  /** Set by tests. */
  limits?: CallLimits | undefined;
};

const BODY_LIMIT_BYTES = 1024 * 1024;
export async function createApp(deps: AppDeps): Promise<FastifyInstance> {
  const { options, log } = deps;
  const { addresses } = deps.auth;
  const { server } = deps;
  const app = fastify({
    logger: false,
    trustProxy: createProxyTrust(options.trustedProxies),
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: createRequestIds(options),
    ...(server && { serverFactory: (handler: RequestListener) => server.on('request', handler) }),
  });
  app.setErrorHandler(createErrorHandler(log));
  answerWithIds(app);

  await app.register(helmet, helmetOptions(options.trustedProxies.length > 0));
  const { limits = CALL_LIMITS } = deps;
  const { limitAuth } = await limitCalls(app, { limits, security: deps.auth.security, redis: deps.redis });

  // The hook runs before anything reads the request, because the provider parses its own bodies.
  app.addHook('onRequest', async (request, reply) => {
    if (addresses.placeOf(request.headers.host).name !== 'id') return;
    const provider = deps.developmentProviders.find(
      ({ mount }) => request.url.startsWith(`${mount}/`) || request.url === mount,
    );
    if (provider) {
      reply.hijack();
      await provider.handle(request.raw, reply.raw).catch((error: unknown) => {
        log.error('identity provider failed', { error });
        if (!reply.raw.headersSent) reply.raw.writeHead(500);
        reply.raw.end();
      });
    }
  });

  // No name contains NUL, and PostgreSQL rejects it in a query.
  app.addHook('onRequest', async (request) => {
    if (pathOf(request.url).includes('%00')) throw new AppError('invalid', 'The address is not well formed.');
  });

  // Calls without a token share a work queue per address. In REST each account has its own.
  app.addHook('preHandler', ({ ip }, _reply, done) => workFor({ account: ip }, done));

  await registerOpenApi(app, { addresses });
  registerOperatorRoutes(app, { ...deps.operations, security: deps.auth.security });
  if (deps.externalGate)
    await registerExternalGate(app, { ...deps.externalGate, security: deps.auth.security, log });

  await app.register(async (scope) => {
    await scope.register(cors, {
      origin: (origin, allow) => allow(null, origin !== undefined && addresses.isPageOrigin(origin)),
      methods: ['GET', 'POST', 'PUT', 'DELETE'],
      allowedHeaders: ['authorization', 'content-type', 'tenant-key'],
      exposedHeaders: [CHANGE_TIME_HEADER, CHANGED_HEADER, 'retry-after'],
      maxAge: 600,
    });
    await scope.register(
      async (auth) => {
        limitAuth(auth);
        registerAuthRoutes(auth, deps.auth);
        registerPeerTickets(auth, deps.auth);
      },
      { prefix: '/auth' },
    );
    await scope.register(async (rest) => deps.registerRest(rest));
  });

  app.get<{ Params: { file: string } }>('/pictures/:file', (request, reply) => {
    if (addresses.placeOf(request.headers.host).name !== 'id') {
      throw new AppError('not-found', 'There is nothing at this address.');
    }
    return reply
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('cache-control', 'public, max-age=86400')
      .type('image/svg+xml')
      .send(accountPicture(request.params.file.replace(/\.svg$/, '')));
  });

  registerExtensionRoutes(app, { ...deps.extension, addresses });

  // Browsers request it on pages without an icon, such as the provider's.
  app.get('/favicon.ico', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=86400').code(204).send(),
  );

  await registerFiles(app, {
    addresses,
    configurationDocument: createConfigurationDocuments({
      db: deps.auth.db,
      addresses,
      options,
      providers: deps.providers,
    }),
    // Empty if the page can derive the URL from its own host name.
    configUrl: options.configUrl ?? '',
    loginUrl: options.loginUrl ?? '',
    consentReturn: deps.consentReturn,
    distDir: deps.distDir,
    development: deps.development,
    pictureSources: options.google ? ['https://*.googleusercontent.com'] : [],
  });
  await app.ready();
  return app;
}

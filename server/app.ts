/** The HTTP side of the platform: who answers what, on which host name. `platform.ts` listens. */
import type { RequestListener, Server } from 'node:http';
import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import { type FastifyInstance, fastify } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { CHANGE_TIME_HEADER, CHANGED_HEADER } from '#protocol/rest/change-time.ts';
import { type AuthRoutesDeps, registerAuthRoutes } from './auth/auth-routes.ts';
import { type PeerTicketRouteDeps, registerPeerTickets } from './auth/peer-ticket-route.ts';
import { type ExternalGateRoutesDeps, registerExternalGate } from './broker/external/external-gate-routes.ts';
import { CALL_LIMITS, type CallLimits, limitCalls } from './http/call-limits.ts';
import { createConfigurationDocuments } from './http/configuration-documents.ts';
import { createErrorHandler, pathOf } from './http/error-answers.ts';
import { type FilesDeps, registerFiles } from './http/files.ts';
import type { Log } from './http/log.ts';
import type { DevelopmentServer } from './http/page.ts';
import { answerWithIds, createRequestIds } from './http/request-ids.ts';
import { helmetOptions } from './http/security-headers.ts';
import { createProxyTrust } from './http/trusted-proxies.ts';
import { accountPicture } from './identity/account-picture.ts';
import type { DevelopmentProvider } from './identity/development-provider.ts';
import { registerOpenApi } from './openapi/openapi-routes.ts';
import { type OperatorRoutesDeps, registerOperatorRoutes } from './operations/operator-routes.ts';
import type { PlatformOptions } from './options.ts';
import type { RedisClient } from './processes/redis.ts';
import { workFor } from './work-owner.ts';

export type AppDeps = {
  options: PlatformOptions;
  auth: AuthRoutesDeps & PeerTicketRouteDeps;
  /** What `id.{DOMAIN}` serves, by mount (`/google`, `/microsoft`); empty with real providers only. */
  developmentProviders: readonly (DevelopmentProvider & { mount: string })[];
  providers: TenantConfiguration['providers'];
  /** Mounts the REST service. */
  registerRest(app: FastifyInstance): void | Promise<void>;
  consentReturn: FilesDeps['consentReturn'];
  operations: Omit<OperatorRoutesDeps, 'security'>;
  /** For a broker outside of the platform; undefined: there is none. */
  externalGate?: Omit<ExternalGateRoutesDeps, 'security' | 'log'> | undefined;
  distDir: string;
  development?: DevelopmentServer | undefined;
  /** The listening server; without one the app answers `inject` only. */
  server?: Server | undefined;
  /** What several processes share; undefined: there is one. */
  redis?: RedisClient | undefined;
  log: Log;
  /** A test changes them. */
  limits?: CallLimits | undefined;
};

const BODY_LIMIT_BYTES = 1024 * 1024;
/** Builds the app; resolves when it is ready to answer. */
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

  // Before anything else touches the request: the provider reads its own bodies.
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

  // No name of anything holds a NUL, and no table could be asked for one.
  app.addHook('onRequest', async (request) => {
    if (pathOf(request.url).includes('%00')) throw new AppError('invalid', 'The address is not well formed.');
  });

  // Calls without a token share the turns of their address; REST gives each account its own.
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

  // Browsers ask for it on pages that name no icon, such as the provider's.
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
    // Empty where the page can tell from its own host name.
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

/** The routes of the auth service (src/protocol/auth/auth-service.ts). All need the header `tenant-key`. */
import type { FastifyInstance } from 'fastify';
import { noteCalls } from '#http/note-calls.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import { refreshBodySchema } from '#protocol/auth/auth-service.ts';
import { authEventOf } from './auth-events.ts';
import { type EnrolmentRoutesDeps, registerEnrolment } from './enrolment/enrolment-routes.ts';
import { registerSessionEnd, type SessionEndDeps } from './sessions/session-end.ts';
import type { Tokens } from './sessions/tokens.ts';
import {
  type FirstAdministratorRouteDeps,
  registerFirstAdministrator,
} from './sign-in/first-administrator-route.ts';
import { registerSignIns, type SignInRoutesDeps } from './sign-in/sign-in-routes.ts';

export type AuthRoutesDeps = SignInRoutesDeps &
  EnrolmentRoutesDeps &
  FirstAdministratorRouteDeps &
  SessionEndDeps & { tokens: Pick<Tokens, 'jwks'> };

/** Mounts the routes on `app`, whose paths begin with the path of AUTH_URL. */
export function registerAuthRoutes(app: FastifyInstance, deps: AuthRoutesDeps): void {
  const { tokens, sessions, bearers } = deps;

  // Answers contain tokens or personal data.
  app.addHook('onSend', async (request, reply) => {
    const isPublic = request.routeOptions.url?.endsWith('/.well-known/jwks.json');
    if (!isPublic) reply.header('cache-control', 'no-store');
  });

  noteCalls(app, deps.security, { service: 'auth', eventOf: authEventOf });

  app.get('/.well-known/jwks.json', (_request, reply) =>
    reply.header('cache-control', 'public, max-age=300').send(tokens.jwks()),
  );

  app.post('/refresh', async (request) => {
    const tenant = await bearers.tenant(request);
    const expiries = parseBody(refreshBodySchema, request.body);
    const result = await sessions.refresh(tenant.key, bearers.token(request), expiries);
    if (result.name === 'ok') {
      const { session } = result;
      // The token is spent: an answer that is lost by a failed note would end the session.
      if ('clientId' in session)
        await deps.enrolment.noteSeen(tenant.key, session.clientId).catch(() => undefined);
      return session;
    }
    if (result.name === 'reused')
      deps.security.note({
        what: 'refresh-reused',
        tenant: tenant.key,
        address: request.ip,
        ...result.by,
      });
    throw new AppError(
      'unauthorized',
      result.name === 'reused'
        ? 'This refresh token was used before; the session has been ended.'
        : 'This session has ended.',
    );
  });

  app.post('/logout', async (request, reply) => {
    const tenant = await bearers.tenant(request);
    await sessions.end(tenant.key, bearers.token(request));
    return reply.code(204).send();
  });

  registerSessionEnd(app, deps);
  registerSignIns(app, deps);
  registerFirstAdministrator(app, deps);
  registerEnrolment(app, deps);
}

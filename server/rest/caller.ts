/** Authenticates the caller of every route below `/v1`, before anything else is processed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { RateLimit } from '#base/rate-limit.ts';
import type { SiteKey } from '#base/site-key.ts';
import type { RoleName } from '#domain/people/roles.ts';
import { takeOrRefuse } from '#http/too-many.ts';
import { AppError } from '#protocol/app-error.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { Permissions, SiteTutor } from '#store/permissions/permissions.ts';
import type { CountAccount } from './account-limits.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Claims of the verified token, which belongs to the tenant of the header. */
    claims: AccessTokenClaims | null;
  }
  interface FastifyContextConfig {
    /** The kinds of callers that the route accepts; default: tutors only. */
    caller?: keyof typeof REJECTIONS;
  }
}

export type CallerDeps = {
  /** Resolves to undefined if the token is invalid. */
  verify(token: string): Promise<AccessTokenClaims | undefined>;
  /** Whether the session of this access token, by its jti, is known to have ended. */
  isOver(tenant: string, jti: string | undefined): boolean;
  /**
   * Limits calls with an invalid token per address. Calls with a valid token are not limited by it, because a
   * whole school may share an address.
   */
  refusedTokens: RateLimit;
  countAccount: CountAccount;
  permissions: Permissions;
  /** Whether the site (still) has this runner. */
  hasRunner(runner: SiteKey & { runnerId: string }): Promise<boolean>;
  /** Whether the site (still) has this client. */
  hasClient(client: SiteKey & { clientId: string }): Promise<boolean>;
  log?: { warn(message: string, fields?: Record<string, unknown>): void };
};

export type Callers = {
  /**
   * The claims of a caller who still has access: a tutor on the token's site or in the admin realm, or a
   * device of the site if the route's `config` accepts devices.
   */
  present(request: FastifyRequest): Promise<AccessTokenClaims>;
  /**
   * The tutor on the token's site. Throws `forbidden` in the admin realm, which has no site, and for a tutor
   * who has lost the site or the required role since the token was issued.
   */
  onSite(request: FastifyRequest, role?: RoleName): Promise<SiteTutor>;
  /** A site runner that still belongs to the site, on a route whose `config` accepts runners. */
  runner(request: FastifyRequest): Promise<SiteKey & { runnerId: string }>;
  /** A tutor with management access; with `realm` only in a session of the admin realm. */
  manager(request: FastifyRequest, realm?: 'admin'): Promise<{ tenant: string; tutorId: string }>;
};

const NO_TOKEN = 'This call needs a valid access token.';
const ENDED = 'This session has ended.';
const TOO_MANY_REFUSED = 'Too many calls without a valid access token came from your network; wait a minute.';
const REJECTIONS = {
  tutor: 'Only tutors may call this service.',
  runner: 'Only site runners may call this.',
  'tutor or device': 'Only tutors and devices may call this.',
};
const ACCEPTED_KINDS: Record<keyof typeof REJECTIONS, readonly AccessTokenClaims['kind'][]> = {
  tutor: ['tutor'],
  runner: ['runner'],
  'tutor or device': ['tutor', 'device'],
};

/** Guards every route of `scope`, including unknown paths. */
export function guardCallers(
  scope: FastifyInstance,
  { verify, isOver, refusedTokens, countAccount, permissions, hasRunner, hasClient, log }: CallerDeps,
): Callers {
  scope.decorateRequest('claims', null);
  scope.addHook('onRoute', (route) => {
    route.config = { ...route.config, checksToken: true };
  });

  scope.addHook('onRequest', async (request) => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    const claims = token === undefined ? undefined : await verify(token);
    const refusal = claims === undefined ? NO_TOKEN : isOver(claims.tenant, claims.jti) ? ENDED : undefined;
    if (claims === undefined || refusal !== undefined) {
      takeOrRefuse(refusedTokens, { key: request.ip, what: TOO_MANY_REFUSED });
      throw new AppError('unauthorized', refusal ?? NO_TOKEN);
    }
    countAccount(claims, request);
    const accepted = request.routeOptions.config?.caller ?? 'tutor';
    if (!ACCEPTED_KINDS[accepted].includes(claims.kind))
      throw new AppError('forbidden', REJECTIONS[accepted]);
    const tenant = request.headers['tenant-key'];
    if (typeof tenant !== 'string' || tenant === '') {
      throw new AppError('invalid', 'The header tenant-key is missing.', { detail: { field: 'tenant-key' } });
    }
    if (tenant !== claims.tenant) {
      const { kind, sub } = claims;
      log?.warn('a token was shown to another tenant', { [kind]: sub, tenant: claims.tenant });
      throw new AppError('forbidden', 'This token is not for this tenant.');
    }
    request.claims = claims;
  });

  const claimsOf = (request: FastifyRequest) => {
    if (!request.claims) throw new AppError('unauthorized', NO_TOKEN);
    return request.claims;
  };

  async function requireClient({ tenant, site, sub, clientId = sub }: AccessTokenClaims): Promise<void> {
    if (site === undefined || !(await hasClient({ tenant, site, clientId }))) {
      throw new AppError('forbidden', 'This device may no longer use this site.');
    }
  }

  const callers: Callers = {
    async present(request) {
      const claims = claimsOf(request);
      if (claims.kind === 'device') await requireClient(claims);
      else await (claims.realm === 'admin' ? callers.manager(request) : callers.onSite(request));
      return claims;
    },

    async onSite(request, role) {
      const { tenant, site, sub: tutorId, roles: granted, realm } = claimsOf(request);
      if (site === undefined || realm === 'admin') {
        throw new AppError('forbidden', 'This call needs a session on a site.');
      }
      const present = await permissions.rolesOfTutor({ tenant, site, tutorId });
      if (!present) throw new AppError('forbidden', 'Your account may no longer use this site.');
      // The token's roles are an upper bound. Roles that were removed since then are removed immediately.
      const roles = granted.filter((name) => present.includes(name));
      if (role !== undefined && !roles.includes(role)) {
        throw new AppError('forbidden', `This call needs the role ${role}.`);
      }
      return { tenant, site, tutorId, roles };
    },

    async runner(request) {
      const { kind, tenant, site, sub: runnerId } = claimsOf(request);
      if (kind !== 'runner' || site === undefined || !(await hasRunner({ tenant, site, runnerId }))) {
        throw new AppError('forbidden', 'This site runner may no longer use this site.');
      }
      return { tenant, site, runnerId };
    },

    async manager(request, only) {
      const { tenant, sub: tutorId, realm } = claimsOf(request);
      if (only === 'admin' && realm !== 'admin') {
        throw new AppError('forbidden', 'This call needs a session of the admin realm.');
      }
      if (!(await permissions.managementAccess({ tenant, tutorId }))) {
        throw new AppError('forbidden', 'This call needs management access.');
      }
      return { tenant, tutorId };
    },
  };
  return callers;
}

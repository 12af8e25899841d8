/** Who is asking, from the Authorization and tenant-key headers of an auth call. */

import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Identity, VerifyIdToken } from '../identity/id-token.ts';
import type { Database } from '../store/database.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

export type Tenant = { key: string; name: string };
/** A tutor of the tenant; `identity` where an id token was shown. */
export type AskingTutor = { tenant: string; tutorId: string; identity: Identity | undefined };

export type Bearers = {
  /** The tenant that the header names. Throws `invalid` or `tenant-not-found`. */
  tenant(request: FastifyRequest): Promise<Tenant>;
  /** The token itself. Throws `unauthorized`. */
  token(request: FastifyRequest): string;
  /** Throws `credential-format` or `unauthorized`. */
  identity(token: string): Promise<Identity>;
  /** The tutor that an id token, or with `access` an access token too, speaks for. Throws as above. */
  tutor(request: FastifyRequest, tenant: Tenant, accept: 'id' | 'id-or-access'): Promise<AskingTutor>;
};

export type BearersDeps = {
  db: Kysely<Database>;
  tokens: Tokens;
  sessions: Sessions;
  verifyIdToken: VerifyIdToken;
};

export function createBearers({ db, tokens, sessions, verifyIdToken }: BearersDeps): Bearers {
  const bearers: Bearers = {
    async tenant(request) {
      const key = request.headers['tenant-key'];
      if (typeof key !== 'string' || key === '' || key.length > 128) {
        throw new AppError('invalid', 'The header tenant-key is missing.', {
          detail: { field: 'tenant-key' },
        });
      }
      const tenant = await db
        .selectFrom('tenants')
        .select(['key', 'name'])
        .where('key', '=', key)
        .executeTakeFirst();
      if (tenant === undefined) throw new AppError('tenant-not-found', 'There is no such tenant.');
      return tenant;
    },

    token(request) {
      const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
      if (token === undefined) throw unauthorized('This call needs a token.');
      return token;
    },

    async identity(token) {
      const result = await verifyIdToken(token);
      if (result.name === 'malformed') {
        throw new AppError('credential-format', 'Invalid Google ID Token format.');
      }
      if (result.name === 'refused') throw unauthorized(result.reason);
      return result.identity;
    },

    async tutor(request, tenant, accept) {
      const token = bearers.token(request);
      if (accept === 'id-or-access' && issuerOf(token) === tokens.issuer) {
        return tutorOfAccessToken(token, tenant);
      }
      const identity = await bearers.identity(token);
      const tutor = await db
        .selectFrom('tutors')
        .select('id')
        .where('tenant', '=', tenant.key)
        .where((is) => is(is.fn('lower', ['primary_email']), '=', identity.email))
        .executeTakeFirst();
      if (tutor === undefined) throw unauthorized(`${identity.email} is not a tutor of ${tenant.name}.`);
      return { tenant: tenant.key, tutorId: tutor.id, identity };
    },
  };

  async function tutorOfAccessToken(token: string, tenant: Tenant): Promise<AskingTutor> {
    const claims = await tokens.verify(token);
    if (claims?.kind !== 'tutor' || claims.tenant !== tenant.key)
      throw unauthorized('This session has ended.');
    // A token outlives a sign-out by minutes; it must not give birth to a new session in that time.
    if (!(await sessions.isLive(tenant.key, claims.jti))) throw unauthorized('This session has ended.');
    return { tenant: tenant.key, tutorId: claims.sub, identity: undefined };
  }

  return bearers;
}

function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}

const unauthorized = (message: string) => new AppError('unauthorized', message);

/** Identifies the caller of an auth route by the Authorization and tenant-key headers. */

import type { FastifyRequest } from 'fastify';
import { decodeJwt } from 'jose';
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Database } from '#store/database.ts';
import type { Identity, VerifyIdToken } from '../identity/id-token.ts';
import { hasAdministrator } from '../sign-in/first-administrator.ts';
import { type ReadIdToken, type SignIns, usedBefore } from '../sign-in/sign-ins.ts';
import { tutorOfIdentity } from '../sign-in/tutor-accounts.ts';
import type { Sessions } from './sessions.ts';
import type { Tokens } from './tokens.ts';

export type Tenant = { key: string; name: string };
/** A tutor who makes a request. `identity`: set for an id token; `jti`: set for an access token. */
export type TutorCaller = {
  tenant: string;
  tutorId: string;
  identity: Identity | undefined;
  jti: string | undefined;
  /** Set for a sign-in ticket: its jti. */
  ticket: string | undefined;
  /** Uses up the id token, if it was one. Throws `unauthorized` if it was used before. */
  take(): Promise<void>;
};

export type Bearers = {
  /** The tenant named by the header. Throws `invalid` or `tenant-not-found`. */
  tenant(request: FastifyRequest): Promise<Tenant>;
  /** The bearer token. Throws `unauthorized`. */
  token(request: FastifyRequest): string;
  /** Verifies an id token. Throws `credential-format`, `credential-nonce` or `unauthorized`. */
  idToken(token: string, verifier?: string): Promise<ReadIdToken>;
  /** The account of an id token or a ticket. Throws as above, or `sign-in-ended`. */
  account(token: string): Promise<Pick<TutorCaller, 'ticket' | 'take'> & { identity: Identity }>;
  /** The tutor of an id token, a ticket or, if accepted, an access token. May also throw `other-account`. */
  tutor(request: FastifyRequest, tenant: Tenant, accept: 'id' | 'id-or-access'): Promise<TutorCaller>;
};

export type BearersDeps = {
  db: Kysely<Database>;
  tokens: Tokens;
  sessions: Sessions;
  verifyIdToken: VerifyIdToken;
  signIns: SignIns;
  /** The only page origin that may send tickets and id tokens. */
  loginOrigin: string;
};

export function createBearers(deps: BearersDeps): Bearers {
  const { db, tokens, sessions, verifyIdToken, signIns } = deps;
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

    async idToken(token, verifier) {
      const result = await verifyIdToken(token);
      if (result.name === 'malformed') {
        throw new AppError('credential-format', 'Invalid Google ID Token format.');
      }
      if (result.name === 'refused') throw unauthorized(result.reason);
      signIns.checkVerifier(result, verifier);
      if (await signIns.isTaken(result)) throw usedBefore();
      return result;
    },

    async account(token) {
      if (issuerOf(token) !== tokens.ticketIssuer) {
        const read = await bearers.idToken(token);
        return { identity: read.identity, ticket: undefined, take: () => signIns.take(read) };
      }
      const found = await signIns.read(token);
      if (!found) throw new AppError('sign-in-ended', 'This sign-in has ended; sign in again.');
      return { identity: found.identity, ticket: found.jti, take: async () => {} };
    },

    async tutor(request, tenant, accept) {
      const token = bearers.token(request);
      if (accept === 'id-or-access' && issuerOf(token) === tokens.issuer) {
        return tutorOfAccessToken(token, tenant);
      }
      const { origin } = request.headers;
      if (origin !== undefined && origin !== deps.loginOrigin)
        throw new AppError('forbidden', 'Sign-ins begin at the login page.');
      const { identity, ticket, take } = await bearers.account(token);
      const tutor = await tutorOfIdentity(db, tenant.key, identity);
      if (tutor.name === 'unknown') throw await unknownTutor(identity.email, tenant);
      if (tutor.name === 'other-account') throw otherAccount(identity.email);
      return { tenant: tenant.key, tutorId: tutor.id, identity, jti: undefined, ticket, take };
    },
  };

  async function unknownTutor(email: string, tenant: Tenant): Promise<AppError> {
    if (await hasAdministrator(db, tenant.key))
      return unauthorized(`${email} is not a tutor of ${tenant.name}.`);
    return new AppError('no-administrator', `${tenant.name} has no administrator yet.`);
  }

  async function tutorOfAccessToken(token: string, tenant: Tenant): Promise<TutorCaller> {
    const claims = await tokens.verify(token);
    if (claims?.kind !== 'tutor' || claims.tenant !== tenant.key)
      throw unauthorized('This session has ended.');
    // A token stays valid for minutes after a sign-out, but must not begin a new session then.
    if (!(await sessions.isLive(tenant.key, claims.jti))) throw unauthorized('This session has ended.');
    return {
      tenant: tenant.key,
      tutorId: claims.sub,
      identity: undefined,
      jti: claims.jti,
      ticket: undefined,
      take: async () => {},
    };
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

/** The e-mail is a tutor's, but the account is not the one that this tutor signs in with. */
export const otherAccount = (email: string) =>
  new AppError(
    'other-account',
    `${email} signs in here with another account. Use the account of your first sign-in, or ask whoever runs this platform to release it.`,
  );
const unauthorized = (message: string) => new AppError('unauthorized', message);

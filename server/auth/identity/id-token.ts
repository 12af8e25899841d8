/** Verifies id tokens of the configured identity providers. */

import {
  createLocalJWKSet,
  createRemoteJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JWK,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from 'jose';
import type { IdentityProviderName } from '#protocol/auth/tenant-configuration.ts';
import type { EpochMs } from '#protocol/clock.ts';

/** A person as the provider identifies them. `email` is lower case. */
export type Identity = {
  provider: IdentityProviderName;
  email: string;
  /** Does not change with names or addresses, and is unique across all providers. */
  account: { issuer: string; subject: string };
  name: string | undefined;
  givenName: string | undefined;
  familyName: string | undefined;
  picture: string | undefined;
};

export type IdTokenResult =
  | {
      name: 'ok';
      identity: Identity;
      nonce: string;
      expiresAt: EpochMs;
      /** The signed part of the token, which has only one spelling. The signature may have several. */
      signed: string;
    }
  /** The text is not a token. */
  | { name: 'malformed' }
  /** A token that this platform does not accept. */
  | { name: 'refused'; reason: string };

export type VerifyIdToken = (token: string) => Promise<IdTokenResult>;

/** A trusted issuer. */
export type TrustedIssuer = {
  provider: IdentityProviderName;
  clientId: string;
  /** True for an issuer of this provider, given the whole payload. Microsoft has one issuer per directory. */
  isIssuer(issuer: string, payload: JWTPayload): boolean;
  keys: JWTVerifyGetKey;
  /** The e-mail address that the provider has verified. */
  emailOf(payload: JWTPayload): string | undefined;
  accountOf(payload: JWTPayload): { issuer: string; subject: string | undefined };
};

const text = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;

/** Google reports whether an address is verified. An unverified address may belong to anyone. */
const googleEmail = (payload: JWTPayload) =>
  payload.email_verified === true || payload.email_verified === 'true' ? text(payload.email) : undefined;

/**
 * In Microsoft's tokens, the owner of any directory can set any `email`. The preferred user name is in a
 * domain that the directory has verified, and `xms_edov` means the same for `email`.
 */
const microsoftEmail = (payload: JWTPayload) =>
  payload.xms_edov === true || payload.xms_edov === '1'
    ? (text(payload.email) ?? text(payload.preferred_username))
    : text(payload.preferred_username);

const emailOf = (provider: IdentityProviderName) => (provider === 'google' ? googleEmail : microsoftEmail);

/** Google with the platform's own client id. */
export const googleIssuer = (clientId: string): TrustedIssuer => ({
  provider: 'google',
  clientId,
  isIssuer: (issuer) => issuer === 'https://accounts.google.com' || issuer === 'accounts.google.com',
  keys: createRemoteJWKSet(new URL('https://www.googleapis.com/oauth2/v3/certs')),
  emailOf: googleEmail,
  accountOf: ({ sub }) => ({ issuer: 'https://accounts.google.com', subject: sub }),
});

const DIRECTORY_ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const MICROSOFT = 'https://login.microsoftonline.com';
/** The directory of all personal accounts. */
const PERSONAL = '9188040d-6c67-4c5b-b112-36a304b66dad';

/** `tenant`: a directory id, `organizations`, `consumers` (personal accounts) or `common` (all of them). */
function mayComeFrom(tenant: string, directory: string): boolean {
  if (tenant === 'common') return true;
  if (tenant === 'organizations') return directory !== PERSONAL;
  return directory === (tenant === 'consumers' ? PERSONAL : tenant.toLowerCase());
}

/** Microsoft: each directory that `tenant` allows is an issuer of its own. */
export const microsoftIssuer = (clientId: string, tenant: string): TrustedIssuer => ({
  provider: 'microsoft',
  clientId,
  isIssuer: (issuer, payload) =>
    typeof payload.tid === 'string' &&
    DIRECTORY_ID.test(payload.tid) &&
    mayComeFrom(tenant, payload.tid.toLowerCase()) &&
    issuer === `${MICROSOFT}/${payload.tid}/v2.0`,
  keys: createRemoteJWKSet(new URL(`${MICROSOFT}/${encodeURIComponent(tenant)}/discovery/v2.0/keys`)),
  emailOf: microsoftEmail,
  // `sub` differs for each application, while `oid` survives a new registration of the platform.
  accountOf: ({ tid, oid }) => ({
    issuer: `${MICROSOFT}/${String(tid).toLowerCase()}/v2.0`,
    subject: text(oid),
  }),
});

/** Both development providers share one directory of accounts, whatever their port. */
export const DEVELOPMENT_ISSUER = 'development';

/** The development provider, whose keys are local. */
export const developmentIssuer = ({
  provider,
  issuer,
  clientId,
  publicJwk,
}: {
  provider: IdentityProviderName;
  issuer: string;
  clientId: string;
  publicJwk: JWK;
}): TrustedIssuer => ({
  provider,
  clientId,
  isIssuer: (candidate) => candidate === issuer,
  keys: createLocalJWKSet({ keys: [publicJwk] }),
  emailOf: emailOf(provider),
  accountOf: ({ sub }) => ({ issuer: DEVELOPMENT_ISSUER, subject: sub }),
});

const refused = (reason: string): IdTokenResult => ({ name: 'refused', reason });

export function createIdTokenVerifier(
  issuers: readonly TrustedIssuer[],
  clock: () => EpochMs,
): VerifyIdToken {
  return async (token) => {
    const payload = structureOf(token);
    if (payload === undefined) return { name: 'malformed' };
    const issuer = payload.iss;
    const trusted = issuers.find((candidate) => issuer && candidate.isIssuer(issuer, payload));
    if (trusted === undefined || issuer === undefined) {
      return refused('The identity provider is not one of this platform.');
    }
    try {
      const verified = await jwtVerify(token, trusted.keys, {
        algorithms: ['RS256'],
        audience: trusted.clientId,
        issuer,
        requiredClaims: ['exp', 'sub', 'nonce'],
        currentDate: new Date(clock()),
        clockTolerance: 30,
      });
      const email = trusted.emailOf(verified.payload)?.toLowerCase();
      if (email === undefined) return refused('The identity provider does not vouch for an e-mail address.');
      const account = trusted.accountOf(verified.payload);
      const { subject } = account;
      if (!subject) return refused('The identity provider does not say which account this is.');
      const { nonce, exp = 0, ...profile } = verified.payload;
      if (typeof nonce !== 'string') return refused('The id token has no nonce.');
      return {
        name: 'ok',
        identity: {
          provider: trusted.provider,
          email,
          account: { ...account, subject },
          name: text(profile.name),
          givenName: text(profile.given_name),
          familyName: text(profile.family_name),
          picture: text(profile.picture),
        },
        nonce,
        expiresAt: exp * 1000,
        signed: token.slice(0, token.lastIndexOf('.')),
      };
    } catch (error) {
      const code = (error as { code?: string }).code;
      if (code === 'ERR_JWT_EXPIRED') return refused('The sign-in has expired; sign in again.');
      // If the provider's key endpoint does not respond, the failure is the platform's, not the user's.
      if (code === undefined || code === 'ERR_JWKS_TIMEOUT') throw error;
      return refused('The identity provider did not issue this token for this platform.');
    }
  };
}

/** The payload of a text with the structure of a signed token; otherwise undefined. */
function structureOf(token: string): JWTPayload | undefined {
  if (token.length > 16_384 || token.split('.').length !== 3) return undefined;
  try {
    if (typeof decodeProtectedHeader(token).alg !== 'string') return undefined;
    return decodeJwt(token);
  } catch {
    return undefined;
  }
}

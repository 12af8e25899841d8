/** Access tokens: JWTs that every service of the platform accepts. */

import { type CryptoKey, decodeJwt, importJWK, type JWK, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as v from 'valibot';
import { type AccessTokenClaims, accessTokenClaimsSchema } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { SigningKeys } from '../secrets/signing-keys.ts';

/** Checks signature, issuer, audience and expiry; undefined where any of them fails. */
export type VerifyAccessToken = (token: string) => Promise<AccessTokenClaims | undefined>;
/** The claims set by the caller; `sign` adds `iss`, `aud`, `iat` and `exp`. */
export type NewClaims = Omit<AccessTokenClaims, 'iss' | 'aud' | 'iat' | 'exp'>;

export type Tokens = {
  sign(claims: NewClaims, lifetimeSeconds: number): Promise<string>;
  verify: VerifyAccessToken;
  /** Verifies a token as of its issue: an expired token is accepted, because its subject is still true. */
  verifyAsMade: VerifyAccessToken;
  /** Signs a ticket of a sign-in (sign-ins.ts), which no other service accepts. */
  signTicket(claims: JWTPayload, lifetimeSeconds: number): Promise<string>;
  /** The claims; undefined: the ticket is invalid or has expired. */
  verifyTicket(ticket: string): Promise<JWTPayload | undefined>;
  /** The public keys, for services outside this process such as an external broker. */
  jwks(): { keys: JWK[] };
  issuer: string;
  ticketIssuer: string;
};

export type TokensDeps = {
  signingKeys: SigningKeys;
  domain: string;
  clock: () => EpochMs;
};

const AUDIENCE = 'lectern';
const TICKET_AUDIENCE = 'lectern-sign-in';
const ALGORITHM = 'ES256';
/** A process that started at the same time may sign with a key that this one has not read yet. */
const THROTTLE_MS = 5_000;

export async function createTokens({ signingKeys, domain, clock }: TokensDeps): Promise<Tokens> {
  const issuer = `lectern@${domain}`;
  const ticketIssuer = `${issuer}/sign-in`;
  const [signing, ...others] = await signingKeys.ensure('access');
  const signingKey = (await importJWK(signing.privateJwk, ALGORITHM)) as CryptoKey;
  const publicKeys = new Map<string, CryptoKey>();
  let published: JWK[] = [];
  let readAt = clock();
  await take([signing, ...others]);

  async function take(keys: readonly { kid: string; publicJwk: JWK }[]) {
    for (const key of keys) {
      publicKeys.set(key.kid, (await importJWK(key.publicJwk, ALGORITHM)) as CryptoKey);
    }
    published = keys.map((key) => key.publicJwk);
  }

  async function keyOf(kid: string | undefined): Promise<CryptoKey> {
    const known = publicKeys.get(kid ?? '');
    if (known) return known;
    if (clock() - readAt > THROTTLE_MS) {
      readAt = clock();
      await take(await signingKeys.read('access'));
    }
    const read = publicKeys.get(kid ?? '');
    if (read === undefined) throw new Error('unknown key');
    return read;
  }

  return {
    issuer,
    ticketIssuer,
    signTicket(claims, lifetimeSeconds) {
      const iat = Math.floor(clock() / 1000);
      const more = { iss: ticketIssuer, aud: TICKET_AUDIENCE, iat, exp: iat + lifetimeSeconds };
      return new SignJWT({ ...claims, ...more })
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid, typ: 'ticket+jwt' })
        .sign(signingKey);
    },
    async verifyTicket(ticket) {
      try {
        const { payload } = await jwtVerify(ticket, (header) => keyOf(header.kid), {
          algorithms: [ALGORITHM],
          issuer: ticketIssuer,
          audience: TICKET_AUDIENCE,
          typ: 'ticket+jwt',
          currentDate: new Date(clock()),
        });
        return payload;
      } catch {
        return undefined;
      }
    },
    jwks: () => ({ keys: published }),
    sign(claims, lifetimeSeconds) {
      const iat = Math.floor(clock() / 1000);
      return new SignJWT({ ...claims, iss: issuer, aud: AUDIENCE, iat, exp: iat + lifetimeSeconds })
        .setProtectedHeader({ alg: ALGORITHM, kid: signing.kid, typ: 'at+jwt' })
        .sign(signingKey);
    },
    verify: (token) => verifyAt(token, clock),
    verifyAsMade: (token) => verifyAt(token, () => (decodeJwt(token).iat ?? 0) * 1000),
  };

  async function verifyAt(token: string, at: () => EpochMs): Promise<AccessTokenClaims | undefined> {
    try {
      const { payload } = await jwtVerify(token, (header) => keyOf(header.kid), {
        algorithms: [ALGORITHM],
        issuer,
        audience: AUDIENCE,
        typ: 'at+jwt',
        currentDate: new Date(at()),
      });
      const parsed = v.safeParse(accessTokenClaimsSchema, payload);
      return parsed.success ? parsed.output : undefined;
    } catch {
      return undefined;
    }
  }
}

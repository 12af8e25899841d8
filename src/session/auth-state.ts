import * as v from 'valibot';
import type { Realm } from '#domain/people/roles.ts';
import { familyOf, readClaims } from '#protocol/auth/access-token.ts';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import type { EpochMs } from '#protocol/clock.ts';

/** The signed-in user, the site and the tokens, as stored in local storage. */
export type AuthState = {
  readonly token: string;
  readonly refreshToken: string;
  /** The site of the session; only in the console realm. */
  readonly siteId?: string | undefined;
  readonly siteName?: string | undefined;
  readonly userId: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly picture?: string | undefined;
  readonly realm: Realm;
  /** Lifetime of the access token in seconds, counted from its receipt. */
  readonly expiresIn: number;
  /** On this machine's clock, computed from `expiresIn`, because the server's clock may differ. */
  readonly expiresAtMs: EpochMs;
  readonly roles: readonly string[];
  readonly liveRooms: readonly string[];
};

export const authStateSchema: v.GenericSchema<unknown, AuthState> = v.pipe(
  v.object({
    token: v.string(),
    refreshToken: v.string(),
    siteId: v.optional(v.string()),
    siteName: v.optional(v.string()),
    userId: v.string(),
    name: v.string(),
    email: v.optional(v.string()),
    picture: v.optional(v.string()),
    realm: v.picklist(['console', 'admin']),
    expiresIn: v.number(),
    expiresAtMs: v.number(),
    roles: v.array(v.string()),
    liveRooms: v.array(v.string()),
  }),
  v.check((auth) => auth.realm === 'admin' || auth.siteId !== undefined, 'a console session needs a site'),
);

/** Identifies a session within this origin, which is one tenant's console. */
export type SessionKey = 'admin' | `console:${string}`;

export const sessionKey = (auth: Pick<AuthState, 'realm' | 'siteId'>): SessionKey =>
  auth.realm === 'admin' ? 'admin' : `console:${auth.siteId ?? ''}`;

/** Whether two sessions stem from one sign-in; the platform then ends them together. */
export function isSameSignIn(one: Pick<AuthState, 'token'>, other: Pick<AuthState, 'token'>): boolean {
  const family = familyOf(readClaims(one.token)?.jti);
  return family !== undefined && family === familyOf(readClaims(other.token)?.jti);
}

/** `askedAtMs`: when the request was sent, so that a slow answer never extends the token's lifetime. */
export function authStateOf(tokens: Tokens, askedAtMs: EpochMs): AuthState {
  return {
    token: tokens.accessToken,
    refreshToken: tokens.refreshToken,
    siteId: tokens.siteId,
    siteName: tokens.siteName,
    userId: tokens.userId,
    name: tokens.name,
    email: tokens.email,
    picture: tokens.picture,
    realm: tokens.realm,
    expiresIn: tokens.expiresIn,
    expiresAtMs: askedAtMs + tokens.expiresIn * 1_000,
    roles: tokens.roles,
    liveRooms: tokens.liveRooms,
  };
}

import * as v from 'valibot';
import type { Realm } from '#domain/people/roles.ts';
import { familyOf, readClaims } from '#protocol/auth/access-token.ts';
import type { Tokens } from '#protocol/auth/auth-service.ts';

/** Who is signed in, where, and with which tokens. As kept in local storage. */
export type AuthState = {
  readonly token: string;
  readonly refreshToken: string;
  /** In the console realm only: the site that the session is bound to. */
  readonly siteId?: string | undefined;
  readonly siteName?: string | undefined;
  readonly userId: string;
  readonly name: string;
  readonly email?: string | undefined;
  readonly picture?: string | undefined;
  readonly realm: Realm;
  /** Seconds that the access token was good for when it was received. */
  readonly expiresIn: number;
  /** Epoch milliseconds on this machine's clock, from `expiresIn`: the server's clock may differ. */
  readonly expiresAtMs: number;
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

/** Names a session within this origin, which is one tenant's console. */
export type SessionKey = 'admin' | `console:${string}`;

export const sessionKey = (auth: Pick<AuthState, 'realm' | 'siteId'>): SessionKey =>
  auth.realm === 'admin' ? 'admin' : `console:${auth.siteId ?? ''}`;

/** Whether two sessions began with one sign-in: then the platform ends them together. */
export function isSameSignIn(one: Pick<AuthState, 'token'>, other: Pick<AuthState, 'token'>): boolean {
  const family = familyOf(readClaims(one.token)?.jti);
  return family !== undefined && family === familyOf(readClaims(other.token)?.jti);
}

/** `askedAtMs`: when the request left, so that a slow answer never makes a token seem to live longer. */
export function authStateOf(tokens: Tokens, askedAtMs: number): AuthState {
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

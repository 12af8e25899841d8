/** ICE servers with credentials that a TURN server can check by itself (part 1 §9; "TURN REST API" scheme). */
import { createHmac } from 'node:crypto';
import { TIMING } from '#domain/timing.ts';
import type { AccessTokenClaims } from '#protocol/access-token.ts';
import type { StunCredentials } from '#protocol/rest/stun-credentials.ts';
import type { PlatformOptions } from '../options.ts';

export type CreateStunCredentials = (claims: Pick<AccessTokenClaims, 'sub'>) => StunCredentials;

/** The platform's own server on the one port that consoles accept (part 1 §9). */
export const stunServerOf = (options: Pick<PlatformOptions, 'stunServer' | 'domain'>) =>
  options.stunServer ?? `stun:${options.domain}:3478`;

/** Consoles keep credentials for 7 days; they are good for one more, so that a kept one always works. */
const LIFETIME_MS = TIMING.stunCredentialsTtlMs + 24 * 60 * 60 * 1000;

/**
 * With an ICE server and a secret the answer holds a user name `{expiry}:{id}` and its HMAC-SHA1, base64.
 * `clock`: epoch milliseconds.
 */
export function createStunCredentials(
  options: Pick<PlatformOptions, 'stunServer' | 'iceServer' | 'iceSecret' | 'domain'>,
  clock: () => number,
): CreateStunCredentials {
  const stun = { urls: stunServerOf(options) };
  return ({ sub }) => {
    const expiresAt = clock() + LIFETIME_MS;
    if (options.iceServer === undefined || options.iceSecret === undefined) {
      return { iceServers: [stun], expiresAt };
    }
    const username = `${Math.floor(expiresAt / 1000)}:${sub}`;
    const credential = createHmac('sha1', options.iceSecret).update(username).digest('base64');
    return { iceServers: [stun, { urls: options.iceServer, username, credential }], expiresAt };
  };
}

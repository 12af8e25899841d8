/** ICE servers with credentials that a TURN server verifies by itself (the "TURN REST API" scheme). */

import { createHmac } from 'node:crypto';
import type { PlatformOptions } from '#base/platform-options.ts';
import { TIMING } from '#domain/timing.ts';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { StunCredentials } from '#protocol/rest/stun-credentials.ts';

export type CreateStunCredentials = (claims: Pick<AccessTokenClaims, 'tenant' | 'sub'>) => StunCredentials;

/** The platform's own server, on the only port that consoles accept. */
export const stunServerOf = (options: Pick<PlatformOptions, 'stunServer' | 'domain'>) =>
  options.stunServer ?? `stun:${options.domain}:3478`;

const TTL_MS = {
  /** Consoles cache a response for 7 days. Without a secret it is valid one day longer than that. */
  withoutSecret: TIMING.stunCredentialsTtlMs + 24 * 60 * 60 * 1000,
  /** A TURN server cannot check sessions, so its credentials expire after the length of a session. */
  turn: 12 * 60 * 60 * 1000,
};

/**
 * With an ICE server and a secret, the response contains a user name `{expiry}:{name}` and its HMAC-SHA1 in
 * base64. The name is a hash: it is the same for the same holder, so that the TURN server can count, and does
 * not reveal the holder.
 */
export function createStunCredentialIssuer(
  options: Pick<PlatformOptions, 'stunServer' | 'iceServer' | 'iceSecret' | 'domain'>,
  clock: () => EpochMs,
): CreateStunCredentials {
  const stun = { urls: stunServerOf(options) };
  return ({ tenant, sub }) => {
    if (options.iceServer === undefined || options.iceSecret === undefined) {
      return { iceServers: [stun], expiresAt: clock() + TTL_MS.withoutSecret };
    }
    const expiresAt = clock() + TTL_MS.turn;
    const name = createHmac('sha256', options.iceSecret)
      .update(JSON.stringify([tenant, sub]))
      .digest('hex');
    const username = `${Math.floor(expiresAt / 1000)}:${name.slice(0, 32)}`;
    const credential = createHmac('sha1', options.iceSecret).update(username).digest('base64');
    return { iceServers: [stun, { urls: options.iceServer, username, credential }], expiresAt };
  };
}

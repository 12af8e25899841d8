/** Identifies a client: username and password are the access token, whose claims give the id's prefix. */
import { type AccessTokenClaims, mqttClientId, readClaims, selfOf } from '#protocol/auth/access-token.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { REASON } from '../reason-code.ts';

export type SiteClaims = AccessTokenClaims & { site: string };
export type Identified =
  | { ok: true; claims: SiteClaims }
  | {
      ok: false;
      code: 0x85 | 0x86 | 0x87;
      reason: 'token-expired' | 'token' | 'no-site' | 'client-identifier';
    };

/** The last part of a client id. It contains no `:`, so that no id is the prefix of another. */
const INSTANCE = /^[A-Za-z0-9_.-]{1,64}$/;
/** A claim that is used in topics must be a single level. */
const LEVEL = /^[^/+#\p{Cc}]{1,128}$/u;

/**
 * Refuses with 0x86 an expired token (a new one helps), with 0x87 a token that is invalid or has no site, and
 * with 0x85 another client's id.
 */
export async function identify(
  request: { clientId: string; username?: string | undefined; password?: string | undefined },
  verify: (token: string) => Promise<AccessTokenClaims | undefined>,
  now: () => EpochMs,
): Promise<Identified> {
  const token = request.password ?? '';
  if (token === '' || request.username !== token)
    return { ok: false, code: REASON.notAuthorized, reason: 'token' };
  const claims = await verify(token);
  if (!claims || claims.exp * 1000 <= now()) {
    const expired = (readClaims(token)?.exp ?? Number.POSITIVE_INFINITY) * 1000 <= now();
    return expired || claims
      ? { ok: false, code: REASON.badUserNameOrPassword, reason: 'token-expired' }
      : { ok: false, code: REASON.notAuthorized, reason: 'token' };
  }
  const { site } = claims;
  if (site === undefined || claims.realm === 'admin')
    return { ok: false, code: REASON.notAuthorized, reason: 'no-site' };
  const self = selfOf(claims);
  const levels = [claims.tenant, site, self, claims.userId ?? self];
  if (!levels.every((level) => LEVEL.test(level)) || levels.slice(0, 3).some((level) => level.includes(':')))
    return { ok: false, code: REASON.notAuthorized, reason: 'token' };
  const prefix = mqttClientId(claims, '');
  return request.clientId.startsWith(prefix) && INSTANCE.test(request.clientId.slice(prefix.length))
    ? { ok: true, claims: { ...claims, site } }
    : { ok: false, code: REASON.clientIdentifierNotValid, reason: 'client-identifier' };
}

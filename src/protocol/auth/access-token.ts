import * as v from 'valibot';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';

/** Claims of an access token. `sub`: id of a tutor, device client or runner. Realm admin has no `site`. */
export const accessTokenClaimsSchema = v.object({
  iss: v.string(),
  aud: v.string(),
  sub: v.string(),
  /** `{family}.{random}`: see `familyOf`. */
  jti: v.optional(v.string()),
  kind: v.picklist(['tutor', 'device', 'runner']),
  tenant: v.string(),
  site: v.optional(v.string()),
  realm: v.optional(v.picklist(['console', 'admin'])),
  clientId: v.optional(v.string()),
  userId: v.optional(v.string()),
  authType: v.optional(v.picklist(AUTH_TYPES)),
  /** The device's id in the directory, if it has one. */
  deviceId: v.optional(v.string()),
  hostname: v.optional(v.string()),
  roles: v.optional(v.array(v.string()), []),
  iat: v.number(),
  /** Seconds since the epoch. */
  exp: v.number(),
});
export type AccessTokenClaims = v.InferOutput<typeof accessTokenClaimsSchema>;

/** Reads the claims without checking the signature, so only the holder of a token may use it. */
export function readClaims(token: string): AccessTokenClaims | undefined {
  const part = token.split('.')[1];
  if (part === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    const parsed = v.safeParse(accessTokenClaimsSchema, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The sign-in from which an access token comes, by its jti. All sessions of one sign-in, on whatever site,
 * are one family and end together.
 */
export const familyOf = (jti: string | undefined): string | undefined => jti?.split('.')[0];

/** The holder's id in topics: a device is its client, the others are their subject. */
export const selfOf = ({
  kind,
  clientId,
  sub,
}: Pick<AccessTokenClaims, 'kind' | 'clientId' | 'sub'>): string =>
  kind === 'device' ? (clientId ?? sub) : sub;

/** The MQTT client identifier that a token's holder must use. */
export function mqttClientId(claims: AccessTokenClaims, instance: string): string {
  const self = selfOf(claims);
  return `${claims.kind}:${claims.tenant}:${claims.site ?? ''}:${self}:${instance}`;
}

/**
 * The auth service. Base: `AUTH_URL`.
 * Every call carries the header `tenant-key`. Failures answer `errorDocumentSchema` (rest/error-document.ts).
 *
 * | call                              | bearer                      | body                 | answer              |
 * |-----------------------------------|-----------------------------|----------------------|---------------------|
 * | GET  /sites                       | id token or access token    |                      | `siteListSchema`    |
 * | POST /login                       | id token or access token    | `loginBodySchema`    | `tokensSchema`      |
 * | POST /refresh                     | refresh token               | `refreshBodySchema`  | `tokensSchema`      |
 * | POST /logout                      | refresh token               |                      | 204, ends the family|
 * | GET  /session-end                 | access token, also expired  |                      | `sessionEndSchema`  |
 * | POST /sign-ins                    | id token                    | `signInBodySchema`   | `signInTicketSchema`|
 * | POST /hand-overs                  | id token                    | `handOverBodySchema` | `{code}`, 60 s      |
 * | POST /hand-overs/redeem           | none, Origin = CONSOLE_URL  | `redeemBodySchema`   | `tokensSchema`      |
 * | POST /lms-actions/create-admin    | none or id token            | `{data: id token, setUpCode}` | `{tutorId}` |
 * | POST /devices/site                | none                        | `deviceSiteBodySchema`| `deviceSiteSchema` |
 * | POST /devices/login               | none                        | `deviceLoginSchema`  | `deviceTokensSchema`|
 * | POST /runners/login               | none                        | `runnerLoginSchema`  | `runnerTokensSchema`|
 * | POST /peer-tickets                | access token, with a site   | `peerTicketBodySchema`| `peerTicketSchema`|
 * | GET  /.well-known/jwks.json       | none                        |                      | public keys         |
 */
import * as v from 'valibot';
import { AUTH_TYPES, DEVICE_TYPES } from '#domain/devices/device-type.ts';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const text = v.pipe(v.string(), v.maxLength(255));

export const siteListSchema = v.object({
  sites: v.array(v.object({ id: v.string(), name: v.string() })),
  managementAccess: v.boolean(),
});
export type SiteList = v.InferOutput<typeof siteListSchema>;

const expiries = {
  accessExpiryMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1440))),
  refreshExpiryMinutes: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(525_600))),
};

/** Realm admin omits siteId. */
export const loginBodySchema = v.object({
  siteId: v.optional(id),
  realm: v.picklist(['console', 'admin']),
  ...expiries,
});
export type LoginBody = v.InferOutput<typeof loginBodySchema>;

export const refreshBodySchema = v.object(expiries);

export const tokensSchema = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  /** Seconds until the access token expires. */
  expiresIn: v.number(),
  roles: v.array(v.string()),
  userId: v.string(),
  realm: v.picklist(['console', 'admin']),
  siteId: v.optional(v.string()),
  siteName: v.optional(v.string()),
  name: v.string(),
  email: v.optional(v.string()),
  picture: v.optional(v.string()),
  liveRooms: v.array(v.string()),
});
export type Tokens = v.InferOutput<typeof tokensSchema>;

/**
 * An id token is good for one sign-in. `/sign-ins` trades it for a ticket, which `/sites`, `/login`, `/hand-overs` and
 * `create-admin` take in its place until it expires or the session that came of it ends. `verifier`: the token's nonce is
 * `s256.` and its base64url SHA-256. A nonce of that form is refused without its verifier.
 */
export const signInBodySchema = v.object({ verifier: v.pipe(v.string(), v.minLength(32), v.maxLength(128)) });
/** The ticket is a JWT with the account's `name`, `email` and `picture`. `expiresIn`: seconds. */
export const signInTicketSchema = v.object({ ticket: v.string(), expiresIn: v.number() });
export type SignInTicket = v.InferOutput<typeof signInTicketSchema>;

/** `challenge` is the base64url SHA-256 of the console's verifier (RFC 7636, S256). */
export const handOverBodySchema = v.object({
  siteId: v.optional(id),
  realm: v.picklist(['console', 'admin']),
  state: v.pipe(v.string(), v.minLength(16), v.maxLength(256)),
  challenge: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/)),
});
export type HandOverBody = v.InferOutput<typeof handOverBodySchema>;
export const handOverSchema = v.object({ code: v.string() });

export const redeemBodySchema = v.object({
  code: v.pipe(v.string(), v.maxLength(256)),
  state: v.pipe(v.string(), v.maxLength(256)),
  verifier: v.pipe(v.string(), v.minLength(43), v.maxLength(128)),
});
export type RedeemBody = v.InferOutput<typeof redeemBodySchema>;

/** What the holder of a site's secret is told before anybody enrols. */
export const deviceSiteBodySchema = v.object({ secret: v.pipe(v.string(), v.maxLength(256)) });
export const deviceSiteSchema = v.object({
  siteId: v.string(),
  siteName: v.string(),
  /**
   * How students come in at the student page. `name`: they enter any name and are of authType `session`.
   * `directory`: they enter an e-mail that the site's directory knows, and are of authType `user`. Nothing proves that it
   * is theirs.
   */
  students: v.picklist(['name', 'directory']),
});
export type DeviceSite = v.InferOutput<typeof deviceSiteSchema>;

/** How a device enrols: the site's secret and what it knows of itself and of who sits at it. */
export const deviceLoginSchema = v.object({
  secret: v.pipe(v.string(), v.maxLength(256)),
  type: v.picklist(DEVICE_TYPES),
  /** A student page has no name of its own: the platform gives it one, and no machine may have one like it. */
  hostname: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  /** Of a student page that came before: the key that it was given then. */
  clientKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
  /** A hint of which machine this is. Texts that mainboards ship with in its place are ignored. */
  serialNumber: v.optional(text),
  /** Of all built-in network adapters, also of those that are unplugged; in any usual spelling. */
  macAddresses: v.optional(v.pipe(v.array(text), v.maxLength(64))),
  /** A random text that the agent made when it was installed, and keeps. */
  installationId: v.optional(v.pipe(v.string(), v.maxLength(128))),
  version: v.optional(text),
  /** With an e-mail known to the directory the client is of authType `user`, else of `session`. */
  user: v.object({ email: v.optional(text), name: text }),
});
export type DeviceLogin = v.InferOutput<typeof deviceLoginSchema>;

export const deviceTokensSchema = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.number(),
  clientId: v.string(),
  userId: v.string(),
  authType: v.picklist(AUTH_TYPES),
  siteId: v.string(),
  deviceId: v.optional(v.string()),
  /** Of a student page, at its login: the name that the platform gave it. */
  hostname: v.optional(v.string()),
  /** Of a student page that is new: by this key it is the same device when it comes again. */
  clientKey: v.optional(v.string()),
});
export type DeviceTokens = v.InferOutput<typeof deviceTokensSchema>;

/** `version`: of the runner's program. */
export const runnerLoginSchema = v.object({
  secret: v.pipe(v.string(), v.maxLength(256)),
  hostname: text,
  version: v.optional(text),
});
export const runnerTokensSchema = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.number(),
  runnerId: v.string(),
  siteId: v.string(),
});

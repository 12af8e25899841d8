/**
 * The auth service. Base: `AUTH_URL`.
 * Every call carries the header `tenant-key`. Failures answer `errorDocumentSchema` (rest/error-document.ts).
 *
 * | call                       | bearer                     | body                 | answer |
 * |----------------------------|----------------------------|----------------------|---------------------|
 * | GET  /sites                | id token or access token   |                      | `siteListSchema` |
 * | POST /login                | id token or access token   | `loginBodySchema`    | `tokensSchema` |
 * | POST /refresh              | refresh token              | `refreshBodySchema`  | `tokensSchema` |
 * | POST /logout               | refresh token              |                      | 204, ends the family |
 * | GET  /session-end          | access token, also expired |                      | `sessionEndSchema` |
 * | POST /sign-ins             | id token                   | `signInBodySchema`   | `signInTicketSchema` |
 * | POST /hand-overs           | id token                   | `handOverBodySchema` | `{code}`, 60 s |
 * | POST /hand-overs/redeem    | none, Origin = CONSOLE_URL | `redeemBodySchema`   | `tokensSchema` |
 * | POST /lms-actions/create-admin | none or id token | `{data: id token, setUpCode}` | `{tutorId}` |
 * | POST /devices/site         | none                       | `deviceSiteBodySchema` | `deviceSiteSchema` |
 * | POST /devices/login        | none                       | `deviceLoginSchema`  | `deviceTokensSchema` |
 * | POST /runners/login        | none                       | `runnerLoginSchema`  | `runnerTokensSchema` |
 * | POST /peer-tickets         | access token, with a site  | `peerTicketBodySchema` | `peerTicketSchema` |
 * | GET  /.well-known/jwks.json | none                       |                      | public keys |
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
 * An id token is valid for one sign-in. `/sign-ins` exchanges it for a ticket, which `/sites`, `/login`,
 * `/hand-overs` and `create-admin` accept until it expires or its session ends. `verifier`: the token's nonce
 * is `s256.` and the verifier's base64url SHA-256. Such a nonce is refused without its verifier.
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

/** `POST /devices/site`: information for the holder of a site's secret before a device enrols. */
export const deviceSiteBodySchema = v.object({ secret: v.pipe(v.string(), v.maxLength(256)) });
export const deviceSiteSchema = v.object({
  siteId: v.string(),
  siteName: v.string(),
  /**
   * How students sign in on the student page. `name`: they enter any name and are of authType `session`.
   * `directory`: they enter an e-mail that the site's directory knows, and are of authType `user`. The
   * platform does not verify that it is theirs.
   */
  students: v.picklist(['name', 'directory']),
});
export type DeviceSite = v.InferOutput<typeof deviceSiteSchema>;

/** Enrolment of a device: a secret, and what the device knows of itself and its user. */
export const deviceLoginSchema = v.object({
  /** The machine's own secret, at its first login the site's; of a student page always the page key. */
  secret: v.pipe(v.string(), v.maxLength(256)),
  type: v.picklist(DEVICE_TYPES),
  /** The platform names student pages, so this one is ignored, and no machine may have a name like theirs. */
  hostname: v.pipe(v.string(), v.minLength(1), v.maxLength(255)),
  /** The key that a returning student page was given at its first login. */
  clientKey: v.optional(v.pipe(v.string(), v.maxLength(256))),
  /** A hint at which machine this is. Texts that mainboards ship with in its place are ignored. */
  serialNumber: v.optional(text),
  /** Addresses of all built-in network adapters, also of unplugged ones, in any usual notation. */
  macAddresses: v.optional(v.pipe(v.array(text), v.maxLength(64))),
  /** A random text that the agent made when it was installed, and has stored since. */
  installationId: v.optional(v.pipe(v.string(), v.maxLength(128))),
  version: v.optional(text),
  /** With an e-mail known to the directory the client is of authType `user`, otherwise of `session`. */
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
  /** For a student page: the name that the platform gave it. */
  hostname: v.optional(v.string()),
  /** For a new student page: the key that identifies it as the same device when it returns. */
  clientKey: v.optional(v.string()),
  /** At a login with the site's secret and an installation id: the machine's own secret for later logins. */
  deviceSecret: v.optional(v.string()),
});
export type DeviceTokens = v.InferOutput<typeof deviceTokensSchema>;

/** `version`: the version of the runner's program. */
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

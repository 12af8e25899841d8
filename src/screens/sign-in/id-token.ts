/**
 * The stored sign-in of the login host: the platform's ticket, a JWT with the account data from the
 * provider's id token. The id token itself is exchanged at once.
 */
import * as v from 'valibot';
import { storedText } from '#protocol/storage/stored-value.ts';

const ID_TOKEN_KEY = 'lectern.idToken';
/** When the ticket was stored, in epoch milliseconds. */
const STORED_AT_KEY = 'lectern.idTokenAt';

const claimsSchema = v.object({
  iss: v.string(),
  aud: v.union([v.string(), v.array(v.string())]),
  /** Seconds since the epoch, on the platform's clock. */
  iat: v.optional(v.number()),
  exp: v.number(),
  nonce: v.optional(v.string()),
  name: v.optional(v.string()),
  email: v.optional(v.string()),
  preferred_username: v.optional(v.string()),
  picture: v.optional(v.string()),
});
export type IdTokenClaims = v.InferOutput<typeof claimsSchema>;

/** The claims of a well-formed token, else undefined. Only the auth service verifies the signature. */
export function readIdToken(token: string): IdTokenClaims | undefined {
  const parts = token.split('.');
  if (parts.length !== 3 || parts.some((part) => !/^[A-Za-z0-9_-]+$/.test(part))) return undefined;
  const [header, claims] = parts.slice(0, 2).map(decodePart);
  if (typeof header !== 'object' || header === null || !('alg' in header)) return undefined;
  const parsed = v.safeParse(claimsSchema, claims);
  return parsed.success ? parsed.output : undefined;
}

function decodePart(part: string): unknown {
  try {
    const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (c) =>
      c.charCodeAt(0),
    );
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

export type Account = { name: string; email: string; picture?: string; issuer: string };

export function accountOf(claims: IdTokenClaims): Account {
  const email = claims.email ?? claims.preferred_username ?? '';
  const name = claims.name || email;
  // Only web addresses may be used as an image.
  const picture = claims.picture && /^https?:\/\//.test(claims.picture) ? claims.picture : undefined;
  return { name, email, ...(picture ? { picture } : {}), issuer: claims.iss };
}

export type IdTokenStore = ReturnType<typeof createIdTokenStore>;

/**
 * Stores the platform's ticket. The platform decides whether it is valid. Here only its lifetime is checked,
 * counted from when it was stored, because the clock of this computer may be wrong by years.
 */
export function createIdTokenStore(deps: { storage: () => Storage; nowMs: () => number }) {
  const ticket = storedText(deps.storage, ID_TOKEN_KEY);
  const storedAt = storedText(deps.storage, STORED_AT_KEY);

  function hasExpired({ iat, exp }: IdTokenClaims): boolean {
    const at = storedAt.get();
    return at !== undefined && iat !== undefined && deps.nowMs() - Number(at) >= (exp - iat) * 1_000;
  }

  /** The stored ticket while it is well-formed and has not expired. */
  function read(): string | undefined {
    const token = ticket.get();
    const claims = token === undefined ? undefined : readIdToken(token);
    return claims && !hasExpired(claims) ? token : undefined;
  }
  return {
    read,
    account(): Account | undefined {
      const token = read();
      const claims = token === undefined ? undefined : readIdToken(token);
      return claims && accountOf(claims);
    },
    /**
     * Returns false if the storage has no room. The time is written first, because other windows read both
     * when the ticket appears.
     */
    write(token: string): boolean {
      return storedAt.set(String(deps.nowMs())) && ticket.set(token);
    },
    clear(): void {
      ticket.set(undefined);
      storedAt.set(undefined);
    },
  };
}

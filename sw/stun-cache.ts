/** Caches STUN credentials safely: one entry per tutor, no token in the key, and no expired credentials. */
import * as v from 'valibot';
import { readClaims } from '#protocol/auth/access-token.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';

const claimsOf = (request: Request) =>
  readClaims(request.headers.get('authorization')?.replace(/^Bearer +/i, '') ?? '');

/** The cache key: the URL, the tenant and the tutor of the token, but not the token itself. */
export function stunCacheKey(request: Request): string {
  const url = new URL(request.url);
  const tenant = request.headers.get('tenant-key') ?? '';
  const tutor = claimsOf(request)?.sub ?? '';
  return `${url.origin}${url.pathname}?${new URLSearchParams({ tenant, tutor })}`;
}

/**
 * Whether a cached response is well-formed and its credentials outlive the token of the request. Both times
 * are the platform's, because this computer's clock may be wrong.
 */
export async function isUsableStunAnswer(response: Response, request: Request): Promise<boolean> {
  const tokenEndMs = (claimsOf(request)?.exp ?? 0) * 1_000;
  try {
    const parsed = v.safeParse(stunCredentialsSchema, await response.clone().json());
    return parsed.success && (parsed.output.expiresAt === undefined || parsed.output.expiresAt > tokenEndMs);
  } catch {
    return false;
  }
}

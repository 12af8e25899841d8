/** What makes the STUN credentials safe to keep: one entry a tutor, no token in the key, none after its end. */
import * as v from 'valibot';
import { readClaims } from '#protocol/auth/access-token.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';

/** The cache key: the address, the tenant and the tutor that the token speaks for, but not the token. */
export function stunCacheKey(request: Request): string {
  const url = new URL(request.url);
  const tenant = request.headers.get('tenant-key') ?? '';
  const tutor = readClaims(request.headers.get('authorization')?.replace(/^Bearer +/i, '') ?? '')?.sub ?? '';
  return `${url.origin}${url.pathname}?${new URLSearchParams({ tenant, tutor })}`;
}

/** Whether a kept answer may still be given: it is well-formed and its credentials have not ended. */
export async function isUsableStunAnswer(response: Response, nowMs: number): Promise<boolean> {
  try {
    const parsed = v.safeParse(stunCredentialsSchema, await response.clone().json());
    return parsed.success && (parsed.output.expiresAt === undefined || parsed.output.expiresAt > nowMs);
  } catch {
    return false;
  }
}

/** What makes the STUN credentials safe to keep: one entry a tenant, no token in the key, none after its end. */
import * as v from 'valibot';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';

/** The cache key: the address and the tenant, and nothing of the token that fetched it. */
export function stunCacheKey(request: Request): string {
  const url = new URL(request.url);
  const tenant = request.headers.get('tenant-key') ?? '';
  return `${url.origin}${url.pathname}?tenant=${encodeURIComponent(tenant)}`;
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

/** Caches the access token of one integration until shortly before it expires. Callers share requests. */
import type { DirectoryProblem, Read } from '../directory.ts';
import { ok } from '../directory.ts';
import { isClientRefused, type Refused } from './provider-http.ts';

export type FreshToken = { access_token: string; expires_in: number };

export type AccessTokens = {
  /** `rejected`: a token that the provider has rejected, which is then replaced. */
  get(rejected?: string): Promise<Read<string>>;
};

const GRACE_MS = 60_000;

export function createAccessTokens(deps: {
  request(): Promise<Read<FreshToken> | Refused>;
  now(): number;
}): AccessTokens {
  let cached: { token: string; until: number } | undefined;
  let pending: Promise<Read<string>> | undefined;

  async function refresh(): Promise<Read<string>> {
    const answer = await deps.request();
    if (answer.name !== 'read') return answer.name === 'refused' ? problemOf(answer) : answer;
    const { access_token: token, expires_in } = answer.value;
    cached = { token, until: deps.now() + expires_in * 1_000 - GRACE_MS };
    return ok(token);
  }

  return {
    async get(rejected) {
      if (cached && cached.token !== rejected && deps.now() < cached.until) return ok(cached.token);
      pending ??= refresh().finally(() => {
        pending = undefined;
      });
      return pending;
    },
  };
}

function problemOf(refused: Refused): DirectoryProblem {
  if (refused.status >= 500) return { name: 'away' };
  return { name: isClientRefused(refused) ? 'client-refused' : 'consent-expired' };
}

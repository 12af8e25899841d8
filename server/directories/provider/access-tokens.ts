/** Caches the access token of one integration until shortly before it expires. Callers share requests. */
import type { DirectoryProblem, Read } from '../directory.ts';
import { read } from '../directory.ts';
import { isClientRefused, type Refused } from './provider-http.ts';

export type FreshToken = { access_token: string; expires_in: number };

export type AccessTokens = {
  /** `rejected`: a token that the provider has rejected, which is then replaced. */
  get(rejected?: string): Promise<Read<string>>;
};

const EARLY_MS = 60_000;

export function createAccessTokens(deps: {
  ask(): Promise<Read<FreshToken> | Refused>;
  now(): number;
}): AccessTokens {
  let kept: { token: string; until: number } | undefined;
  let asking: Promise<Read<string>> | undefined;

  async function ask(): Promise<Read<string>> {
    const answer = await deps.ask();
    if (answer.name !== 'read') return answer.name === 'refused' ? problemOf(answer) : answer;
    const { access_token: token, expires_in } = answer.value;
    kept = { token, until: deps.now() + expires_in * 1_000 - EARLY_MS };
    return read(token);
  }

  return {
    async get(rejected) {
      if (kept && kept.token !== rejected && deps.now() < kept.until) return read(kept.token);
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      return asking;
    },
  };
}

function problemOf(refused: Refused): DirectoryProblem {
  if (refused.status >= 500) return { name: 'away' };
  return { name: isClientRefused(refused) ? 'client-refused' : 'consent-expired' };
}

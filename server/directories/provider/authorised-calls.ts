/** Requests with the access token of an integration. A rejected token is replaced once. */
import type { DirectoryProblem, Read } from '../directory.ts';
import type { AccessTokens } from './access-tokens.ts';
import type { ProviderCall, ProviderHttp, Refused } from './provider-http.ts';

type Call<T> = Omit<ProviderCall<T>, 'bearer'>;

export type AuthorisedCalls = {
  /** Converts a refusal of the provider into a problem. */
  call<T>(call: Call<T>): Promise<Read<T>>;
  /** Returns refusals other than status 401, for callers that handle them. */
  attempt<T>(call: Call<T>): Promise<Read<T> | Refused>;
};

export function createAuthorisedCalls(http: ProviderHttp, tokens: AccessTokens): AuthorisedCalls {
  async function attempt<T>(call: Call<T>): Promise<Read<T> | Refused> {
    const first = await tokens.get();
    if (first.name !== 'read') return first;
    const answer = await http.call({ ...call, bearer: first.value });
    if (!isUnauthorised(answer)) return answer;
    const other = await tokens.get(first.value);
    if (other.name !== 'read') return other;
    const second = await http.call({ ...call, bearer: other.value });
    return isUnauthorised(second) ? { name: 'consent-expired' } : second;
  }

  return {
    attempt,
    async call(call) {
      const answer = await attempt(call);
      return answer.name === 'refused' ? problemOfRefusal(answer) : answer;
    },
  };
}

export function problemOfRefusal({ status, message }: Refused): DirectoryProblem {
  if (status === 403) return { name: 'consent-expired' };
  if (status === 400) return { name: 'rejected', message };
  return { name: status === 404 ? 'gone' : 'unreadable' };
}

const isUnauthorised = (answer: { name: string; status?: number }) =>
  answer.name === 'refused' && answer.status === 401;

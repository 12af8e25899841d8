/**
 * Obtains the tokens of devices and site runners: they log in with a secret and then refresh their tokens. An
 * agent with a store keeps its refresh token over a restart, so that a school that wakes does not enrol anew.
 */
import * as v from 'valibot';
import { isAppError } from '#protocol/app-error.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import type { Credentials, ObtainCredentials } from '../identity.ts';
import { type AgentStore, memoryStore } from './agent-store.ts';
import type { PlatformCall } from './platform-call.ts';

/** The answer to a login and a refresh. */
const tokensSchema = v.looseObject({
  accessToken: v.string(),
  refreshToken: v.string(),
  /** In seconds. */
  expiresIn: v.number(),
});
type Tokens = v.InferOutput<typeof tokensSchema>;

/** The session of an agent, for its next start. */
export const storedSessionSchema = v.object({
  /** The login that began the session, without secrets. Another login does not continue it. */
  of: v.string(),
  refreshToken: v.string(),
});
export type StoredSession = v.InferOutput<typeof storedSessionSchema>;

export type AgentLogin = {
  path: '/devices/login' | '/runners/login';
  /** Describes the agent and its person, without secrets. A stored session of another text is not used. */
  about: () => string;
  /** Logs in through `post`, once or with another secret again, and returns the answer. */
  send: (post: (body: object) => Promise<Tokens>) => Promise<Tokens>;
};

export type AgentEnrolment<Identity> = {
  obtain: ObtainCredentials<Identity>;
  /** Returns the newest token for other HTTP calls; undefined before the first enrolment. */
  accessToken(): string | undefined;
};

export function createAgentEnrolment<Identity>(deps: {
  call: PlatformCall;
  /** The base address of the auth service. */
  authUrl: string;
  tenant: string;
  login: AgentLogin;
  /** Keeps the refresh token for the next start; by default in memory. */
  store?: AgentStore<StoredSession>;
  /** Parses the agent's identity from the answer to a login or refresh; throws if it is not understood. */
  identityOf: (answer: unknown) => Identity;
  /** Called for each failed login before the attempt rejects. */
  onLoginFailed?: (error: unknown) => void;
  now: () => number;
  /** Aborts requests when the agent stops. */
  signal: JsonRequest['signal'];
}): AgentEnrolment<Identity> {
  const { call, authUrl, tenant, login, store = memoryStore(), now, signal } = deps;
  let accessToken: string | undefined;

  const post = (path: string, body: object, bearer?: string): Promise<Tokens> =>
    call(
      {
        url: `${authUrl}${path}`,
        method: 'POST',
        tenantKey: tenant,
        body,
        ...(bearer !== undefined && { bearer }),
        ...(signal && { signal }),
      },
      tokensSchema,
    );

  /** Stores the answer to a request of `askedAt`. */
  const accept = async (answer: Tokens, of: string, askedAt: number): Promise<Credentials<Identity>> => {
    const identity = deps.identityOf(answer);
    await store.set({ of, refreshToken: answer.refreshToken });
    accessToken = answer.accessToken;
    return { accessToken, identity, expiresAt: askedAt + answer.expiresIn * 1_000 };
  };

  /**
   * Undefined: the platform refused the token. After any other failure the token stays in the store, because
   * the platform answers the same request again within ten seconds.
   */
  const refresh = async ({ of, refreshToken }: StoredSession): Promise<Credentials<Identity> | undefined> => {
    const askedAt = now();
    try {
      return await accept(await post('/refresh', {}, refreshToken), of, askedAt);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      return undefined;
    }
  };

  const enrol = async (of: string): Promise<Credentials<Identity>> => {
    await store.set(undefined);
    let askedAt = now();
    try {
      const answer = await login.send((body) => {
        askedAt = now();
        return post(login.path, body);
      });
      return await accept(answer, of, askedAt);
    } catch (error) {
      deps.onLoginFailed?.(error);
      throw error;
    }
  };

  return {
    async obtain({ afterRefusal }) {
      const of = login.about();
      const session = await store.get();
      const refreshed =
        session === undefined || session.of !== of || afterRefusal ? undefined : await refresh(session);
      return refreshed ?? enrol(of);
    },
    accessToken: () => accessToken,
  };
}

const isRefusal = (error: unknown): boolean =>
  isAppError(error) && (error.code === 'unauthorized' || error.code === 'forbidden');

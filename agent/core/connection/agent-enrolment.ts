/**
 * How devices and site runners get their tokens: they enrol with a secret, and then refresh the tokens that they were
 * given. A refresh token is good once: after any failure the next attempt enrols anew, but for a platform that was too
 * busy to look at the token.
 */
import * as v from 'valibot';
import { isAppError } from '#protocol/app-error.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import type { Credentials, ObtainCredentials } from '../identity.ts';
import type { PlatformCall } from './platform-call.ts';

/** What a login and a refresh both answer. A login also says who the agent is. */
const tokensSchema = v.looseObject({
  accessToken: v.string(),
  refreshToken: v.string(),
  /** Seconds. */
  expiresIn: v.number(),
});

export type AgentEnrolment<Identity> = {
  obtain: ObtainCredentials<Identity>;
  /** The newest token, for other calls over HTTP; undefined before the first enrolment. */
  accessToken(): string | undefined;
};

export function createAgentEnrolment<Identity>(deps: {
  call: PlatformCall;
  /** The base address of the auth service. */
  authUrl: string;
  tenant: string;
  login: { path: '/devices/login' | '/runners/login'; body: () => object };
  /** Reads the answer to the login; throws where the answer is not understood. */
  identityOf: (answer: unknown) => Identity;
  /** Called for each login that failed, before the attempt rejects. */
  onLoginFailed?: (error: unknown) => void;
  now: () => number;
  /** Aborted when the agent stops. */
  signal: JsonRequest['signal'];
}): AgentEnrolment<Identity> {
  const { call, authUrl, tenant, login, now, signal } = deps;
  let held: { identity: Identity; refreshToken: string } | undefined;
  let accessToken: string | undefined;

  const ask = async (
    request: { path: string; body: object; bearer?: string },
    identityOf: (answer: unknown) => Identity,
  ): Promise<Credentials<Identity>> => {
    const askedAt = now();
    const { path, ...sent } = request;
    const answer = await call(
      { url: `${authUrl}${path}`, method: 'POST', tenantKey: tenant, ...sent, ...(signal && { signal }) },
      tokensSchema,
    );
    const identity = identityOf(answer);
    held = { identity, refreshToken: answer.refreshToken };
    accessToken = answer.accessToken;
    return { accessToken, identity, expiresAt: askedAt + answer.expiresIn * 1_000 };
  };

  const enrol = async (): Promise<Credentials<Identity>> => {
    try {
      return await ask({ path: login.path, body: login.body() }, deps.identityOf);
    } catch (error) {
      deps.onLoginFailed?.(error);
      throw error;
    }
  };

  return {
    async obtain({ afterRefusal }) {
      const before = held;
      if (before === undefined || afterRefusal) return enrol();
      held = undefined;
      try {
        return await ask({ path: '/refresh', body: {}, bearer: before.refreshToken }, () => before.identity);
      } catch (error) {
        if (isAppError(error) && error.detail.status === 429) held = before;
        throw error;
      }
    },
    accessToken: () => accessToken,
  };
}

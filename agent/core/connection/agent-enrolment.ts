/**
 * Obtains the tokens of devices and site runners: they enrol with a secret and then refresh their tokens. A
 * refresh token is valid once, so the next attempt after a failure enrols again. Only after a 429 answer is
 * the refresh token kept, because the platform has not looked at it.
 */
import * as v from 'valibot';
import { isAppError } from '#protocol/app-error.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import type { Credentials, ObtainCredentials } from '../identity.ts';
import type { PlatformCall } from './platform-call.ts';

/** The answer to a login and a refresh. A login also identifies the agent. */
const tokensSchema = v.looseObject({
  accessToken: v.string(),
  refreshToken: v.string(),
  /** In seconds. */
  expiresIn: v.number(),
});

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
  login: { path: '/devices/login' | '/runners/login'; body: () => object };
  /** Parses the agent's identity from the login's answer; throws if the answer is not understood. */
  identityOf: (answer: unknown) => Identity;
  /** Called for each failed login before the attempt rejects. */
  onLoginFailed?: (error: unknown) => void;
  now: () => number;
  /** Aborts requests when the agent stops. */
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

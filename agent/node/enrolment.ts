/** The enrolment of an agent in Node: at the platform's own address, a few agents of one process at a time. */
import { globalFetch } from '#protocol/json-request.ts';
import { type AgentEnrolment, createAgentEnrolment } from '../core/connection/agent-enrolment.ts';
import { createPlatformCall } from '../core/connection/platform-call.ts';
import type { Turnstile } from './turnstile.ts';

export function createNodeEnrolment<Identity>(options: {
  /** For example `http://127.0.0.1:8080`: Node does not resolve `*.localhost`. */
  origin: string;
  tenant: string;
  login: { path: '/devices/login' | '/runners/login'; body: () => object };
  /** Called for each login that failed, before the attempt rejects. */
  onLoginFailed?: (error: unknown) => void;
  /** Reads the answer to the login; throws where the answer is not understood. */
  identityOf: (answer: unknown) => Identity;
  turnstile: Turnstile;
  now: () => number;
  /** Aborted when the agent stops. */
  signal: AbortSignal;
}): AgentEnrolment<Identity> {
  const { origin, tenant, login, identityOf, turnstile, now, signal } = options;
  const enrolment = createAgentEnrolment({
    call: createPlatformCall(globalFetch),
    authUrl: `${origin}/auth`,
    tenant,
    login,
    ...(options.onLoginFailed && { onLoginFailed: options.onLoginFailed }),
    identityOf,
    now,
    signal,
  });
  return {
    obtain: (how) =>
      turnstile(() => {
        signal.throwIfAborted();
        return enrolment.obtain(how);
      }),
    accessToken: enrolment.accessToken,
  };
}

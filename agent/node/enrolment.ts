/** Enrols agents in Node at the platform's own address, with a limit for each process. */

import type { Semaphore } from '#domain/semaphore.ts';
import { globalFetch } from '#protocol/json-request.ts';
import {
  type AgentEnrolment,
  type AgentLogin,
  createAgentEnrolment,
  type StoredSession,
} from '../core/connection/agent-enrolment.ts';
import type { AgentStore } from '../core/connection/agent-store.ts';
import { createPlatformCall } from '../core/connection/platform-call.ts';

export function createNodeEnrolment<Identity>(options: {
  /** For example `http://127.0.0.1:8080`, because Node does not resolve `*.localhost`. */
  origin: string;
  tenant: string;
  login: AgentLogin;
  /** Keeps the refresh token for the agent's next start; by default in memory. */
  store?: AgentStore<StoredSession>;
  /** Called for each failed login before the attempt rejects. */
  onLoginFailed?: (error: unknown) => void;
  /** Parses the agent's identity from the login's answer; throws if the answer is not understood. */
  identityOf: (answer: unknown) => Identity;
  semaphore: Semaphore;
  now: () => number;
  /** Aborts requests when the agent stops. */
  signal: AbortSignal;
}): AgentEnrolment<Identity> {
  const { origin, tenant, login, identityOf, semaphore, now, signal } = options;
  const enrolment = createAgentEnrolment({
    call: createPlatformCall(globalFetch),
    authUrl: `${origin}/auth`,
    tenant,
    login,
    ...(options.store && { store: options.store }),
    ...(options.onLoginFailed && { onLoginFailed: options.onLoginFailed }),
    identityOf,
    now,
    signal,
  });
  return {
    obtain: (how) =>
      semaphore(() => {
        signal.throwIfAborted();
        return enrolment.obtain(how);
      }),
    accessToken: enrolment.accessToken,
  };
}

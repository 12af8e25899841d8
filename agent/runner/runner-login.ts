/** Enrols a site runner. The secret is read at each login, because an administrator may have replaced it. */
import * as v from 'valibot';
import { createSemaphore } from '#domain/semaphore.ts';
import { AppError, isAppError } from '#protocol/app-error.ts';
import { runnerTokensSchema } from '#protocol/auth/auth-service.ts';
import type { Clock, EpochMs } from '#protocol/clock.ts';
import { RUNNER_VERSION } from '#protocol/runner-version.ts';
import type { Scope } from '#protocol/topics.ts';
import type { ObtainCredentials } from '../core/identity.ts';
import { createNodeEnrolment } from '../node/enrolment.ts';

export type RunnerIdentity = Scope & { runnerId: string };

/** A rejected secret is not sent again for this time. A different secret is tried at once. */
const RETRY_DELAY_MS = 60_000;

export function createRunnerLogin(options: {
  origin: string;
  tenant: string;
  /** Throws if the secret cannot be read. */
  secret: () => string;
  hostname: string;
  clock: Clock;
  signal: AbortSignal;
}): ObtainCredentials<RunnerIdentity> {
  const { origin, tenant, hostname, clock } = options;
  let refused: { secret: string; untilMs: EpochMs } | undefined;
  let asked = '';
  const body = () => {
    asked = options.secret();
    if (refused?.secret === asked && clock.now() < refused.untilMs) throw refusal();
    return { secret: asked, hostname, version: RUNNER_VERSION };
  };
  const { obtain } = createNodeEnrolment({
    origin,
    tenant,
    now: clock.now,
    signal: options.signal,
    semaphore: createSemaphore(1),
    login: { path: '/runners/login', about: () => hostname, send: (post) => post(body()) },
    identityOf(answered) {
      const { runnerId, siteId } = v.parse(runnerTokensSchema, answered);
      return { tenant, site: siteId, runnerId };
    },
    onLoginFailed(error) {
      if (!isAppError(error) || error.code !== 'unauthorized') return;
      const isNews = refused?.secret !== asked || clock.now() >= refused.untilMs;
      if (isNews) refused = { secret: asked, untilMs: clock.now() + RETRY_DELAY_MS };
    },
  });
  return obtain;
}

const refusal = () => new AppError('unauthorized', 'This secret belongs to no site runner.');

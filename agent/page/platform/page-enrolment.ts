/** Enrols the student page with the site's key and the name and key that the platform gave this browser. */
import * as v from 'valibot';
import { type AppError, isAppError } from '#protocol/app-error.ts';
import { type DeviceLogin, deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import { type AgentEnrolment, createAgentEnrolment } from '../../core/connection/agent-enrolment.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import { type DeviceIdentity, deviceIdentityOf } from '../../core/identity.ts';
import type { PageDevice } from '../page-memory.ts';

/** The page's name before the platform has assigned one. */
export const UNNAMED_PAGE = 'page';

export type PageEnrolment = AgentEnrolment<DeviceIdentity>;

export function createPageEnrolment(options: {
  call: PlatformCall;
  authUrl: string;
  tenant: string;
  login: Omit<DeviceLogin, 'hostname' | 'clientKey'>;
  /** The platform's answer, stored from one enrolment to the next. */
  device: { get(): PageDevice | undefined; set(given: PageDevice): void };
  now: () => number;
  /** Aborts requests when the student leaves. */
  signal: AbortSignal;
  /** Called for each attempt that the site rejects. */
  onRefused: (error: AppError) => void;
}): PageEnrolment {
  const { call, authUrl, tenant, login, device, now, signal } = options;
  const body = (): DeviceLogin => {
    const known = device.get();
    return {
      ...login,
      hostname: known?.hostname ?? UNNAMED_PAGE,
      ...(known && { clientKey: known.clientKey }),
    };
  };
  return createAgentEnrolment({
    call,
    authUrl,
    tenant,
    now,
    signal,
    // The refresh token stays in memory: a shared computer must not offer it to the next student, and a reload
    // has to check the rule of the site again.
    login: { path: '/devices/login', about: () => login.user.name, send: (post) => post(body()) },
    identityOf(answered) {
      const tokens = v.parse(deviceTokensSchema, answered);
      const { hostname, clientKey = device.get()?.clientKey } = tokens;
      if (hostname !== undefined && clientKey !== undefined) device.set({ hostname, clientKey });
      return deviceIdentityOf(tenant, tokens);
    },
    onLoginFailed(error) {
      if (isAppError(error) && (error.code === 'unauthorized' || error.code === 'forbidden'))
        options.onRefused(error);
    },
  });
}

/** How the page gets its tokens: with the site's key, and then by refreshing them. */
import * as v from 'valibot';
import { type AppError, isAppError } from '#protocol/app-error.ts';
import { type DeviceLogin, deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import type { Credentials, DeviceIdentity, ObtainCredentials } from '../../core/identity.ts';
import type { PageDevice } from '../page-memory.ts';
import type { RequestJson } from './request-json.ts';

const refreshedSchema = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.number(),
});

/** What a page calls itself before the platform has given it a name. */
export const UNNAMED_PAGE = 'page';

export type Enrolment = {
  obtain: ObtainCredentials;
  /** The newest, for calls over HTTP. */
  accessToken(): string | undefined;
};

export function createEnrolment(options: {
  requestJson: RequestJson;
  authUrl: string;
  tenant: string;
  login: Omit<DeviceLogin, 'hostname' | 'clientKey'>;
  /** What the platform gave this browser, kept from one enrolment to the next. */
  device: { get(): PageDevice | undefined; set(given: PageDevice): void };
  now: () => number;
  /** Aborted when the student leaves. */
  signal: AbortSignal;
  /** The site lets this student in no more; called for each attempt. */
  onRefused: (error: AppError) => void;
}): Enrolment {
  const { requestJson, authUrl, tenant, device, now, signal } = options;
  let held: { identity: DeviceIdentity; refreshToken: string } | undefined;
  let accessToken: string | undefined;

  const keep = (
    identity: DeviceIdentity,
    tokens: v.InferOutput<typeof refreshedSchema>,
    askedAt: number,
  ): Credentials => {
    held = { identity, refreshToken: tokens.refreshToken };
    accessToken = tokens.accessToken;
    return { accessToken, identity, expiresAt: askedAt + tokens.expiresIn * 1_000 };
  };
  const enrol = async (): Promise<Credentials> => {
    const askedAt = now();
    const known = device.get();
    const body: DeviceLogin = {
      ...options.login,
      hostname: known?.hostname ?? UNNAMED_PAGE,
      ...(known && { clientKey: known.clientKey }),
    };
    const answer = await requestJson(
      { url: `${authUrl}/devices/login`, tenant, body, signal },
      deviceTokensSchema,
    ).catch((error: unknown) => {
      if (isAppError(error) && (error.code === 'unauthorized' || error.code === 'forbidden'))
        options.onRefused(error);
      throw error;
    });
    const { clientId, userId, authType, siteId, deviceId, hostname } = answer;
    const clientKey = answer.clientKey ?? known?.clientKey;
    if (hostname !== undefined && clientKey !== undefined) device.set({ hostname, clientKey });
    const identity = { tenant, site: siteId, clientId, userId, authType, ...(deviceId && { deviceId }) };
    return keep(identity, answer, askedAt);
  };
  const refresh = async (before: NonNullable<typeof held>): Promise<Credentials> => {
    const askedAt = now();
    const request = { url: `${authUrl}/refresh`, tenant, bearer: before.refreshToken, body: {}, signal };
    return keep(before.identity, await requestJson(request, refreshedSchema), askedAt);
  };

  return {
    obtain({ afterRefusal }) {
      const before = held;
      if (before === undefined || afterRefusal) return enrol();
      // A refresh token is good once: after any failure the next try enrols anew.
      held = undefined;
      return refresh(before);
    },
    accessToken: () => accessToken,
  };
}

/** How a simulated device gets its tokens: as a real one does, with the site's secret over HTTP. */
import * as v from 'valibot';
import { type DeviceLogin, deviceTokensSchema } from '#protocol/auth-service.ts';
import type { Credentials, DeviceIdentity, ObtainCredentials } from '../core/identity.ts';

const TIMEOUT_MS = 10_000;
const refreshedSchema = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.number(),
});

/** Lets a few calls through at a time, so that a school that starts does not storm the auth service. */
export function createTurnstile(most: number) {
  const waiting: (() => void)[] = [];
  let inside = 0;
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (inside >= most) await new Promise<void>((enter) => waiting.push(enter));
    else inside++;
    try {
      return await work();
    } finally {
      // The place goes to the next one without being given up in between.
      const next = waiting.shift();
      if (next) next();
      else inside--;
    }
  };
}
export type Turnstile = ReturnType<typeof createTurnstile>;

export function createEnrolment(options: {
  /** For example `http://127.0.0.1:8080`: Node does not resolve `*.localhost`. */
  origin: string;
  tenant: string;
  login: DeviceLogin;
  turnstile: Turnstile;
  now: () => number;
  /** Aborted when the device stops. */
  signal: AbortSignal;
}): ObtainCredentials {
  const { origin, tenant, login, now } = options;
  let known: { identity: DeviceIdentity; refreshToken: string } | undefined;

  const post = async (path: string, body: unknown, bearer?: string): Promise<unknown> => {
    const response = await fetch(`${origin}/auth${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'tenant-key': tenant,
        ...(bearer && { authorization: `Bearer ${bearer}` }),
      },
      body: JSON.stringify(body),
      signal: AbortSignal.any([options.signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    if (!response.ok) {
      await response.body?.cancel();
      throw new Error(`${path} answered ${response.status}`);
    }
    return response.json();
  };

  const enrol = async (): Promise<Credentials> => {
    const askedAt = now();
    const tokens = v.parse(deviceTokensSchema, await post('/devices/login', login));
    const { clientId, userId, authType, siteId, deviceId } = tokens;
    const identity = { tenant, site: siteId, clientId, userId, authType, ...(deviceId && { deviceId }) };
    known = { identity, refreshToken: tokens.refreshToken };
    return { accessToken: tokens.accessToken, identity, expiresAt: askedAt + tokens.expiresIn * 1_000 };
  };

  const refresh = async (held: { identity: DeviceIdentity; refreshToken: string }): Promise<Credentials> => {
    const askedAt = now();
    const tokens = v.parse(refreshedSchema, await post('/refresh', {}, held.refreshToken));
    known = { ...held, refreshToken: tokens.refreshToken };
    return {
      accessToken: tokens.accessToken,
      identity: held.identity,
      expiresAt: askedAt + tokens.expiresIn * 1_000,
    };
  };

  return ({ afterRefusal }) =>
    options.turnstile(async () => {
      options.signal.throwIfAborted();
      const held = known;
      if (held === undefined || afterRefusal) return enrol();
      // A refresh token is good once: after any failure the next try enrols anew.
      known = undefined;
      return refresh(held);
    });
}

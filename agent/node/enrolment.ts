/** How devices and site runners get their tokens: with a secret over HTTP, and then by refreshing them. */
import * as v from 'valibot';
import type { Credentials, ObtainCredentials } from '../core/identity.ts';
import type { Turnstile } from './turnstile.ts';

const TIMEOUT_MS = 10_000;
/** What a login and a refresh both answer. */
const tokensSchema = v.object({
  accessToken: v.string(),
  refreshToken: v.string(),
  expiresIn: v.number(),
});

export function createEnrolment<Identity>(options: {
  /** For example `http://127.0.0.1:8080`: Node does not resolve `*.localhost`. */
  origin: string;
  tenant: string;
  login: { path: '/devices/login' | '/runners/login'; body: object };
  /** Reads the answer to the login; throws where it is not understood. */
  identityOf: (answer: unknown) => Identity;
  turnstile: Turnstile;
  now: () => number;
  /** Aborted when the device stops. */
  signal: AbortSignal;
}): ObtainCredentials<Identity> {
  const { origin, tenant, login, now } = options;
  let known: { identity: Identity; refreshToken: string } | undefined;

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

  const ask = async (
    path: string,
    body: object,
    held?: { identity: Identity; refreshToken: string },
  ): Promise<Credentials<Identity>> => {
    const askedAt = now();
    const answer = await post(path, body, held?.refreshToken);
    const { accessToken, refreshToken, expiresIn } = v.parse(tokensSchema, answer);
    const identity = held?.identity ?? options.identityOf(answer);
    known = { identity, refreshToken };
    return { accessToken, identity, expiresAt: askedAt + expiresIn * 1_000 };
  };

  return ({ afterRefusal }) =>
    options.turnstile(async () => {
      options.signal.throwIfAborted();
      const held = known;
      if (held === undefined || afterRefusal) return ask(login.path, login.body);
      // A refresh token is good once: after any failure the next try enrols anew.
      known = undefined;
      return ask('/refresh', {}, held);
    });
}

/** Parameters of the login page, in the hash of its address, which browsers do not send to servers. */
import * as v from 'valibot';
import { handOverBodySchema } from '#protocol/auth/auth-service.ts';
import { type SessionEndReason, sessionEndReasonSchema } from '#protocol/auth/session-end.ts';
import { safePath } from '#session/safe-path.ts';

export type LoginHash = {
  tenant?: string;
  continuePath: string;
  /** `state` and `challenge` bind the hand-over to the requesting tab. */
  request?: { state: string; challenge: string };
  /** Forget the account that is signed in here. */
  fresh: boolean;
  /** An e-mail address to suggest to the identity provider. */
  reloginWith?: string;
  /** A signed-in tutor wants to enter the admin realm, so no site is requested. */
  realm?: 'admin';
  /** Why the user's previous session ended. */
  ended?: SessionEndReason;
};

const tenantSchema = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/),
);
const emailSchema = v.pipe(v.string(), v.maxLength(254), v.regex(/^[^\s@]+@[^\s@]+$/));

/** Normalizes a typed tenant id; undefined if it is invalid. */
export function tenantIdOf(typed: string): string | undefined {
  const parsed = v.safeParse(tenantSchema, typed);
  return parsed.success ? parsed.output : undefined;
}

/** Forged or malformed parameters are ignored. */
export function parseLoginHash(hash: string): LoginHash {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  const tenant = tenantIdOf(parameters.get('tenant') ?? '');
  const request = v.safeParse(v.pick(handOverBodySchema, ['state', 'challenge']), {
    state: parameters.get('state'),
    challenge: parameters.get('challenge'),
  });
  const ended = v.safeParse(sessionEndReasonSchema, parameters.get('ended'));
  const email = v.safeParse(emailSchema, parameters.get('reloginWith'));
  return {
    ...(tenant ? { tenant } : {}),
    continuePath: safePath(parameters.get('continue')),
    ...(request.success ? { request: request.output } : {}),
    fresh: ['1', 'true'].includes(parameters.get('fresh') ?? ''),
    ...(email.success ? { reloginWith: email.output } : {}),
    ...(parameters.get('realm') === 'admin' ? { realm: 'admin' as const } : {}),
    ...(ended.success ? { ended: ended.output } : {}),
  };
}

/** Removes `fresh`, which applies once: a reload must not forget the account that has signed in since. */
export function withoutFresh(hash: string): string {
  const parameters = new URLSearchParams(hash.replace(/^#/, ''));
  parameters.delete('fresh');
  const rest = parameters.toString();
  return rest ? `#${rest}` : '';
}

/**
 * The console's side of the sign-in hand-over: a state and a PKCE verifier that never leave this
 * tab, and the place to go on to, which the console remembers itself.
 */
import * as v from 'valibot';
import type { SessionEndReason } from '#protocol/auth/session-end.ts';
import type { SessionKey } from './auth-state.ts';
import { safePath } from './safe-path.ts';

const STORAGE_KEY = 'lectern.handOvers';
/** Going back and forth between console and login page leaves older ones behind that may still be finished. */
const MAX_PENDING = 5;

const pendingSchema = v.array(
  v.object({
    state: v.string(),
    verifier: v.string(),
    continuePath: v.string(),
    /** The session that was left, when `continuePath` is a page of its site. */
    key: v.optional(v.string()),
  }),
);
export type PendingHandOver = v.InferOutput<typeof pendingSchema>[number];

export type HandOverCrypto = {
  getRandomValues(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>;
  subtle: { digest(algorithm: 'SHA-256', data: BufferSource): Promise<ArrayBuffer> };
};

export type HandOvers = ReturnType<typeof createHandOvers>;

export function createHandOvers(deps: { storage: () => Storage; crypto: HandOverCrypto }) {
  function pending(): PendingHandOver[] {
    try {
      const parsed = v.safeParse(pendingSchema, JSON.parse(deps.storage().getItem(STORAGE_KEY) ?? '[]'));
      return parsed.success ? parsed.output : [];
    } catch {
      return [];
    }
  }
  const keep = (list: PendingHandOver[]) =>
    deps.storage().setItem(STORAGE_KEY, JSON.stringify(list.slice(-MAX_PENDING)));

  return {
    async begin(place: { continuePath: string; key?: SessionKey }): Promise<{
      state: string;
      challenge: string;
    }> {
      const state = base64Url(deps.crypto.getRandomValues(new Uint8Array(24)));
      const verifier = base64Url(deps.crypto.getRandomValues(new Uint8Array(32)));
      const digest = await deps.crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
      keep([
        ...pending(),
        {
          state,
          verifier,
          continuePath: safePath(place.continuePath),
          ...(place.key ? { key: place.key } : {}),
        },
      ]);
      return { state, challenge: base64Url(new Uint8Array(digest)) };
    },
    /** The hand-over that this tab began with that state, once. */
    take(state: string): PendingHandOver | undefined {
      const list = pending();
      const found = list.find((one) => one.state === state);
      if (found) keep(list.filter((one) => one !== found));
      return found;
    },
  };
}

export type LoginRequest = {
  tenant: string;
  state: string;
  challenge: string;
  continuePath: string;
  /** The login page forgets who was signed in there. */
  fresh: boolean;
  /** An e-mail address to suggest to the identity provider. */
  reloginWith?: string | undefined;
  /** What to sign in to without asking for a site. */
  realm?: 'admin' | undefined;
  /** Why the session before is over: one of a few words, because anybody can write an address with a text of their own. */
  ended?: SessionEndReason | undefined;
};

/** In the hash, which no server sees; nothing in it is a secret. */
export function loginAddress(loginUrl: string, request: LoginRequest): string {
  const hash = new URLSearchParams({
    tenant: request.tenant,
    continue: request.continuePath,
    state: request.state,
    challenge: request.challenge,
  });
  if (request.fresh) hash.set('fresh', '1');
  if (request.reloginWith) hash.set('reloginWith', request.reloginWith);
  if (request.realm) hash.set('realm', request.realm);
  if (request.ended) hash.set('ended', request.ended);
  return `${loginUrl}/sign-in#${hash}`;
}

export function base64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

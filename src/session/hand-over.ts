/**
 * The console's side of the sign-in hand-over: a state and a PKCE verifier that never leave this tab, and the
 * path to continue at, which the console stores itself.
 */
import * as v from 'valibot';
import type { SessionEndReason } from '#protocol/auth/session-end.ts';
import { storedValue } from '#protocol/storage/stored-value.ts';
import type { SessionKey } from './auth-state.ts';
import { safePath } from './safe-path.ts';

const STORAGE_KEY = 'lectern.handOvers';
/** Navigation between console and login page leaves older hand-overs behind that may still be completed. */
const MAX_PENDING = 5;

const pendingSchema = v.array(
  v.object({
    state: v.string(),
    verifier: v.string(),
    continuePath: v.string(),
    /** The session that was left, if `continuePath` is a page of its site. */
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
  const stored = storedValue(deps.storage, STORAGE_KEY, pendingSchema);
  const pending = () => stored.get() ?? [];
  const store = (list: PendingHandOver[]) => stored.set(list.slice(-MAX_PENDING));

  return {
    async begin(place: { continuePath: string; key?: SessionKey }): Promise<{
      state: string;
      challenge: string;
    }> {
      const state = base64Url(deps.crypto.getRandomValues(new Uint8Array(24)));
      const verifier = base64Url(deps.crypto.getRandomValues(new Uint8Array(32)));
      const digest = await deps.crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
      store([
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
    /** Returns this tab's hand-over with that state, and deletes it. */
    take(state: string): PendingHandOver | undefined {
      const list = pending();
      const found = list.find((one) => one.state === state);
      if (found) store(list.filter((one) => one !== found));
      return found;
    },
  };
}

export type LoginRequest = {
  tenant: string;
  state: string;
  challenge: string;
  continuePath: string;
  /** The login page discards its signed-in account. */
  fresh: boolean;
  /** E-mail address to suggest to the identity provider. */
  reloginWith?: string | undefined;
  /** The realm to sign in to, without a choice of site. */
  realm?: 'admin' | undefined;
  /** The reason why the previous session ended. A code, because anyone could put a text into a link. */
  ended?: SessionEndReason | undefined;
};

/** In the hash, which no server receives; nothing in it is secret. */
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

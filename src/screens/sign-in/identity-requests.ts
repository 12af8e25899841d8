/**
 * Pending requests to identity providers, by state, with the nonce that the id token must contain. They are
 * in local storage, because the response arrives in another window.
 */
import * as v from 'valibot';
import type { IdentityProviderName, TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import { storedValue } from '#protocol/storage/stored-value.ts';
import { base64Url, type HandOverCrypto } from '#session/hand-over.ts';

const REQUESTS_KEY = 'lectern.identityRequests';
const IDENTITY_ERROR_KEY = 'lectern.identityError';
/** Signing in at the provider may take a while. Later responses count as forged. */
const TTL_MS = 15 * 60_000;
const MAX_REQUESTS = 10;

const requestsSchema = v.array(
  v.object({
    state: v.string(),
    nonce: v.string(),
    /** The nonce is the hash of this text; the platform accepts the id token only with the text. */
    verifier: v.string(),
    /** The tenant whose auth service receives the id token. */
    tenant: v.object({ key: v.string(), authUrl: v.string() }),
    atMs: v.number(),
  }),
);
export type IdentityRequest = v.InferOutput<typeof requestsSchema>[number];
const errorSchema = v.object({ state: v.string(), text: v.string() });

export type IdentityRequests = ReturnType<typeof createIdentityRequests>;

export function createIdentityRequests(deps: {
  storage: () => Storage;
  crypto: HandOverCrypto;
  nowMs: () => number;
  /** The address to which the provider posts its response: `/redirect` of the login host. */
  redirectUri: () => string;
}) {
  const random = () => base64Url(deps.crypto.getRandomValues(new Uint8Array(24)));

  const requests = storedValue(deps.storage, REQUESTS_KEY, requestsSchema);
  const error = storedValue(deps.storage, IDENTITY_ERROR_KEY, errorSchema);
  const pending = () => (requests.get() ?? []).filter(({ atMs }) => deps.nowMs() - atMs < TTL_MS);
  const store = (list: IdentityRequest[]) => requests.set(list.slice(-MAX_REQUESTS));

  return {
    /**
     * Stores a new request and returns the address to open; undefined if the tenant has no such provider.
     * `isStored`: false if the storage has no room, so that the provider's response would be refused.
     */
    async begin(
      tenant: TenantConfiguration,
      name: IdentityProviderName,
      hints: { loginHint?: string | undefined; selectAccount: boolean },
    ): Promise<{ state: string; url: string; isStored: boolean } | undefined> {
      const provider = tenant.providers[name];
      if (!provider || !URL.canParse(provider.authorizationUrl)) return undefined;
      const url = new URL(provider.authorizationUrl);
      if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
      const verifier = random();
      const digest = await deps.crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
      const request: IdentityRequest = {
        state: random(),
        nonce: `s256.${base64Url(new Uint8Array(digest))}`,
        verifier,
        tenant: { key: tenant.tenant, authUrl: tenant.AUTH_URL },
        atMs: deps.nowMs(),
      };
      const isStored = store([...pending(), request]);
      const parameters = {
        client_id: provider.clientId,
        response_type: 'id_token',
        response_mode: 'form_post',
        scope: 'openid profile email',
        redirect_uri: deps.redirectUri(),
        nonce: request.nonce,
        state: request.state,
      };
      for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value);
      if (hints.loginHint) url.searchParams.set('login_hint', hints.loginHint);
      if (hints.selectAccount) url.searchParams.set('prompt', 'select_account');
      return { state: request.state, url: url.href, isStored };
    },
    /** Returns the request with that state, once. */
    take(state: string): IdentityRequest | undefined {
      const list = pending();
      const found = list.find((request) => request.state === state);
      if (found) store(list.filter((request) => request !== found));
      return found;
    },
    /** Reports to the requesting window why there is no token. */
    reportError(state: string, text: string): void {
      error.set({ state, text });
    },
    takeError(state: string): string | undefined {
      const reported = error.get();
      if (reported?.state !== state) return undefined;
      error.set(undefined);
      return reported.text;
    },
  };
}

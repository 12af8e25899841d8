/** The auth service's calls (src/protocol/auth/auth-service.ts has the table). Failures are AppError. */
import * as v from 'valibot';
import {
  type HandOverBody,
  handOverSchema,
  type LoginBody,
  type RedeemBody,
  type SignInTicket,
  type SiteList,
  signInTicketSchema,
  siteListSchema,
  type Tokens,
  tokensSchema,
} from '#protocol/auth/auth-service.ts';
import { type SessionEndReason, sessionEndSchema } from '#protocol/auth/session-end.ts';
import { type Fetch, type JsonRequest, requestJson, sendRequest } from '#protocol/json-request.ts';

/** `bearer` is a ticket of the login page or an access token, unless the parameter's name says otherwise. */
export type AuthService = {
  sites(bearer: string, signal?: AbortSignal): Promise<SiteList>;
  login(bearer: string, body: LoginBody): Promise<Tokens>;
  refresh(refreshToken: string): Promise<Tokens>;
  /** The reason why the session of this access token ended, if known. */
  sessionEnd(accessToken: string): Promise<SessionEndReason | undefined>;
  /** Ends all tokens of this sign-in; the request outlives the page. */
  logout(refreshToken: string): Promise<void>;
  /** Exchanges an id token for a ticket, once; its nonce is the hash of `verifier`. */
  signIn(idToken: string, verifier: string): Promise<SignInTicket>;
  handOver(ticket: string, body: HandOverBody): Promise<string>;
  redeem(body: RedeemBody): Promise<Tokens>;
  /** Creates the first administrator of a tenant; returns the tutor's id. */
  createAdmin(ticket: string, setUpCode: string): Promise<string>;
};

/**
 * Short enough that a retry after a lost answer still counts as the identical request that the platform
 * accepts for 10 s.
 */
const REFRESH_TIMEOUT_MS = 8_000;
/** Short, because the page is about to unload and only a message depends on the answer. */
const SESSION_END_TIMEOUT_MS = 2_000;

export function createAuthService(deps: {
  fetch: Fetch;
  /** Called for each request, because a refreshed configuration may have moved the service. */
  authUrl: () => string;
  tenantKey: () => string;
}): AuthService {
  const request = (path: string, rest: Omit<JsonRequest, 'url'>): JsonRequest => ({
    url: `${deps.authUrl().replace(/\/$/, '')}${path}`,
    tenantKey: deps.tenantKey(),
    ...rest,
  });
  const post = (path: string, rest: Omit<JsonRequest, 'url' | 'method'>) =>
    request(path, { method: 'POST', ...rest });

  return {
    sites: (bearer, signal) =>
      requestJson(deps.fetch, request('/sites', { bearer, ...(signal ? { signal } : {}) }), siteListSchema),
    login: (bearer, body) => requestJson(deps.fetch, post('/login', { bearer, body }), tokensSchema),
    refresh: (refreshToken) =>
      requestJson(
        deps.fetch,
        post('/refresh', { bearer: refreshToken, body: {}, timeoutMs: REFRESH_TIMEOUT_MS }),
        tokensSchema,
      ),
    async sessionEnd(accessToken) {
      const asked = request('/session-end', { bearer: accessToken, timeoutMs: SESSION_END_TIMEOUT_MS });
      return (await requestJson(deps.fetch, asked, sessionEndSchema)).why ?? undefined;
    },
    async logout(refreshToken) {
      await sendRequest(deps.fetch, post('/logout', { bearer: refreshToken, keepalive: true }));
    },
    signIn: (idToken, verifier) =>
      requestJson(deps.fetch, post('/sign-ins', { bearer: idToken, body: { verifier } }), signInTicketSchema),
    async handOver(ticket, body) {
      const answer = await requestJson(
        deps.fetch,
        post('/hand-overs', { bearer: ticket, body }),
        handOverSchema,
      );
      return answer.code;
    },
    redeem: (body) => requestJson(deps.fetch, post('/hand-overs/redeem', { body }), tokensSchema),
    async createAdmin(ticket, setUpCode) {
      const answer = await requestJson(
        deps.fetch,
        post('/lms-actions/create-admin', { bearer: ticket, body: { data: ticket, setUpCode } }),
        v.object({ tutorId: v.string() }),
      );
      return answer.tutorId;
    },
  };
}

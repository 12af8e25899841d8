/** Requests to Graph for one integration, with its credentials. */
import type { GenericSchema } from 'valibot';
import type { Clock } from '#protocol/clock.ts';
import type { Fetch } from '#protocol/json-request.ts';
import type { Read } from '../directory.ts';
import { createAccessTokens } from '../provider/access-tokens.ts';
import { type AuthorisedCalls, createAuthorisedCalls } from '../provider/authorised-calls.ts';
import { createProviderHttp } from '../provider/provider-http.ts';
import { tokenSchema } from './microsoft-documents.ts';

/** Addresses without a closing slash. */
export type MicrosoftPlaces = { login: string; graph: string };

export const MICROSOFT: MicrosoftPlaces = {
  login: 'https://login.microsoftonline.com',
  graph: 'https://graph.microsoft.com',
};

export type MicrosoftDirectoryDeps = {
  client: { clientId: string; clientSecret: string };
  /** The id of the school's directory. */
  tenantId: string;
  places: MicrosoftPlaces;
  fetch: Fetch;
  clock: Clock;
};

export const PAGE = '100';
export const PERSON = 'id,displayName,mail,userPrincipalName';

export type GraphCalls = AuthorisedCalls & {
  /** The address of a path of Graph. */
  graph(path: string, query?: Readonly<Record<string, string>>): string;
  /** GET of an address, which may be a link from Graph's answer. */
  get<T>(url: string, schema: GenericSchema<unknown, T>, signal: AbortSignal): Promise<Read<T>>;
  /** Like `get`, for requests that need Graph's index, which lags a little: searches, and nested members. */
  getIndexed<T>(url: string, schema: GenericSchema<unknown, T>, signal: AbortSignal): Promise<Read<T>>;
};

export function createGraphCalls(deps: MicrosoftDirectoryDeps): GraphCalls {
  const calls = authorised(deps);
  return {
    ...calls,
    graph: (path, query = {}) => `${deps.places.graph}/v1.0${path}?${new URLSearchParams(query)}`,
    get: (url, schema, signal) => calls.call({ url, schema, signal }),
    getIndexed: (url, schema, signal) =>
      calls.call({ url, schema, signal, headers: { ConsistencyLevel: 'eventual' } }),
  };
}

function authorised(deps: MicrosoftDirectoryDeps): AuthorisedCalls {
  const { client, tenantId, places, fetch, clock } = deps;
  const origins = Object.values(places).map((place) => new URL(place).origin);
  const http = createProviderHttp({ fetch, clock, origins });
  const tokens = createAccessTokens({
    request: () =>
      http.call({
        url: `${places.login}/${encodeURIComponent(tenantId)}/oauth2/v2.0/token`,
        form: {
          grant_type: 'client_credentials',
          client_id: client.clientId,
          client_secret: client.clientSecret,
          scope: `${places.graph}/.default`,
        },
        schema: tokenSchema,
        // All waiting callers share this request, so one caller's signal must not abort it.
        signal: new AbortController().signal,
      }),
    now: clock.now,
  });
  return createAuthorisedCalls(http, tokens);
}

/** Requests to Google's services for one integration, with its credentials. */
import type { GenericSchema } from 'valibot';
import type { Clock } from '#protocol/clock.ts';
import type { Fetch } from '#protocol/json-request.ts';
import type { Read } from '../directory.ts';
import { createAccessTokens } from '../provider/access-tokens.ts';
import { type AuthorisedCalls, createAuthorisedCalls } from '../provider/authorised-calls.ts';
import { createProviderHttp } from '../provider/provider-http.ts';
import { tokenSchema } from './google-documents.ts';

/** Addresses without a closing slash. */
export type GooglePlaces = { consent: string; token: string; classroom: string; admin: string };

export const GOOGLE: GooglePlaces = {
  consent: 'https://accounts.google.com/o/oauth2/v2/auth',
  token: 'https://oauth2.googleapis.com/token',
  classroom: 'https://classroom.googleapis.com',
  admin: 'https://admin.googleapis.com',
};

export type GoogleDirectoryDeps = {
  client: { clientId: string; clientSecret: string };
  /** From the administrator's consent. */
  refreshToken: string;
  places: GooglePlaces;
  fetch: Fetch;
  clock: Clock;
};

type Query = Readonly<Record<string, string | undefined>>;

export type GoogleCalls = {
  /** `path` of Classroom. Empty fields of the query are left out. */
  classroom<T>(path: string, schema: GenericSchema<unknown, T>, asked: QueryOptions): Promise<Read<T>>;
  /** `path` of the Directory of the Admin SDK. */
  admin<T>(path: string, schema: GenericSchema<unknown, T>, asked: QueryOptions): Promise<Read<T>>;
};
type QueryOptions = { query?: Query; signal: AbortSignal };

/** Page size; Classroom may return fewer. */
export const PAGE = '100';
/** Prefix that distinguishes ids of groups from those of courses, which are numbers. */
export const GROUP = 'group:';

export function createGoogleCalls(deps: GoogleDirectoryDeps): GoogleCalls {
  const { places } = deps;
  const calls = authorised(deps);
  return {
    classroom: (path, schema, { query, signal }) =>
      calls.call({ url: address(`${places.classroom}/v1${path}`, query), schema, signal }),
    admin: (path, schema, { query, signal }) =>
      calls.call({ url: address(`${places.admin}/admin/directory/v1${path}`, query), schema, signal }),
  };
}

function authorised({ client, refreshToken, places, fetch, clock }: GoogleDirectoryDeps): AuthorisedCalls {
  const origins = Object.values(places).map((place) => new URL(place).origin);
  const http = createProviderHttp({ fetch, clock, origins });
  const tokens = createAccessTokens({
    request: () =>
      http.call({
        url: places.token,
        form: {
          grant_type: 'refresh_token',
          client_id: client.clientId,
          client_secret: client.clientSecret,
          refresh_token: refreshToken,
        },
        schema: tokenSchema,
        // All waiting callers share this request, so one caller's signal must not abort it.
        signal: new AbortController().signal,
      }),
    now: clock.now,
  });
  return createAuthorisedCalls(http, tokens);
}

function address(base: string, query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) search.set(name, value);
  return search.size === 0 ? base : `${base}?${search}`;
}

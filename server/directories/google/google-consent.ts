/**
 * The consent of a school's administrator. The opened address leads back with a code, which is exchanged for
 * a refresh token. Only read access is requested.
 */
import { createHash, randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { DirectoryClient } from '#base/platform-options.ts';
import type { Clock } from '#protocol/clock.ts';
import type { Fetch } from '#protocol/json-request.ts';
import type { Read } from '../directory.ts';
import { createProviderHttp, type Refused } from '../provider/provider-http.ts';
import type { GooglePlaces } from './google-calls.ts';

const SCOPES = [
  'https://www.googleapis.com/auth/classroom.courses.readonly',
  'https://www.googleapis.com/auth/classroom.rosters.readonly',
  'https://www.googleapis.com/auth/classroom.profile.emails',
  'https://www.googleapis.com/auth/admin.directory.user.readonly',
  'https://www.googleapis.com/auth/admin.directory.group.readonly',
  'https://www.googleapis.com/auth/admin.directory.orgunit.readonly',
  'https://www.googleapis.com/auth/admin.directory.device.chromeos.readonly',
];

export type GoogleConsent = {
  url: string;
  /** The address returns with the code; another state belongs to another request. */
  state: string;
  /** Exchanges the code. */
  redeem(code: string): Promise<Read<{ refreshToken: string }> | Refused>;
};

type Deps = {
  client: DirectoryClient;
  places: GooglePlaces;
  /** Address that the browser returns to. */
  redirectUri: string;
  /** Google preselects this account. */
  adminEmail: string;
  /** State and verifier of an earlier request; absent: a new request. */
  asked?: { state: string; verifier: string };
  fetch: Fetch;
  clock: Clock;
};

const grantedSchema = v.pipe(
  v.object({ refresh_token: v.pipe(v.string(), v.minLength(1)) }),
  v.transform(({ refresh_token }) => ({ refreshToken: refresh_token })),
);

/** `state` identifies the request in the answer; only the provider receives `verifier`, with the code. */
export const newQuestion = () => ({
  state: randomBytes(24).toString('base64url'),
  verifier: randomBytes(32).toString('base64url'),
});

export function createGoogleConsent(deps: Deps): GoogleConsent {
  const { client, places, redirectUri, adminEmail } = deps;
  const { state, verifier } = deps.asked ?? newQuestion();
  const query = new URLSearchParams({
    client_id: client.clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: SCOPES.join(' '),
    access_type: 'offline',
    // Without it Google returns a refresh token the first time only.
    prompt: 'consent',
    login_hint: adminEmail,
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  });
  const http = createProviderHttp({ ...deps, origins: [new URL(places.token).origin] });
  return {
    url: `${places.consent}?${query}`,
    state,
    redeem: (code) =>
      http.call({
        url: places.token,
        form: {
          grant_type: 'authorization_code',
          client_id: client.clientId,
          client_secret: client.clientSecret,
          redirect_uri: redirectUri,
          code,
          code_verifier: verifier,
        },
        schema: grantedSchema,
        signal: new AbortController().signal,
      }),
  };
}

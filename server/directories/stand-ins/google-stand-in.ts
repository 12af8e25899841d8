/** Stands in for Google: OAuth with offline consent, Classroom, and groups and people of the Admin SDK. */
import { randomUUID } from 'node:crypto';
import type { GooglePlaces } from '../google/google-calls.ts';
import { answerOf, failure } from './google-answers.ts';
import { createStandInCodes } from './stand-in-codes.ts';
import { answerConsent } from './stand-in-consent.ts';
import { createStandInSchool, type StandInCrowd, type StandInSchool } from './stand-in-school.ts';
import {
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from './stand-in-server.ts';

export const GOOGLE_STAND_IN_CLIENT = { clientId: 'lectern-stand-in', clientSecret: 'stand-in-secret' };

export type GoogleStandIn = StandInServer & {
  school: StandInSchool;
  places: GooglePlaces;
  /** A token of an administrator who has consented. */
  refreshToken: string;
  /** Invalidates the refresh token and all access tokens that were created with it. */
  expireConsent(): void;
};

/** A constant, because each process that shares a database has its own stand-in. */
const REFRESH_TOKEN = '1//stand-in-of-the-administrator';
const TOKEN_SECONDS = 3_599;

export async function startGoogleStandIn(crowd?: StandInCrowd): Promise<GoogleStandIn> {
  const school = createStandInSchool(crowd);
  const accessTokens = new Set<string>();
  const codes = createStandInCodes();
  let isConsented = true;

  const server = await startStandInServer({
    throttled: (seconds) => ({
      ...failure(429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded'),
      headers: { 'retry-after': String(seconds) },
    }),
    answer(request) {
      if (request.path === '/token') return token(request);
      if (request.path === '/o/oauth2/v2/auth') return consent(request);
      if (request.bearer === undefined || !accessTokens.has(request.bearer))
        return failure(401, 'UNAUTHENTICATED', 'authError');
      return answerOf(school, request);
    },
  });

  function consent(request: StandInRequest): StandInAnswer {
    const { query } = request;
    const isAsked =
      query.get('client_id') === GOOGLE_STAND_IN_CLIENT.clientId &&
      query.get('response_type') === 'code' &&
      query.get('access_type') === 'offline' &&
      query.get('prompt') === 'consent' &&
      query.get('code_challenge_method') === 'S256';
    if (!isAsked) return { status: 400, body: { error: 'invalid_request' } };
    return answerConsent(request, {
      provider: 'Google',
      allowed: () => ({ code: codes.give(query.get('code_challenge')) }),
    });
  }

  function token({ body }: StandInRequest): StandInAnswer {
    const { clientId, clientSecret } = GOOGLE_STAND_IN_CLIENT;
    if (body.client_id !== clientId || body.client_secret !== clientSecret)
      return { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } };
    const isCode = body.grant_type === 'authorization_code' && codes.redeem(body);
    const isRefresh =
      body.grant_type === 'refresh_token' && body.refresh_token === REFRESH_TOKEN && isConsented;
    if (!isCode && !isRefresh) {
      const error_description = 'Token has been expired or revoked.';
      return { status: 400, body: { error: 'invalid_grant', error_description } };
    }
    if (isCode) isConsented = true;
    const access_token = `ya29.${randomUUID()}`;
    accessTokens.add(access_token);
    const answer = { access_token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' };
    return { body: isCode ? { ...answer, refresh_token: REFRESH_TOKEN } : answer };
  }

  return {
    ...server,
    school,
    places: {
      consent: `${server.url}/o/oauth2/v2/auth`,
      token: `${server.url}/token`,
      classroom: server.url,
      admin: server.url,
    },
    refreshToken: REFRESH_TOKEN,
    expireConsent() {
      isConsented = false;
      accessTokens.clear();
    },
  };
}

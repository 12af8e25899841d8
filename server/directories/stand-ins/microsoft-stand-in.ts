/** Stands in for Microsoft: OAuth of an app with an administrator's consent, and Graph. */
import { randomUUID } from 'node:crypto';
import type { MicrosoftPlaces } from '../microsoft/microsoft-calls.ts';
import { answerOf, delta, failure, idOfEmail, type Snapshots } from './microsoft-answers.ts';
import { createStandInCodes } from './stand-in-codes.ts';
import { answerConsent } from './stand-in-consent.ts';
import {
  createStandInSchool,
  STAND_IN_ADMIN,
  STAND_IN_TENANT,
  type StandInCrowd,
  type StandInSchool,
} from './stand-in-school.ts';
import {
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from './stand-in-server.ts';

export const MICROSOFT_STAND_IN_CLIENT = {
  clientId: '3f9d6a5e-0c5b-4a53-8f29-6f0d5c1b7e21',
  clientSecret: 'stand-in-secret',
};

export type MicrosoftStandIn = StandInServer & {
  school: StandInSchool;
  places: MicrosoftPlaces;
  expireConsent(): void;
  /** Sets the account that every browser is signed in with, by e-mail; initially the administrator. */
  signInAs(email: string): void;
  /** Invalidates all earlier cursors. */
  forgetChanges(): void;
};

const TOKEN_SECONDS = 3_599;

export async function startMicrosoftStandIn(crowd?: StandInCrowd): Promise<MicrosoftStandIn> {
  const school = createStandInSchool(crowd);
  const accessTokens = new Set<string>();
  const snapshots: Snapshots = new Map();
  const codes = createStandInCodes();
  const { clientId } = MICROSOFT_STAND_IN_CLIENT;
  let signedIn = STAND_IN_ADMIN;
  let isConsented = true;

  const server = await startStandInServer({
    throttled: (seconds) => ({
      ...failure(429, 'TooManyRequests'),
      headers: { 'retry-after': String(seconds) },
    }),
    answer(request) {
      if (request.path === `/${STAND_IN_TENANT}/oauth2/v2.0/token`) return token(request);
      if (request.path === `/${STAND_IN_TENANT}/adminconsent`) return consent(request);
      if (request.path === `/${STAND_IN_TENANT}/oauth2/v2.0/authorize`) return signIn(request);
      if (request.bearer === undefined || !accessTokens.has(request.bearer))
        return failure(401, 'InvalidAuthenticationToken');
      if (request.path === '/v1.0/groups/delta') return delta(school, snapshots, request);
      return answerOf(school, request);
    },
  });

  function consent(request: StandInRequest): StandInAnswer {
    if (request.query.get('client_id') !== clientId)
      return { status: 400, body: { error: 'invalid_request' } };
    return answerConsent(request, {
      provider: 'Microsoft',
      allowed() {
        isConsented = true;
        return { admin_consent: 'True', tenant: STAND_IN_TENANT };
      },
    });
  }

  /** The administrator who has just consented is signed in already, so no page is shown. */
  function signIn({ query }: StandInRequest): StandInAnswer {
    const back = query.get('redirect_uri') ?? '';
    const isAsked =
      query.get('client_id') === clientId &&
      query.get('response_type') === 'code' &&
      query.get('scope') === 'openid' &&
      query.get('code_challenge_method') === 'S256';
    if (!isAsked || !URL.canParse(back)) return { status: 400, body: { error: 'invalid_request' } };
    const location = new URL(back);
    location.searchParams.set('code', codes.give(query.get('code_challenge')));
    location.searchParams.set('state', query.get('state') ?? '');
    return { status: 302, headers: { location: location.href } };
  }

  function idTokenOf(body: StandInRequest['body']): string | undefined {
    if (!codes.redeem(body)) return undefined;
    const claims = { tid: STAND_IN_TENANT, oid: personId(signedIn) };
    return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;
  }

  function token({ body }: StandInRequest): StandInAnswer {
    const { clientSecret } = MICROSOFT_STAND_IN_CLIENT;
    const refused = (status: number, error: string, code: number): StandInAnswer => ({
      status,
      body: { error, error_description: `AADSTS${code}: refused`, error_codes: [code] },
    });
    if (body.grant_type === 'authorization_code' && body.client_secret === clientSecret) {
      const id_token = idTokenOf(body);
      return id_token === undefined ? refused(400, 'invalid_grant', 54_005) : { body: { id_token } };
    }
    if (body.grant_type !== 'client_credentials') return refused(400, 'unsupported_grant_type', 70_003);
    if (body.client_id !== clientId) return refused(400, 'unauthorized_client', 700_016);
    if (body.client_secret !== clientSecret) return refused(401, 'invalid_client', 7_000_215);
    if (!isConsented) return refused(400, 'invalid_grant', 65_001);
    const access_token = randomUUID();
    accessTokens.add(access_token);
    return { body: { token_type: 'Bearer', expires_in: TOKEN_SECONDS, access_token } };
  }

  const personId = (email: string) => idOfEmail(school, email);

  return {
    ...server,
    school,
    places: { login: server.url, graph: server.url },
    expireConsent() {
      isConsented = false;
      accessTokens.clear();
    },
    signInAs(email) {
      signedIn = email;
    },
    forgetChanges: () => snapshots.clear(),
  };
}

import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Providers } from '#directories/directories.ts';
import {
  GOOGLE_STAND_IN_CLIENT,
  type GoogleStandIn,
  startGoogleStandIn,
} from '#directories/stand-ins/google-stand-in.ts';
import {
  MICROSOFT_STAND_IN_CLIENT,
  type MicrosoftStandIn,
  startMicrosoftStandIn,
} from '#directories/stand-ins/microsoft-stand-in.ts';
import { STAND_IN_TENANT } from '#directories/stand-ins/stand-in-school.ts';
import {
  consentBegunSchema,
  consentGivenSchema,
  integrationSchema,
  integrationUsesSchema,
} from '#protocol/rest/integration.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { openTestRest, type TestRest, tokenOf } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const admin = (jti: string, sub = 'tutor-admin') =>
  tokenOf({ sub, realm: 'admin', roles: ['superAdmin'], jti: `${jti}.1` });
const ADMIN = admin('sign-in-1');
/** The same person in another session. */
const ELSEWHERE = admin('sign-in-2');

const OF_GOOGLE = {
  service: 'google',
  config: { domain: 'demo.example', adminEmail: 'admin@demo.example' },
} as const;
const OF_MICROSOFT = { service: 'microsoft', config: { tenantId: STAND_IN_TENANT } } as const;
type Place = typeof OF_GOOGLE | typeof OF_MICROSOFT;

describe.each(BACK_ENDS)('integrations that are set up on %s', (backEnd) => {
  let rest: TestRest;
  let google: GoogleStandIn;
  let microsoft: MicrosoftStandIn;

  beforeAll(async () => {
    [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
    const providers: Providers = {
      google: { client: GOOGLE_STAND_IN_CLIENT, places: google.places },
      microsoft: { client: MICROSOFT_STAND_IN_CLIENT, places: microsoft.places },
    };
    rest = await openTestRest(backEnd, Date.now, undefined, providers);
  }, LONG_MS);
  afterAll(async () => {
    await Promise.all([google.close(), microsoft.close()]);
    await rest.dispose();
  }, LONG_MS);

  const post = (path: string, body: object, token = ADMIN) =>
    rest.call(token, `/integrations${path}`, body, 'POST');
  const refused = (path: string, body: object, token = ADMIN) =>
    rest.refusedWrite(token, `/integrations${path}`, body, 'POST');

  const begin = async (place: Place, token = ADMIN) =>
    v.parse(consentBegunSchema, (await post('/consents', place, token)).body);

  /** Answers in the provider's window. Returns the parameters of the redirect. */
  async function press(url: string, decision: 'allow' | 'deny'): Promise<URLSearchParams> {
    const answer = await fetch(`${url}&decision=${decision}`, { redirect: 'manual' });
    return new URL(answer.headers.get('location') ?? '').searchParams;
  }

  /** The final parameters with which the window returns. */
  async function answered(place: Place, begun: { url: string; state: string }) {
    const back = await press(begun.url, 'allow');
    if (place.service === 'google') return Object.fromEntries(back);
    const [login] = begun.url.split('/adminconsent');
    const signIn = new URL(`${login}/oauth2/v2.0/authorize`);
    const next = await rest.consents.nextStep(begun.state);
    expect(next).toContain(signIn.href);
    const location = (await fetch(next ?? '', { redirect: 'manual' })).headers.get('location');
    return Object.fromEntries(new URL(location ?? '').searchParams);
  }

  async function consent(place: Place, token = ADMIN): Promise<string> {
    const begun = await begin(place, token);
    const { status, body } = await post(`/consents/${begun.id}`, await answered(place, begun), token);
    expect([status, body]).toMatchObject([200, {}]);
    return v.parse(consentGivenSchema, body).tempToken;
  }
  const withToken = <P extends Place>(place: P, tempToken: string) => ({
    ...place,
    config: { ...place.config, tempToken },
  });

  async function save(place: Place, name: string) {
    const given = withToken(place, await consent(place));
    await post('/test', { ...given, name });
    const { body } = await post('', { ...given, name, disabled: true });
    return v.parse(integrationSchema, body);
  }

  it.each([
    ['Google', OF_GOOGLE],
    ['Microsoft', OF_MICROSOFT],
  ] as const)('of %s are saved after consent and a test, once', async (name, place) => {
    const given = withToken(place, await consent(place));
    const body = { ...given, name: `${name} one`, disabled: true };
    expect(await refused('', body)).toMatchObject({ status: 409, message: 'Test the connection first.' });
    expect(await post('/test', { ...given, name })).toEqual({ status: 200, body: {} });
    const { status, body: saved } = await post('', body);
    expect(status).toBe(200);
    expect(v.parse(integrationSchema, saved)).toMatchObject({ disabled: true, config: place.config });
    expect(JSON.stringify(saved)).not.toContain('tempToken');
    expect(await refused('', { ...body, name: `${name} two` })).toMatchObject({
      status: 409,
      message: 'The consent is over. Give it again.',
    });
    const { id } = v.parse(integrationSchema, saved);
    expect(await rest.call(ADMIN, `/integrations/${id}`, { disabled: false })).toMatchObject({ status: 200 });
    // With the stored access, without another consent.
    expect((await post('/test', { ...place, name, id })).status).toBe(200);
  });

  it('are not saved with another configuration than the one that was tested', async () => {
    const given = withToken(OF_GOOGLE, await consent(OF_GOOGLE));
    await post('/test', { ...given, name: 'x' });
    const other = { ...given, config: { ...given.config, domain: 'other.example' } };
    expect(await refused('', { ...other, name: 'x', disabled: true })).toMatchObject({ status: 409 });
    const elsewhere = await refused('', { ...given, name: 'x', disabled: true }, ELSEWHERE);
    expect(elsewhere).toMatchObject({ status: 409, message: 'The consent is over. Give it again.' });
  });

  it('are not saved without consent, and are not tested without it', async () => {
    expect(await refused('', { ...OF_GOOGLE, name: 'x', disabled: true })).toMatchObject({ status: 409 });
    for (const place of [OF_GOOGLE, OF_MICROSOFT])
      expect(await refused('/test', { ...place, name: 'x' })).toMatchObject({
        status: 409,
        message: 'give consent first.',
      });
    const forged = withToken(OF_GOOGLE, 'forged');
    expect(await refused('/test', { ...forged, name: 'x' })).toMatchObject({ status: 409 });
  });

  it('take an answer from the session that asked, with its state, and once', async () => {
    const begun = await begin(OF_GOOGLE);
    const answer = Object.fromEntries(await press(begun.url, 'allow'));
    const path = `/consents/${begun.id}`;
    for (const [body, token] of [
      [answer, ELSEWHERE],
      [answer, admin('sign-in-1', 'tutor-manager')],
      [{ ...answer, state: 'demo.forged' }, ADMIN],
    ] as const)
      expect((await post(path, body, token)).status).toBeGreaterThanOrEqual(403);
    expect((await post(path, answer)).status).toBe(200);
    expect(await refused(path, answer)).toMatchObject({ status: 404 });
  });

  it('say what the provider said where consent is denied', async () => {
    for (const place of [OF_GOOGLE, OF_MICROSOFT]) {
      const begun = await begin(place);
      const back = Object.fromEntries(await press(begun.url, 'deny'));
      expect(await refused(`/consents/${begun.id}`, back)).toMatchObject({
        status: 409,
        message: expect.stringContaining('was not allowed to let Lectern in.'),
      });
    }
    const begun = await begin(OF_GOOGLE);
    expect(await refused(`/consents/${begun.id}`, { state: begun.state, code: 'forged' })).toMatchObject({
      status: 409,
      message: expect.stringContaining('Google gave no access'),
    });
  });

  it('of Microsoft want an administrator of that very directory', async () => {
    const begun = await begin(OF_MICROSOFT);
    // The browser's claim that the app was admitted must not be trusted.
    const claimed = { state: begun.state, admin_consent: 'True', tenant: STAND_IN_TENANT };
    expect(await refused(`/consents/${begun.id}`, claimed)).toMatchObject({ status: 409 });
    microsoft.signInAs('teacher@demo.example');
    const answer = await answered(OF_MICROSOFT, begun);
    expect(await refused(`/consents/${begun.id}`, answer)).toMatchObject({
      status: 409,
      message: expect.stringContaining('no global administrator'),
    });
    microsoft.signInAs('admin@demo.example');
  });

  it('say why a test has failed, and what people should know of one that has not', async () => {
    const tempToken = await consent(OF_GOOGLE);
    const test = (config: object) => ({ service: 'google', config: { ...config, tempToken }, name: 'x' });
    const stranger = { ...OF_GOOGLE.config, adminEmail: 'nobody@demo.example' };
    expect(await refused('/test', test(stranger))).toMatchObject({
      message: 'this directory has nobody with the address nobody@demo.example.',
    });
    for (const domain of ['totally-wrong.example', 'emo.example', 'demo.example.org'])
      expect(await refused('/test', test({ ...OF_GOOGLE.config, domain })), domain).toMatchObject({
        message: `this directory does not have the domain ${domain}.`,
      });
    expect(await post('/test', test({ ...OF_GOOGLE.config, domain: 'riverside.example' }))).toMatchObject({
      body: { message: expect.stringContaining('riverside.example') },
    });
    google.provoke({ name: 'cut' }, { times: Number.POSITIVE_INFINITY });
    expect(await refused('/test', test(OF_GOOGLE.config))).toMatchObject({
      message: 'the directory does not answer. Try again in a few minutes.',
    });
    google.calm();
  });

  it('are changed field by field; another consent takes the place of the one before', async () => {
    const { id } = await save(OF_GOOGLE, 'Changing');
    const change = (body: object) => rest.call(ADMIN, `/integrations/${id}`, body);
    expect((await change({ name: 'Changed' })).body).toMatchObject({ name: 'Changed', disabled: true });
    expect((await change({ config: { domain: 'new.example' } })).body).toMatchObject({
      config: { domain: 'new.example', adminEmail: 'admin@demo.example' },
    });
    const config = { ...OF_GOOGLE.config, tempToken: await consent(OF_GOOGLE) };
    expect(await change({ config })).toMatchObject({ status: 409 });
    await post('/test', { service: 'google', config, name: 'x' });
    expect(await change({ config })).toMatchObject({ status: 200 });
    expect((await change({ config: { tenantId: STAND_IN_TENANT } })).status).toBe(400);
    expect((await change({ name: 'google FOR schools' })).body).toMatchObject({ field: 'name' });
  });

  it('of Microsoft stay with their directory', async () => {
    const { id } = await save(OF_MICROSOFT, 'Staying');
    const other = { config: { tenantId: STAND_IN_TENANT.replace('7f', '8f') } };
    expect(await rest.refusedWrite(ADMIN, `/integrations/${id}`, other)).toMatchObject({ field: 'tenantId' });
  });

  it('are deleted with their secrets; groups and sync jobs that use them are named, and stay', async () => {
    const { db } = rest.store;
    const usesOf = (of: string) => rest.read(ADMIN, `/integrations/${of}/uses`, integrationUsesSchema);
    expect((await usesOf('demo-directory')).groups).toBeGreaterThan(0);
    const { syncJobs } = await usesOf('google-schools');
    expect(syncJobs.map(({ name }) => name)).toContain('Riverside students');
    const { id } = await save(OF_GOOGLE, 'Going');
    expect(await rest.secrets.read({ tenant: 'demo', integrationId: id })).toBe(google.refreshToken);
    for (const gone of [id, 'demo-directory', 'google-schools'])
      expect((await rest.call(ADMIN, `/integrations/${gone}`, undefined, 'DELETE')).status).toBe(200);
    expect(await rest.secrets.read({ tenant: 'demo', integrationId: id })).toBeUndefined();
    const jobs = await db
      .selectFrom('sync_jobs')
      .select('id')
      .where('integration_id', '=', 'google-schools')
      .execute();
    expect(jobs.map((job) => job.id).toSorted()).toEqual(syncJobs.map((job) => job.id).toSorted());
    expect(await rest.refusal(ADMIN, `/integrations/${id}`)).toMatchObject({ status: 404 });
  });
});

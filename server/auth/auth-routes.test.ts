import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '#base/secrets.ts';
import { siteListSchema } from '#protocol/auth/auth-service.ts';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';
import { type AuthFixture, CONSOLE_LOGIN, createAuthFixture } from './fakes/auth-fixture.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

describe('GET /sites', () => {
  it('lists the sites of a tutor who shows an id token of either provider', async () => {
    for (const provider of ['google', 'microsoft'] as const) {
      const answer = await at.call('GET', '/sites', { bearer: await at.idToken({ provider }) });
      expect(v.parse(siteListSchema, answer.body)).toEqual({
        sites: [{ id: 'riverside', name: 'Site riverside' }],
        managementAccess: false,
      });
      expect(answer.headers['cache-control']).toBe('no-store');
    }
  });

  it('is not stored, whatever its query looks like', async () => {
    const answer = await at.call('GET', '/sites?/.well-known/jwks.json', { bearer: await at.idToken() });
    expect(answer.status).toBe(200);
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('answers an access token alike, and says who has management access', async () => {
    const { accessToken } = await at.login('mel@demo.example');
    const { body } = await at.call('GET', '/sites', { bearer: accessToken });
    expect(body).toMatchObject({ managementAccess: true, sites: [{ id: 'riverside' }, { id: 'hillcrest' }] });
  });

  it('gives a tutor without sites an empty list', async () => {
    const answer = await at.call('GET', '/sites', {
      bearer: await at.idToken({ email: 'nico@demo.example' }),
    });
    expect(answer).toMatchObject({ status: 200, body: { sites: [], managementAccess: false } });
  });

  it('refuses somebody who is no tutor of the tenant, and says who', async () => {
    const answer = await at.call('GET', '/sites', {
      bearer: await at.idToken({ email: 'eve@demo.example' }),
    });
    expect(answer.status).toBe(401);
    expect(v.parse(errorDocumentSchema, answer.body)).toMatchObject({
      code: 'unauthorized',
      message: 'eve@demo.example is not a tutor of Demo School.',
    });
    expect((await at.call('GET', '/sites', { bearer: await at.idToken(), tenant: 'empty' })).status).toBe(
      401,
    );
  });

  it.each(['nonsense', 'a.b.c', 'e30.e30.x'])('refuses %s for its structure', async (bearer) => {
    expect(await at.call('GET', '/sites', { bearer })).toMatchObject({
      status: 400,
      body: { code: 'credential-format', message: 'Invalid Google ID Token format.' },
    });
  });

  it.each([
    ['expired', { lifetimeSeconds: -60 }],
    ['for another client', { claims: { aud: 'someone-else' } }],
    ['of a stranger issuer', { claims: { iss: 'https://evil.example' } }],
    [
      'of one provider signed by the other',
      { claims: { iss: 'http://id.localhost:8080/microsoft', aud: 'lectern-development-microsoft' } },
    ],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['with an address that was not verified', { claims: { email_verified: false } }],
  ])('refuses an id token %s', async (_what, wish) => {
    const answer = await at.call('GET', '/sites', { bearer: await at.idToken(wish) });
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
  });

  it('refuses a token whose signature was changed', async () => {
    const [header, payload, signature = ''] = (await at.idToken()).split('.');
    const bearer = `${header}.${payload}.${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`;
    expect((await at.call('GET', '/sites', { bearer })).status).toBe(401);
  });

  it('needs a tenant that exists and a token', async () => {
    const bearer = await at.idToken();
    expect(await at.call('GET', '/sites', { bearer, tenant: null })).toMatchObject({
      status: 400,
      body: { code: 'invalid', field: 'tenant-key' },
    });
    expect(await at.call('GET', '/sites', { bearer, tenant: 'nowhere' })).toMatchObject({
      status: 404,
      body: { code: 'tenant-not-found' },
    });
    expect((await at.call('GET', '/sites')).status).toBe(401);
  });
});

describe('POST /login', () => {
  it('keeps the names that the provider says apart, until they are known, and always the newest picture', async () => {
    const properties = async () =>
      (
        await at.store.db
          .selectFrom('tutors')
          .select('properties')
          .where('tenant', '=', 'demo')
          .where('id', '=', 'tess')
          .executeTakeFirstOrThrow()
      ).properties;
    const signIn = async (claims: Record<string, string>) => {
      const bearer = await at.idToken({ claims });
      expect((await at.call('POST', '/login', { bearer, body: CONSOLE_LOGIN })).status).toBe(200);
    };
    await signIn({ given_name: 'Tess-Lea', family_name: 'Teacher', picture: 'https://p/1' });
    const known = { givenName: 'Tess-Lea', familyName: 'Teacher' };
    expect(await properties()).toMatchObject({ ...known, picture: 'https://p/1' });
    await signIn({ given_name: 'T.', family_name: '', picture: 'https://p/2' });
    expect(await properties()).toMatchObject({ ...known, picture: 'https://p/2' });
  });

  it.each(['accessExpiryMinutes', 'refreshExpiryMinutes'])(
    'refuses a wish for %s that no clock can count',
    async (field) => {
      const body = { ...CONSOLE_LOGIN, [field]: 1e300 };
      const answer = await at.call('POST', '/login', { bearer: await at.idToken(), body });
      expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', field } });
    },
  );

  it('opens a console session on one site, with the claims that services read', async () => {
    const tokens = await at.login();
    expect(tokens).toMatchObject({
      realm: 'console',
      siteId: 'riverside',
      siteName: 'Site riverside',
      userId: 'tess',
      expiresIn: 900,
      roles: ['consoleUser'],
      liveRooms: ['room-1'],
      name: 'Some Body',
    });
    const seconds = at.now() / 1000;
    expect(await at.tokens.verify(tokens.accessToken)).toMatchObject({
      sub: 'tess',
      kind: 'tutor',
      tenant: 'demo',
      site: 'riverside',
      realm: 'console',
      roles: ['consoleUser'],
      iat: seconds,
      exp: seconds + 900,
    });
  });

  it('opens an admin session without a site', async () => {
    const tokens = await at.login('mel@demo.example', { realm: 'admin' });
    expect(tokens).toMatchObject({ realm: 'admin', roles: ['superAdmin'] });
    expect(tokens.siteId).toBeUndefined();
    expect((await at.tokens.verify(tokens.accessToken))?.site).toBeUndefined();
  });

  it('switches the site of a signed-in tutor with the access token alone', async () => {
    const { accessToken } = await at.login('mel@demo.example');
    const body = { realm: 'console', siteId: 'hillcrest' };
    expect(await at.call('POST', '/login', { bearer: accessToken, body })).toMatchObject({
      status: 200,
      body: { siteId: 'hillcrest' },
    });
    expect((await at.call('POST', '/login', { bearer: accessToken, body, tenant: 'empty' })).status).toBe(
      401,
    );
  });

  it.each([
    [{ realm: 'console', siteId: 'hillcrest' }, 403, 'forbidden'],
    [{ realm: 'console', siteId: 'nowhere' }, 403, 'forbidden'],
    [{ realm: 'admin' }, 403, 'forbidden'],
    [{ realm: 'console' }, 400, 'invalid'],
    [{ realm: 'elsewhere' }, 400, 'invalid'],
    [{ ...CONSOLE_LOGIN, accessExpiryMinutes: 0 }, 400, 'invalid'],
  ])('refuses a tutor of one site %j', async (body, status, code) => {
    const answer = await at.call('POST', '/login', { bearer: await at.idToken(), body });
    expect(answer).toMatchObject({ status, body: { code } });
  });

  it('shortens lives on request, and never prolongs them', async () => {
    expect((await at.login(undefined, { ...CONSOLE_LOGIN, accessExpiryMinutes: 1 })).expiresIn).toBe(60);
    expect((await at.login(undefined, { ...CONSOLE_LOGIN, accessExpiryMinutes: 1440 })).expiresIn).toBe(900);
    const { refreshToken } = await at.login(undefined, { ...CONSOLE_LOGIN, refreshExpiryMinutes: 1 });
    at.pass(60_000);
    expect((await at.call('POST', '/refresh', { bearer: refreshToken })).status).toBe(401);
  });

  it('keeps refresh tokens as hashes only', async () => {
    const { refreshToken } = await at.login();
    const rows = await at.store.db.selectFrom('refresh_tokens').selectAll().execute();
    expect(rows.some((row) => row.hash === hashSecret(refreshToken))).toBe(true);
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });

  it('makes access tokens that end on time and that nobody else can make', async () => {
    const { accessToken } = await at.login();
    expect(await at.tokens.verify(`${accessToken.slice(0, -8)}AAAAAAAA`)).toBeUndefined();
    expect(await at.tokens.verify(await at.idToken())).toBeUndefined();
    at.pass(900_000);
    expect(await at.tokens.verify(accessToken)).toBeUndefined();
  });
});

describe('the service as a whole', () => {
  it('publishes its public keys without their private halves', async () => {
    const { body } = await at.call('GET', '/.well-known/jwks.json', { tenant: null });
    const keys = body.keys as Record<string, unknown>[];
    expect(keys).toHaveLength(1);
    expect(keys[0]).toMatchObject({ alg: 'ES256', crv: 'P-256' });
    expect(keys[0]).not.toHaveProperty('d');
  });

  it('writes no token into its log', () => {
    expect(JSON.stringify(at.logged)).not.toMatch(/eyJ/);
  });
});

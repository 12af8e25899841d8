import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensSchema } from '#protocol/auth/auth-service.ts';
import { type AuthFixture, CONSOLE_LOGIN, createAuthFixture } from '../fakes/auth-fixture.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

describe('POST /refresh', () => {
  const refresh = (bearer: unknown, body?: object) =>
    at.call('POST', '/refresh', { bearer: String(bearer), ...(body && { body }) });

  it('trades a token for new ones', async () => {
    const first = await at.login();
    at.pass(60_000);
    const { status, body } = await refresh(first.refreshToken);
    expect(status).toBe(200);
    const second = v.parse(tokensSchema, body);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    expect(await at.tokens.verify(second.accessToken)).toMatchObject({ sub: 'tess', site: 'riverside' });
    expect((await refresh(second.refreshToken)).status).toBe(200);
  });

  it('gives an identical retry within 10 s the same answer', async () => {
    const { refreshToken } = await at.login();
    const first = await refresh(refreshToken);
    at.pass(9_999);
    expect((await refresh(refreshToken)).body).toEqual(first.body);
    expect((await refresh(first.body.refreshToken)).status).toBe(200);
  });

  it('gives two requests at the same moment one answer', async () => {
    const { refreshToken } = await at.login();
    const [a, b] = await Promise.all([refresh(refreshToken), refresh(refreshToken)]);
    expect([a.status, b.status]).toEqual([200, 200]);
    expect(a.body).toEqual(b.body);
  });

  it('ends the family when a spent token comes again after 10 s', async () => {
    const { refreshToken } = await at.login();
    const { body } = await refresh(refreshToken);
    at.pass(10_001);
    expect(await refresh(refreshToken)).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect((await refresh(body.refreshToken)).status).toBe(401);
  });

  it('takes a copy for no retry because the clock was set back', async () => {
    const { refreshToken } = await at.login();
    const { body } = await refresh(refreshToken);
    at.pass(-60_000);
    expect((await refresh(refreshToken)).status).toBe(401);
    expect((await refresh(body.refreshToken)).status).toBe(401);
    at.pass(60_000);
  });

  it('ends the family when a retry within 10 s is not identical', async () => {
    const { refreshToken } = await at.login();
    const { body } = await refresh(refreshToken);
    expect((await refresh(refreshToken, { accessExpiryMinutes: 5 })).status).toBe(401);
    expect((await refresh(body.refreshToken)).status).toBe(401);
  });

  it('ends one family only', async () => {
    const [mine, other] = [await at.login(), await at.login()];
    await refresh(mine.refreshToken);
    at.pass(11_000);
    await refresh(mine.refreshToken);
    expect((await refresh(other.refreshToken)).status).toBe(200);
  });

  it('refuses unknown, expired and foreign tokens', async () => {
    expect((await refresh('unknown')).status).toBe(401);
    const { refreshToken } = await at.login();
    expect((await at.call('POST', '/refresh', { bearer: refreshToken, tenant: 'empty' })).status).toBe(401);
    at.pass(1_209_600_000);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('refuses a tutor who has been removed meanwhile', async () => {
    const { db } = at.store;
    const row = { tenant: 'demo', id: 'tess', primary_email: 'tess@demo.example', last_login_at: null };
    const { refreshToken } = await at.login();
    await db.deleteFrom('tutors').where('id', '=', 'tess').execute();
    expect((await refresh(refreshToken)).status).toBe(401);
    await db
      .insertInto('tutors')
      .values({ ...row, name: null })
      .execute();
    expect((await refresh(refreshToken)).status).toBe(401);
  });
});

describe('POST /logout', () => {
  it('ends the family: its refresh token, and new sessions by its access token', async () => {
    const { accessToken, refreshToken } = await at.login();
    const answer = await at.call('POST', '/logout', { bearer: refreshToken });
    expect(answer.status).toBe(204);
    expect((await at.call('POST', '/refresh', { bearer: refreshToken })).status).toBe(401);
    expect((await at.call('POST', '/login', { bearer: accessToken, body: CONSOLE_LOGIN })).status).toBe(401);
    expect((await at.call('GET', '/sites', { bearer: accessToken })).status).toBe(401);
  });

  it('is content with a token that is gone, and needs one', async () => {
    expect((await at.call('POST', '/logout', { bearer: 'gone' })).status).toBe(204);
    expect((await at.call('POST', '/logout')).status).toBe(401);
  });
});

/** Which account of an identity provider speaks for a tutor. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type AuthFixture,
  CONSOLE_LOGIN,
  createAuthFixture,
  type IdTokenWish,
} from '../fakes/auth-fixture.ts';
import { tutorOfIdentity } from './tutor-accounts.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

describe('the account of a tutor', () => {
  const sites = async (wish: IdTokenWish) =>
    at.call('GET', '/sites', { bearer: await at.idToken({ email: 'vera@demo.example', ...wish }) });
  const taken = {
    status: 401,
    body: { code: 'other-account', message: expect.stringMatching(/^vera@demo\.example signs in here with/) },
  };
  beforeAll(async () => {
    const row = { tenant: 'demo', name: null, last_login_at: null };
    await at.store.db
      .insertInto('tutors')
      .values([
        { ...row, id: 'vera', primary_email: 'Vera@demo.example' },
        { ...row, id: 'vic', primary_email: 'vic@demo.example' },
      ])
      .execute();
  });

  it('is bound at the first sign-in: no other account with the same address is the tutor', async () => {
    expect((await sites({ claims: { sub: 'account-1' } })).status).toBe(200);
    expect((await sites({ claims: { sub: 'account-1' } })).status).toBe(200);
    expect((await sites({ provider: 'microsoft', claims: { sub: 'account-1' } })).status).toBe(200);
    expect(await sites({ claims: { sub: 'account-2' } })).toMatchObject(taken);
    for (const path of ['/login', '/hand-overs']) {
      const bearer = await at.idToken({ email: 'vera@demo.example', claims: { sub: 'account-2' } });
      const body = { ...CONSOLE_LOGIN, state: 's'.repeat(32), challenge: 'c'.repeat(43) };
      expect(await at.call('POST', path, { bearer, body })).toMatchObject(taken);
    }
    expect(at.security).toContainEqual(
      expect.objectContaining({ what: 'account-refused', level: 'warn', who: 'vera@demo.example' }),
    );
  });

  it('is of one tutor only', async () => {
    const answer = await sites({ email: 'vic@demo.example', claims: { sub: 'account-1' } });
    expect(answer).toMatchObject({ status: 401, body: { code: 'other-account' } });
    expect((await sites({ email: 'vic@demo.example', claims: { sub: 'account-3' } })).status).toBe(200);
  });

  it('of a provider takes the place of one of the stand-ins for development, and of no other', async () => {
    const bound = (subject: string, issuer = 'https://accounts.google.com') =>
      tutorOfIdentity(at.store.db, 'demo', { email: 'vera@demo.example', account: { issuer, subject } });
    expect(await bound('real')).toEqual({ name: 'tutor', id: 'vera' });
    expect(await bound('real')).toEqual({ name: 'tutor', id: 'vera' });
    expect(await bound('else')).toEqual({ name: 'other-account' });
    expect(await bound('real', 'https://login.microsoftonline.com/x/v2.0')).toEqual({
      name: 'other-account',
    });
    expect(await sites({ claims: { sub: 'account-1' } })).toMatchObject(taken);
  });

  it('is one, however many come at once', async () => {
    await at.store.db
      .insertInto('tutors')
      .values({
        tenant: 'demo',
        id: 'many',
        name: null,
        primary_email: 'many@demo.example',
        last_login_at: null,
      })
      .execute();
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => sites({ email: 'many@demo.example', claims: { sub: `many-${n}` } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });
});

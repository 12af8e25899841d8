import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tokensSchema } from '#protocol/auth/auth-service.ts';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';
import { type AuthFixture, CONSOLE_LOGIN, createAuthFixture } from '../fakes/auth-fixture.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

describe('hand-overs', () => {
  const verifier = 'v'.repeat(43);
  const state = 's'.repeat(22);
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  const origin = 'http://demo.localhost:8080';
  const begin = async (change: object = {}, email?: string) =>
    at.call('POST', '/hand-overs', {
      bearer: await at.idToken({ email }),
      body: { ...CONSOLE_LOGIN, state, challenge, ...change },
    });
  const newCode = async () => String((await begin()).body.code);
  const redeem = (body: object, headers: Record<string, string> = { origin }, tenant = 'demo') =>
    at.call('POST', '/hand-overs/redeem', { body, headers, tenant });

  it('hands a session to the console that made the state and the verifier', async () => {
    const answer = await redeem({ code: await newCode(), state, verifier });
    expect(answer.status).toBe(200);
    expect(v.parse(tokensSchema, answer.body)).toMatchObject({ siteId: 'riverside', userId: 'tess' });
  });

  it('gives no code to somebody who may not sign in there', async () => {
    expect((await begin({ siteId: 'hillcrest' })).status).toBe(403);
    expect((await begin({ realm: 'admin', siteId: undefined })).status).toBe(403);
    expect((await begin({}, 'eve@demo.example')).status).toBe(401);
    expect((await begin({ challenge: 'short' })).status).toBe(400);
    expect((await begin({ state: 'short' })).status).toBe(400);
  });

  it('takes an id token only', async () => {
    const { accessToken } = await at.login();
    const body = { ...CONSOLE_LOGIN, state, challenge };
    expect((await at.call('POST', '/hand-overs', { bearer: accessToken, body })).status).toBe(401);
  });

  const good = { state, verifier };
  it.each<[string, object, Record<string, string>, string, number]>([
    ['from another origin', good, { origin: 'http://evil.localhost:8080' }, 'demo', 403],
    ['from the login host', good, { origin: 'http://login.localhost:8080' }, 'demo', 403],
    ['without an origin', good, {}, 'demo', 403],
    ['for another tenant', good, { origin: 'http://empty.localhost:8080' }, 'empty', 403],
    ['for no tenant', good, { origin }, 'nowhere', 404],
    ['with another state', { ...good, state: 'x'.repeat(22) }, { origin }, 'demo', 403],
    ['with another verifier', { ...good, verifier: 'w'.repeat(43) }, { origin }, 'demo', 403],
    ['with the challenge as verifier', { ...good, verifier: challenge }, { origin }, 'demo', 403],
    ['without a verifier', { state }, { origin }, 'demo', 400],
  ])('refuses a code %s, and burns it', async (_how, body, headers, tenant, status) => {
    const code = await newCode();
    const answer = await redeem({ code, ...body }, headers, tenant);
    expect(answer.status).toBe(status);
    expect(v.parse(errorDocumentSchema, answer.body).code).not.toBe('');
    expect(await redeem({ code, ...good })).toMatchObject({
      status: 403,
      body: { code: 'hand-over-forged' },
    });
  });

  it('refuses a code after 60 s', async () => {
    const code = await newCode();
    at.pass(59_999);
    expect((await redeem({ code, ...good })).status).toBe(200);
    const late = await newCode();
    at.pass(60_000);
    expect((await redeem({ code: late, ...good })).body.code).toBe('hand-over-forged');
  });

  it('takes a code once, and ends the session of a code that comes twice', async () => {
    const code = await newCode();
    const { body } = await redeem({ code, ...good });
    expect((await redeem({ code, ...good })).status).toBe(403);
    expect(at.security).toContainEqual(
      expect.objectContaining({ what: 'hand-over-repeated', level: 'warn', tenant: 'demo' }),
    );
    expect((await at.call('POST', '/refresh', { bearer: String(body.refreshToken) })).status).toBe(401);
  });

  it('keeps codes as hashes only', async () => {
    const code = await newCode();
    const rows = await at.store.db.selectFrom('hand_over_codes').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(code);
  });

  it('leaves nobody a session where a code arrives twice at once', async () => {
    const code = await newCode();
    const answers = await Promise.all([1, 2, 3].map(() => redeem({ code, ...good })));
    for (const { body } of answers.filter(({ status }) => status === 200)) {
      const refreshed = await at.call('POST', '/refresh', { bearer: String(body.refreshToken), body: {} });
      expect(refreshed.status).toBe(401);
    }
    expect(answers.filter(({ status }) => status === 403).length).toBeGreaterThanOrEqual(2);
  });
});

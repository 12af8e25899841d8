/** An id token is good for one sign-in; the login page goes on with a ticket. */
import { createHash, randomBytes } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthFixture, CONSOLE_LOGIN, createAuthFixture } from '../fakes/auth-fixture.ts';

const USED = 'This sign-in was used before; sign in again.';
const LOGIN_PAGE = { origin: 'http://login.localhost:8080' };

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

const verifier = randomBytes(24).toString('base64url');
const hashed = `s256.${createHash('sha256').update(verifier).digest('base64url')}`;
const handOver = {
  ...CONSOLE_LOGIN,
  state: 'a state of sixteen and more',
  challenge: createHash('sha256').update('v'.repeat(43)).digest('base64url'),
};
const redeem = { state: handOver.state, verifier: 'v'.repeat(43) };

const idToken = (email = 'mel@demo.example') =>
  at.idToken({ email, claims: { nonce: hashed, jti: verifier + Math.random() } });
const trade = (bearer: string, body: object = { verifier }) =>
  at.call('POST', '/sign-ins', { bearer, body, headers: LOGIN_PAGE });
const ticketOf = async () => String((await trade(await idToken())).body.ticket);

describe('an id token', () => {
  const uses: { name: string; use(bearer: string): ReturnType<AuthFixture['call']> }[] = [
    { name: 'a login', use: (bearer) => at.call('POST', '/login', { bearer, body: CONSOLE_LOGIN }) },
    { name: 'a hand-over', use: (bearer) => at.call('POST', '/hand-overs', { bearer, body: handOver }) },
  ];

  it.each(uses)('is used up by $name, for every call', async ({ use }) => {
    const token = await at.idToken({ claims: { jti: randomBytes(8).toString('hex') } });
    expect((await at.call('GET', '/sites', { bearer: token })).status).toBe(200);
    expect((await use(token)).status).toBe(200);
    const again = [
      ...uses.map(({ use: other }) => other(token)),
      at.call('GET', '/sites', { bearer: token }),
    ];
    for (const answer of await Promise.all(again))
      expect(answer).toMatchObject({ status: 401, body: { message: USED } });
  });

  it('makes one session where it comes twice at the same moment', async () => {
    const token = await at.idToken({ claims: { jti: 'at once' } });
    const login = () => at.call('POST', '/login', { bearer: token, body: CONSOLE_LOGIN });
    const answers = await Promise.all([login(), login(), login()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
  });

  it('is the same token however its signature is written', async () => {
    const token = await at.idToken({ claims: { jti: 'written twice' } });
    expect((await at.call('POST', '/login', { bearer: token, body: CONSOLE_LOGIN })).status).toBe(200);
    // The last letter of a base64url text of 256 bytes holds bits that nobody reads.
    const other = token.slice(0, -1) + String.fromCharCode(token.charCodeAt(token.length - 1) + 1);
    expect((await at.call('POST', '/login', { bearer: other, body: CONSOLE_LOGIN })).status).toBe(401);
  });

  it('is not used up where the account may not sign in there', async () => {
    const token = await at.idToken({ claims: { jti: 'another try' } });
    const body = { realm: 'console', siteId: 'hillcrest' };
    expect((await at.call('POST', '/login', { bearer: token, body })).status).toBe(403);
    expect((await at.call('POST', '/login', { bearer: token, body: CONSOLE_LOGIN })).status).toBe(200);
  });

  it('whose nonce is a hash is worth nothing without what was hashed', async () => {
    const token = await idToken();
    for (const body of [{ verifier: 'x'.repeat(32) }, { verifier: hashed }])
      expect(await trade(token, body)).toMatchObject({ status: 400, body: { code: 'credential-nonce' } });
    for (const { use } of uses) expect((await use(token)).status).toBe(400);
    expect((await at.call('GET', '/sites', { bearer: token })).status).toBe(400);
    expect((await trade(token)).status).toBe(200);
  });

  it('is taken from no page but the login page', async () => {
    const token = await at.idToken({ claims: { jti: 'elsewhere' } });
    const headers = { origin: 'http://demo.localhost:8080' };
    const answer = await at.call('POST', '/login', { bearer: token, body: CONSOLE_LOGIN, headers });
    expect(answer.status).toBe(403);
  });
});

describe('a ticket', () => {
  it('says what the id token said, lists the sites and signs in more than once, also as administrator', async () => {
    const ticket = await ticketOf();
    expect(decodeJwt(ticket)).toMatchObject({ email: 'mel@demo.example', name: 'Some Body' });
    expect((await at.call('GET', '/sites', { bearer: ticket, headers: LOGIN_PAGE })).status).toBe(200);
    for (const body of [handOver, { ...handOver, realm: 'admin', siteId: undefined }])
      expect((await at.call('POST', '/hand-overs', { bearer: ticket, body })).status).toBe(200);
    const login = await at.call('POST', '/login', { bearer: ticket, body: { realm: 'admin' } });
    expect(login.status).toBe(200);
  });

  it('is no access token, and no access token is a ticket', async () => {
    const ticket = await ticketOf();
    expect(await at.tokens.verify(ticket)).toBeUndefined();
    const { accessToken } = await at.login('mel@demo.example');
    expect(await at.tokens.verifyTicket(accessToken)).toBeUndefined();
    expect((await at.call('POST', '/hand-overs', { bearer: accessToken, body: handOver })).status).not.toBe(
      200,
    );
  });

  it('ends with the session that came of it', async () => {
    const ticket = await ticketOf();
    const { body } = await at.call('POST', '/hand-overs', { bearer: ticket, body: handOver });
    const session = await at.call('POST', '/hand-overs/redeem', {
      body: { code: body.code, ...redeem },
      headers: { origin: 'http://demo.localhost:8080' },
    });
    expect(session.status).toBe(200);
    await at.call('POST', '/logout', { bearer: String(session.body.refreshToken) });
    const again = await at.call('POST', '/hand-overs', { bearer: ticket, body: handOver });
    expect(again).toMatchObject({ status: 401, body: { code: 'sign-in-ended' } });
  });

  it('ends with the id token', async () => {
    const ticket = await ticketOf();
    at.pass(3_600_000);
    const answer = await at.call('GET', '/sites', { bearer: ticket });
    expect(answer).toMatchObject({ status: 401, body: { code: 'sign-in-ended' } });
  });
});

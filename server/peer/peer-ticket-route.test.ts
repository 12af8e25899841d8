import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthFixture, createAuthFixture } from '#auth/fakes/auth-fixture.ts';
import { readClaims } from '#protocol/auth/access-token.ts';
import { deviceTokensSchema, runnerTokensSchema } from '#protocol/auth/auth-service.ts';
import { PEER_TICKET_LIFETIME_MS, peerTicketSchema } from '#protocol/peer/peer-signalling.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

const ask = (bearer?: string, body?: object, tenant = 'demo') =>
  at.call('POST', '/peer-tickets', { ...(bearer && { bearer }), ...(body && { body }), tenant });
async function device(hostname = 'LAB-1') {
  const body = { secret: 'site secret', type: 'windowsAgent', hostname, user: { name: 'Ann' } };
  return v.parse(deviceTokensSchema, (await at.call('POST', '/devices/login', { body })).body);
}

describe('POST /peer-tickets', () => {
  it('gives a tutor and a device a ticket each, for peer ids of their own', async () => {
    const tess = await ask((await at.login()).accessToken);
    const pc = await ask((await device()).accessToken, {});
    const [forTess, forPc] = [v.parse(peerTicketSchema, tess.body), v.parse(peerTicketSchema, pc.body)];
    expect(forTess.expiresAt).toBe(at.now() + PEER_TICKET_LIFETIME_MS);
    expect(tess.headers['cache-control']).toBe('no-store');
    expect(new Set([forTess.ticket, forPc.ticket, forTess.peerId, forPc.peerId]).size).toBe(4);
  });

  it('gives a new ticket for an id of before to whoever has it, also after a new sign-in, and to nobody else', async () => {
    const { peerId } = v.parse(peerTicketSchema, (await ask((await at.login()).accessToken)).body);
    expect((await ask((await at.login()).accessToken, { peerId })).body).toMatchObject({ peerId });
    const others = [(await at.login('mel@demo.example')).accessToken, (await device()).accessToken];
    for (const other of others) {
      expect(await ask(other, { peerId })).toMatchObject({
        status: 403,
        body: { message: 'This peer id was not made for you.' },
      });
    }
  });

  it.each(['tess', 'f'.repeat(63), 'F'.repeat(64), 7, null])('refuses %j for a peer id', async (peerId) => {
    const answer = await ask((await at.login()).accessToken, { peerId });
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', field: 'peerId' } });
  });

  it('wants a token of the tenant, and one that is not an id token', async () => {
    const { accessToken } = await at.login();
    expect((await ask()).status).toBe(401);
    expect((await ask(accessToken, {}, 'empty')).status).toBe(401);
    expect((await ask(await at.idToken())).status).toBe(401);
    expect((await ask(`${accessToken.slice(0, -4)}AAAA`)).status).toBe(401);
  });

  it('gives nothing for a session that was ended, though its token still holds', async () => {
    const { accessToken, refreshToken } = await at.login();
    expect((await ask(accessToken)).status).toBe(200);
    await at.call('POST', '/logout', { bearer: refreshToken });
    expect(await ask(accessToken)).toMatchObject({
      status: 401,
      body: { message: 'This session has ended.' },
    });
  });

  it('is not for administrators or site runners', async () => {
    const { accessToken: admin } = await at.login('mel@demo.example', { realm: 'admin' });
    const login = await at.call('POST', '/runners/login', {
      body: { secret: 'runner secret', hostname: 'basement' },
    });
    for (const bearer of [admin, v.parse(runnerTokensSchema, login.body).accessToken]) {
      expect(await ask(bearer)).toMatchObject({
        status: 403,
        body: { message: 'Only tutors in the console and devices connect to peers.' },
      });
    }
  });

  it('is not for a tutor who may not use the site any more', async () => {
    const claims = readClaims((await at.login()).accessToken);
    if (!claims) throw new Error('no claims');
    const { sub, jti, kind, tenant, realm, roles } = claims;
    const lost = await at.tokens.sign({ sub, jti, kind, tenant, realm, roles, site: 'hillcrest' }, 900);
    expect(await ask(lost)).toMatchObject({
      status: 403,
      body: { message: 'Your account may not use this site any more.' },
    });
  });

  it('is for who does not ask all the time', async () => {
    const { accessToken } = await device('LAB-2');
    for (let i = 0; i < 120; i += 1) expect((await ask(accessToken)).status).toBe(200);
    expect(await ask(accessToken)).toMatchObject({
      status: 429,
      body: { code: 'too-many-requests', message: 'Too many tickets; wait a minute.' },
    });
  });
});

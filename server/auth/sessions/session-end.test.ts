/** Why a session is over: asked with the access token of it, which may have expired. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthFixture, createAuthFixture } from '../fakes/auth-fixture.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

const ask = async (bearer: string, tenant?: string) => {
  const { status, body } = await at.call('GET', '/session-end', { bearer, ...(tenant && { tenant }) });
  return status === 200 ? body.why : status;
};
const tokenOf = (claims: { sub: string; site?: string; realm?: 'console' | 'admin' }, tenant = 'demo') =>
  at.tokens.sign({ kind: 'tutor', tenant, realm: 'console', roles: [], jti: 'x.y', ...claims }, 60);

describe('GET /session-end', () => {
  it('says nothing of a session that the tutor may have, or has ended', async () => {
    const session = await at.login();
    expect(await ask(session.accessToken)).toBeNull();
    await at.call('POST', '/logout', { bearer: session.refreshToken });
    expect(await ask(session.accessToken)).toBeNull();
  });

  it('says what is not there any more, and what the tutor may not do any more', async () => {
    expect(await ask(await tokenOf({ sub: 'somebody who was deleted', site: 'riverside' }))).toBe(
      'tutor-deleted',
    );
    expect(await ask(await tokenOf({ sub: 'tess', site: 'a site that was deleted' }))).toBe('site-deleted');
    expect(await ask(await tokenOf({ sub: 'tess', site: 'hillcrest' }))).toBe('no-role-on-site');
    expect(await ask(await tokenOf({ sub: 'tess', realm: 'admin' }))).toBe('no-management');
    expect(await ask(await tokenOf({ sub: 'mel', realm: 'admin' }))).toBeNull();
  });

  it('takes a token that has expired, and no other call does', async () => {
    const token = await tokenOf({ sub: 'tess', site: 'hillcrest' });
    at.pass(24 * 3_600_000);
    expect(await ask(token)).toBe('no-role-on-site');
    expect((await at.call('GET', '/sites', { bearer: token })).status).toBe(401);
  });

  it('is refused without a token of a tutor of the tenant', async () => {
    const session = await at.login();
    const { accessToken } = session;
    expect(await ask(accessToken, 'empty')).toBe(401);
    expect(await ask(session.refreshToken)).toBe(401);
    expect(await ask(`${accessToken.slice(0, -4)}AAAA`)).toBe(401);
    expect(await ask(await at.tokens.signTicket({ sub: 'tess', tenant: 'demo' }, 60))).toBe(401);
    const device = await at.tokens.sign(
      { kind: 'device', tenant: 'demo', sub: 'd', site: 'riverside', roles: [], jti: 'x.y' },
      60,
    );
    expect(await ask(device)).toBe(401);
  });
});

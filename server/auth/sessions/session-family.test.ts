/** What an access token can and cannot buy, and when a sign-in is over however often it is renewed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import { type AuthFixture, CONSOLE_LOGIN, createAuthFixture } from '../fakes/auth-fixture.ts';

const HOUR_MS = 3_600_000;
const HILLCREST = { ...CONSOLE_LOGIN, siteId: 'hillcrest' };

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

const refresh = async (token: string, body: object = {}) => {
  const answer = await at.call('POST', '/refresh', { bearer: token, body });
  return { status: answer.status, tokens: answer.body as unknown as Tokens };
};
async function switchSite(from: Pick<Tokens, 'accessToken'>, body: object = HILLCREST): Promise<Tokens> {
  const answer = await at.call('POST', '/login', { bearer: from.accessToken, body });
  expect(answer.status).toBe(200);
  return answer.body as unknown as Tokens;
}

describe('a session that was made with an access token', () => {
  type Pair = { first: Tokens; second: Tokens };
  const ways: { name: string; end(pair: Pair): Promise<unknown> }[] = [
    { name: 'the first signs out', end: ({ first }) => logout(first) },
    { name: 'the second signs out', end: ({ second }) => logout(second) },
    {
      name: 'a refresh token of the first comes twice',
      async end({ first }) {
        await refresh(first.refreshToken);
        expect((await refresh(first.refreshToken, { accessExpiryMinutes: 1 })).status).toBe(401);
      },
    },
    {
      name: 'a refresh token of the second comes twice',
      async end({ second }) {
        await refresh(second.refreshToken);
        expect((await refresh(second.refreshToken, { accessExpiryMinutes: 1 })).status).toBe(401);
      },
    },
    {
      name: 'the first signs out after both were renewed',
      async end({ first, second }) {
        await refresh(second.refreshToken);
        await logout((await refresh(first.refreshToken)).tokens);
      },
    },
  ];
  const logout = ({ refreshToken }: Tokens) => at.call('POST', '/logout', { bearer: refreshToken });

  it.each(ways)('is over with the other one when $name', async ({ end }) => {
    const first = await at.login('mel@demo.example');
    const second = await switchSite(first);
    const third = await switchSite(second, CONSOLE_LOGIN);
    await end({ first, second });
    for (const { accessToken, refreshToken } of [first, second, third]) {
      expect((await at.call('GET', '/sites', { bearer: accessToken })).status).toBe(401);
      expect((await refresh(refreshToken)).status).toBe(401);
      expect((await at.call('POST', '/login', { bearer: accessToken, body: HILLCREST })).status).toBe(401);
    }
  });

  it('is never one of the admin realm', async () => {
    const { accessToken } = await at.login('mel@demo.example');
    const answer = await at.call('POST', '/login', { bearer: accessToken, body: { realm: 'admin' } });
    expect(answer).toMatchObject({
      status: 403,
      body: { message: 'The admin realm needs a sign-in of its own: choose “Login as Admin” at sign-in.' },
    });
    const admin = await at.login('mel@demo.example', { realm: 'admin' });
    const again = await at.call('POST', '/login', { bearer: admin.accessToken, body: { realm: 'admin' } });
    expect(again.status).toBe(403);
    expect((await switchSite(admin)).siteId).toBe('hillcrest');
  });

  it('lives no longer than the sign-in', async () => {
    const first = await at.login('mel@demo.example');
    let second = await switchSite(first);
    for (let hour = 0; hour < 11; hour += 1) {
      at.pass(HOUR_MS);
      second = (await refresh(second.refreshToken)).tokens;
    }
    at.pass(HOUR_MS - 60_000);
    const last = await refresh(second.refreshToken);
    expect(last.tokens.expiresIn).toBe(60);
    const third = await switchSite(last.tokens, CONSOLE_LOGIN);
    expect(third.expiresIn).toBe(60);
    at.pass(60_000);
    expect((await refresh(last.tokens.refreshToken)).status).toBe(401);
    expect((await refresh(third.refreshToken)).status).toBe(401);
  });
});

describe('the end of a session', () => {
  it('comes 12 h after the sign-in, however often it was renewed', async () => {
    let { refreshToken } = await at.login();
    for (let hour = 0; hour < 11; hour += 1) {
      at.pass(HOUR_MS);
      const answer = await refresh(refreshToken);
      expect(answer.status).toBe(200);
      refreshToken = answer.tokens.refreshToken;
    }
    at.pass(HOUR_MS);
    expect((await refresh(refreshToken)).status).toBe(401);
  });

  it('comes after 6 h in which nobody used it', async () => {
    const [used, unused] = [await at.login(), await at.login()];
    at.pass(6 * HOUR_MS - 1);
    expect((await refresh(used.refreshToken)).status).toBe(200);
    at.pass(1);
    expect((await refresh(unused.refreshToken)).status).toBe(401);
  });

  it('does not come to a device, which nobody could sign in again', async () => {
    const body = { secret: 'site secret', type: 'windowsAgent', hostname: 'RS-1', user: { name: 'Ann' } };
    let { refreshToken } = (await at.call('POST', '/devices/login', { body })).body as {
      refreshToken: string;
    };
    for (let day = 0; day < 20; day += 1) {
      at.pass(24 * HOUR_MS);
      const answer = await refresh(refreshToken);
      expect(answer.status).toBe(200);
      refreshToken = answer.tokens.refreshToken;
    }
  });

  it('is what the operator says, but 12 h at most in the admin realm', async () => {
    const other = await createAuthFixture({ sessionSeconds: 7 * 86_400, idleSeconds: 86_400 });
    try {
      const [console_, admin] = [
        await other.login('mel@demo.example'),
        await other.login('mel@demo.example', { realm: 'admin' }),
      ];
      other.pass(13 * HOUR_MS);
      const ask = (bearer: string) => other.call('POST', '/refresh', { bearer });
      expect((await ask(console_.refreshToken)).status).toBe(200);
      expect((await ask(admin.refreshToken)).status).toBe(401);
    } finally {
      await other.close();
    }
  });
});

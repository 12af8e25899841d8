import '@fastify/rate-limit';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createSecurityLog } from '#base/security-log.ts';
import { CALL_LIMITS, type CallLimits, limitCalls } from './call-limits.ts';
import { createErrorHandler } from './error-answers.ts';

async function openApp(changes: Partial<CallLimits>) {
  const limits = { ...CALL_LIMITS, ...changes };
  const app = fastify();
  const security = createSecurityLog({ log: silentLog, clock: () => 0 });
  app.setErrorHandler(createErrorHandler(silentLog));
  const { limitAuth } = await limitCalls(app, { limits, security });
  app.get('/page', () => 'page');
  app.get('/v1/groups', { config: { checksToken: true } }, () => 'groups');
  app.get('/v1/media/room', () => 'picture');
  await app.register(
    async (auth) => {
      limitAuth(auth);
      auth.post('/refresh', () => 'tokens');
      auth.get('/keys', () => 'keys');
    },
    { prefix: '/auth' },
  );
  const ask = async (url: string, remoteAddress = '10.0.0.7', headers: Record<string, string> = {}) =>
    (await app.inject({ url, remoteAddress, headers })).statusCode;
  return { app, security, ask };
}

describe('limits of calls', () => {
  it('an address without a token reads so much a minute, others go on', async () => {
    const { ask, security, app } = await openApp({ auth: 100, open: 5, loopback: 8 });
    const codes: number[] = [];
    for (let n = 0; n < 7; n += 1) codes.push(await ask('/page'));
    expect(codes).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(await ask('/page', '10.0.0.8')).toBe(200);
    expect(await ask('/page', '10.0.0.7', { authorization: 'Bearer x' })).toBe(429);
    expect(await ask('/v1/groups', '10.0.0.7', { authorization: 'Bearer x' })).toBe(200);
    expect(await ask('/v1/groups', '10.0.0.7')).toBe(429);
    expect(await ask('/v1/media/room', '10.0.0.7', { authorization: 'Bearer x' })).toBe(429);
    expect(await ask('/auth/keys')).toBe(200);
    expect(await ask('/nothing')).toBe(429);
    expect(security.counters()['limit-reached:open-calls']).toBeGreaterThanOrEqual(1);
    for (let n = 0; n < 8; n += 1) expect(await ask('/page', '127.0.0.1')).toBe(200);
    expect(await ask('/page', '127.0.0.1')).toBe(429);
    await app.close();
  });

  it('counts the auth service by itself, and renewals apart from it', async () => {
    const { app } = await openApp({ auth: 2, refresh: 3, open: 100 });
    const call = async (method: 'GET' | 'POST', url: string, authorization?: string) => {
      const { statusCode, headers } = await app.inject({
        method,
        url,
        remoteAddress: '10.0.0.7',
        headers: authorization === undefined ? {} : { authorization },
      });
      return statusCode === 200 ? 200 : [statusCode, Number(headers['retry-after']) > 0];
    };
    const keys = [
      await call('GET', '/auth/keys'),
      await call('GET', '/auth/keys'),
      await call('GET', '/auth/keys'),
    ];
    expect(keys).toEqual([200, 200, [429, true]]);
    expect(await call('POST', '/auth/refresh')).toBe(200);
    await app.close();
  });

  it('counts what is asked with one credential, from wherever', async () => {
    const { app } = await openApp({ credential: 2 });
    const refresh = async (token: string, remoteAddress: string) => {
      const headers = { authorization: `Bearer ${token}` };
      return (await app.inject({ method: 'POST', url: '/auth/refresh', remoteAddress, headers })).statusCode;
    };
    expect([
      await refresh('a', '10.0.0.1'),
      await refresh('a', '10.0.0.2'),
      await refresh('a', '10.0.0.3'),
    ]).toEqual([200, 200, 429]);
    expect(await refresh('b', '10.0.0.3')).toBe(200);
    await app.close();
  });

  it('counts a network of IPv6 as one address, and every method', async () => {
    const { app, ask } = await openApp({ open: 2 });
    expect(await ask('/page', '2001:db8::1')).toBe(200);
    expect(
      (await app.inject({ method: 'POST', url: '/nothing', remoteAddress: '2001:db8::2' })).statusCode,
    ).toBe(404);
    expect(await ask('/auth/nothing', '2001:db8::3')).toBe(429);
    await app.close();
  });
});

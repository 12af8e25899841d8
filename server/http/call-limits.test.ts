import '@fastify/rate-limit';
import { fastify } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createSecurityLog } from '../security-log.ts';
import { type CallLimits, limitCalls } from './call-limits.ts';
import { createErrorHandler } from './error-answers.ts';
import { silentLog } from './log.ts';

async function openApp(limits: CallLimits) {
  const app = fastify();
  const security = createSecurityLog({ log: silentLog, clock: () => 0 });
  app.setErrorHandler(createErrorHandler(silentLog));
  await limitCalls(app, { limits, security });
  app.get('/page', () => 'page');
  app.get('/v1/groups', { config: { checksToken: true } }, () => 'groups');
  app.get('/v1/media/room', () => 'picture');
  await app.register(
    async (auth) => {
      auth.addHook('onRequest', auth.rateLimit());
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

  it('the auth service counts by itself', async () => {
    const { ask, app } = await openApp({ auth: 2, open: 100, loopback: 100 });
    expect([await ask('/auth/keys'), await ask('/auth/keys'), await ask('/auth/keys')]).toEqual([
      200, 200, 429,
    ]);
    await app.close();
  });
});

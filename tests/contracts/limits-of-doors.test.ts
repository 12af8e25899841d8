/**
 * Every door of the platform has a limit: each route that it has registered, paths that it does not know, and each path of
 * WebSockets answers 429 and says when another try is worth it. The routes are the platform's own list, so that a new
 * one is tried by itself.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL_LIMITS } from '../../server/http/call-limits.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { consoleSession } from '../support/tutors/platform-session.ts';

const LONG_MS = 120_000;
const MOST = 3;
const UPGRADES = 4;
const READS = 60;
const CHANGES = 5;
const LIMITS = { ...CALL_LIMITS, refusedTokens: MOST, changes: CHANGES, loopback: READS };

type Door = { method: string; url: string; asksForToken: boolean };
const doors: Door[] = [];

/** Notes each route of the platform's app as it is registered. */
function noteRoutes(message: unknown): void {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', (route) => {
    // Which scope a route is in is noted in it after this.
    for (const method of [route.method].flat())
      doors.push({
        method,
        url: route.url,
        get asksForToken() {
          return route.config?.checksToken === true;
        },
      });
  });
}

let platform: Platform;
let teacher: string;
let maintainer: string;
let remove: () => Promise<void>;
/** Nothing that is used up comes back while the doors are tried. */
let stoppedAt: number | undefined;
const clock = () => stoppedAt ?? Date.now();
let addresses = 0;
/** One of its own for each door: this machine has sixteen million. */
const nextAddress = () => {
  addresses += 1;
  return `127.${1 + (addresses >> 16)}.${(addresses >> 8) & 255}.${addresses & 255}`;
};

beforeAll(async () => {
  const folder = await takeDataFolder();
  remove = folder.remove;
  subscribe('fastify.initialization', noteRoutes);
  const options = testOptions({ dataDir: folder.dataDir, students: 0 });
  platform = await createPlatform(options, { limits: LIMITS, upgradesPerMinute: UPGRADES, clock });
  unsubscribe('fastify.initialization', noteRoutes);
  const tokenOf = async (email: string) => (await consoleSession(platform, email)).accessToken;
  teacher = await tokenOf('teacher@demo.example');
  maintainer = await tokenOf('maintainer@demo.example');
  // The calls of both sign-ins are through.
  LIMITS.loopback = MOST;
  stoppedAt = Date.now();
}, LONG_MS);
afterAll(async () => {
  await platform.close();
  await remove();
}, LONG_MS);

type Answer = { status: number; retryAfter: number };

/** One call of a host of the platform, from `from`. */
function call(
  { method, url, host = 'demo', token }: { method: string; url: string; host?: string; token?: string },
  from: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        method,
        path: url,
        host: '127.0.0.1',
        port: platform.port,
        localAddress: from,
        headers: {
          host: new URL(platform.origin(host)).host,
          'tenant-key': 'demo',
          ...(token !== undefined && { authorization: `Bearer ${token}` }),
        },
      },
      (answer) => {
        answer.resume();
        const retryAfter = Number(answer.headers['retry-after'] ?? Number.NaN);
        answer.once('end', () => resolve({ status: answer.statusCode ?? 0, retryAfter }));
      },
    );
    sent.once('error', (cause) => reject(new Error(`${method} ${url}`, { cause })));
    sent.end();
  });
}

/** An address for a path such as `/v1/groups/:id` or `/*`. */
const filled = (url: string) =>
  url
    .replaceAll(/:\w+/g, 'x')
    .replace(/^\*|\*/, '/x')
    .replace('//', '/');
const isRefused = ({ status, retryAfter }: Answer) => status === 429 && retryAfter >= 1;

/** Whether the door answers the first calls otherwise, and then refuses. */
async function isLimited(door: Omit<Parameters<typeof call>[0], 'url'> & { url: string }): Promise<boolean> {
  const from = nextAddress();
  for (let n = 0; n < MOST; n += 1) if ((await call(door, from)).status === 429) return false;
  return isRefused(await call(door, from));
}
async function unlimited(
  of: readonly Door[],
  more: { token?: string; host?: string } = {},
): Promise<string[]> {
  const found: string[] = [];
  for (const { method, url } of of)
    if (!(await isLimited({ method, url: filled(url), ...more }))) found.push(`${method} ${url}`);
  return found;
}

describe('calls', () => {
  it('are known by the platform’s own list', () => {
    const known = doors.map(({ method, url }) => `${method} ${url}`);
    expect(known).toEqual(
      expect.arrayContaining([
        'POST /auth/login',
        'POST /auth/devices/login',
        'POST /auth/lms-actions/create-admin',
        'POST /auth/peer-tickets',
        'POST /v1/feedback',
        'GET /v1/media/download/:id',
        'GET /*',
      ]),
    );
    expect(known.length).toBeGreaterThan(120);
  });

  it('without a token are limited for each address', { timeout: LONG_MS }, async () => {
    expect(await unlimited(doors)).toEqual([]);
  });

  it('of unknown paths, configuration documents and the identity stand-in are, too', {
    timeout: LONG_MS,
  }, async () => {
    const at = (host: string, urls: readonly string[]) =>
      Promise.all(urls.map((url) => unlimited([{ method: 'GET', url, asksForToken: false }], { host })));
    expect(await at('config', ['/demo.json', '/demo/special-messages.json', '/nothing.json'])).toEqual([
      [],
      [],
      [],
    ]);
    expect(await at('id', ['/google/.well-known/openid-configuration', '/microsoft/auth'])).toEqual([[], []]);
    expect(await at('demo', ['/v1/nothing', '/auth/nothing', '/student/'])).toEqual([[], [], []]);
    expect(
      await unlimited([{ method: 'POST', url: '/google/auth', asksForToken: false }], { host: 'id' }),
    ).toEqual([]);
  });

  it('with a token that is not good are limited for each address', { timeout: LONG_MS }, async () => {
    const asking = doors.filter(({ asksForToken }) => asksForToken);
    expect(asking.length).toBeGreaterThan(80);
    expect(await unlimited(asking, { token: 'not.a.token' })).toEqual([]);
  });

  it('with a good one are limited for its account, from every address', { timeout: LONG_MS }, async () => {
    const asking = doors.filter(({ asksForToken }) => asksForToken);
    for (let n = 0; n < READS; n += 1)
      await call({ method: 'GET', url: '/v1/groups', token: teacher }, nextAddress());
    for (let n = 0; n < CHANGES; n += 1)
      await call({ method: 'PUT', url: '/v1/tutors/self', token: teacher }, nextAddress());
    const open: string[] = [];
    for (const { method, url } of asking)
      if (!isRefused(await call({ method, url: filled(url), token: teacher }, nextAddress()))) open.push(url);
    expect(open).toEqual([]);
    // Others behind the same address do not wait for it.
    expect((await call({ method: 'GET', url: '/v1/groups', token: maintainer }, '127.0.0.1')).status).toBe(
      200,
    );
  });
});

it('WebSockets are limited for each address, whatever their path', { timeout: LONG_MS }, async () => {
  for (const path of ['/mqtt', '/peerjs', '/nothing']) {
    const from = nextAddress();
    const upgrade = async () => {
      const sent = request({
        path,
        host: '127.0.0.1',
        port: platform.port,
        localAddress: from,
        headers: { connection: 'Upgrade', upgrade: 'websocket' },
      }).end();
      const [answer] = (await once(sent, 'response')) as [IncomingMessage];
      answer.resume();
      return { status: answer.statusCode ?? 0, retryAfter: Number(answer.headers['retry-after']) };
    };
    for (let n = 0; n < UPGRADES; n += 1) expect((await upgrade()).status).not.toBe(429);
    expect(isRefused(await upgrade()), path).toBe(true);
  }
});

/** What the running platform writes into `security.log`, over the wire: who, from where, what came of it, no secret. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { ask, consoleSession } from '../support/tutors/platform-session.ts';
import { openRaw } from './broker/broker-raw-client.ts';

let dataDir: string;
let remove: () => Promise<void>;
let platform: Platform;
let session: Tokens;
const secrets: string[] = [];

beforeAll(async () => {
  ({ dataDir, remove } = await takeDataFolder());
  platform = await createPlatform(testOptions({ dataDir, students: 0 }));
  session = await consoleSession(platform, 'teacher@demo.example');
  secrets.push(session.accessToken, session.refreshToken);
}, 60_000);
afterAll(async () => {
  await platform.close();
  await remove();
});

const lines = async (): Promise<Record<string, unknown>[]> => {
  const text = await readFile(join(dataDir, 'security.log'), 'utf8');
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
};
const written = (expected: Record<string, unknown>) =>
  expect.poll(lines).toContainEqual(expect.objectContaining({ address: '127.0.0.1', ...expected }));

/** `from`: the page that calls, by its name among the platform's hosts. */
type Call = { bearer?: string; body?: object; from?: string };

function call(path: string, { bearer, body, from = 'demo' }: Call = {}) {
  return ask(`${platform.origin('demo')}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'tenant-key': 'demo',
      'content-type': 'application/json',
      origin: platform.origin(from),
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
}

describe('security.log', () => {
  it('is for its owner only', async () => {
    await written({ what: 'signed-in' });
    expect((await stat(join(dataDir, 'security.log'))).mode & 0o777).toBe(0o600);
  });

  it('says who signed in', () =>
    written({ what: 'signed-in', tenant: 'demo', kind: 'tutor', who: 'tutor-teacher', site: 'riverside' }));

  it('says whose id token was refused', async () => {
    const claims = Buffer.from(JSON.stringify({ email: 'eve@evil.example' })).toString('base64url');
    const bearer = `eyJhbGciOiJub25lIn0.${claims}.`;
    const body = { siteId: 'riverside', realm: 'console' };
    expect((await call('/auth/login', { bearer, body, from: 'login' })).status).toBe(401);
    await written({ what: 'sign-in-refused', reason: 'login', who: 'eve@evil.example' });
  });

  it('warns of wrong secrets', async () => {
    const secret = 'a-guess-of-the-secret-of-the-site';
    secrets.push(secret);
    expect((await call('/auth/devices/site', { body: { secret } })).status).toBe(401);
    await written({ what: 'secret-refused', reason: 'devices-site', level: 'warn' });
    expect((await call('/auth/runners/login', { body: { secret, hostname: 'rex' } })).status).toBe(401);
    await written({ what: 'secret-refused', reason: 'runners-login', about: 'rex' });
  });

  it('says which calls were refused for their token, or for the rights of their caller', async () => {
    expect((await call('/v1/groups', { bearer: 'no-token' })).status).toBe(401);
    await written({ what: 'token-refused', reason: 'rest', about: 'GET /v1/groups' });
    expect((await call('/v1/tutors?limit=1', { bearer: session.accessToken })).status).toBe(403);
    await written({ what: 'access-refused', who: 'tutor-teacher', kind: 'tutor', about: 'GET /v1/tutors' });
  });

  it('warns of a refresh token that comes again', async () => {
    const { refreshToken } = await consoleSession(platform, 'teacher@demo.example');
    secrets.push(refreshToken);
    expect((await call('/auth/refresh', { bearer: refreshToken, body: {} })).status).toBe(200);
    const again = await call('/auth/refresh', { bearer: refreshToken, body: { accessExpiryMinutes: 3 } });
    expect(again.status).toBe(401);
    await written({ what: 'refresh-reused', level: 'warn', kind: 'tutor', who: 'tutor-teacher' });
  });

  it('keeps one line for each of those who connect, whatever they call themselves, and few of one kind', async () => {
    const clientId = 'x\nwarn: broker INJECTED line client=admin\u001b[31m';
    const url = platform.origin('demo').replace(/^http:\/\/[^:]+/, 'ws://127.0.0.1');
    for (let n = 0; n < 60; n += 1) {
      const raw = await openRaw(`${url}/mqtt`);
      raw.connect('wrong', clientId);
      await raw.closed;
    }
    const reason = 'connect-client-identifier';
    await written({ what: 'access-refused', reason });
    const text = await readFile(join(dataDir, 'security.log'), 'utf8');
    expect(text.split('\n').filter((line) => line.startsWith('warn'))).toEqual([]);
    expect(text).not.toContain('\u001b');
    expect((await lines()).filter((line) => line.reason === reason)).toHaveLength(20);
    expect(platform.security.counters()[`access-refused:${reason}`]).toBe(60);
  });

  it('holds none of the secrets that were shown', async () => {
    const text = await readFile(join(dataDir, 'security.log'), 'utf8');
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect(text).not.toMatch(/eyJ/);
  });
});

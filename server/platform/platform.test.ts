import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectAsync } from 'mqtt';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { parseEncryptionKey } from '#auth/secrets/encryption-key.ts';
import { createLog, type LogLine } from '#base/log.ts';
import type { PlatformOptions } from '#base/platform-options.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { siteListSchema, tokensSchema } from '#protocol/auth/auth-service.ts';
import { tenantConfigurationSchema } from '#protocol/auth/tenant-configuration.ts';
import { parseOptions } from '../options/parse-options.ts';
import { createPlatform, type Platform } from './platform.ts';

type Call = { form?: Record<string, string>; json?: object; headers?: Record<string, string> };
type Answer = { status: number; text: string; headers: Record<string, string | string[] | undefined> };

let dataDir: string;
let options: PlatformOptions;
let platform: Platform;
const logged: LogLine[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'lectern-platform-'));
  // The mode that earlier versions set.
  await chmod(dataDir, 0o755);
  const parsed = parseOptions(['--port', '0', '--data', dataDir, '--students', '2'], {});
  if (parsed.name !== 'ok') throw new Error(parsed.name);
  options = parsed.options;
  platform = await createPlatform(options, { log: createLog((line) => logged.push(line)) });
}, 60_000);
afterAll(async () => {
  await platform.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Node does not resolve the host names that browsers resolve. */
function call(address: string, { form, json, headers }: Call = {}): Promise<Answer> {
  const url = new URL(address);
  const body = form ? new URLSearchParams(form).toString() : json && JSON.stringify(json);
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port: platform.port,
        path: url.pathname + url.search,
        method: body === undefined ? 'GET' : 'POST',
        headers: {
          host: url.host,
          ...(form && { 'content-type': 'application/x-www-form-urlencoded' }),
          ...(json && { 'content-type': 'application/json' }),
          ...headers,
        },
      },
      (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, text, headers: response.headers }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Signs in like a browser, up to the id token in the page of POST /redirect. */
async function idTokenOf(email: string): Promise<string> {
  const documentUrl = `${platform.origin('config')}/demo.json`;
  const { providers } = v.parse(tenantConfigurationSchema, JSON.parse((await call(documentUrl)).text));
  if (!providers.google) throw new Error('no provider');
  const redirectUri = `${platform.origin('login')}/redirect`;
  const query = new URLSearchParams({
    client_id: providers.google.clientId,
    response_type: 'id_token',
    response_mode: 'form_post',
    scope: 'openid profile email',
    nonce: randomBytes(16).toString('hex'),
    state: 's',
    redirect_uri: redirectUri,
  });
  const cookies = new Map<string, string>();
  const visit = async (address: string, form?: Record<string, string>) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await call(new URL(address, platform.origin('id')).href, {
      headers: { cookie },
      ...(form && { form }),
    });
    for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return answer;
  };
  const asked = await visit(`${providers.google.authorizationUrl}?${query}`);
  const chosen = await visit(String(asked.headers.location), { email });
  const { text } = await visit(String(chosen.headers.location));
  const fields = [...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, k, value]) => [k, value]);
  expect(text).toContain(`action="${redirectUri}"`);
  return Object.fromEntries(fields).id_token;
}

const verifier = 'v'.repeat(64);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const state = 's'.repeat(32);

async function signIn(email: string) {
  const bearer = await idTokenOf(email);
  const auth = `${platform.origin('demo')}/auth`;
  const headers = { 'tenant-key': 'demo', authorization: `Bearer ${bearer}` };
  const sites = v.parse(siteListSchema, JSON.parse((await call(`${auth}/sites`, { headers })).text));
  const json = { siteId: sites.sites[0]?.id, realm: 'console', state, challenge };
  const { code } = JSON.parse((await call(`${auth}/hand-overs`, { headers, json })).text);
  const redeemed = await call(`${auth}/hand-overs/redeem`, {
    headers: { 'tenant-key': 'demo', origin: platform.origin('demo') },
    json: { code, state, verifier },
  });
  return {
    sites,
    code: String(code),
    idToken: bearer,
    tokens: v.parse(tokensSchema, JSON.parse(redeemed.text)),
  };
}

describe('platform', { timeout: 30_000 }, () => {
  it('takes a teacher from the provider through the hand-over to their groups and the broker', async () => {
    const { sites, tokens } = await signIn('teacher@demo.example');
    expect(sites).toEqual({
      sites: [{ id: 'riverside', name: 'Riverside School' }],
      managementAccess: false,
    });
    expect(tokens).toMatchObject({ siteId: 'riverside', realm: 'console', email: 'teacher@demo.example' });
    expect(tokens.roles).toContain('consoleUser');

    const groups = await call(`${platform.origin('demo')}/v1/groups`, {
      headers: { 'tenant-key': 'demo', authorization: `Bearer ${tokens.accessToken}` },
    });
    expect(groups.status).toBe(200);
    expect(JSON.parse(groups.text).length).toBeGreaterThan(0);

    const claims = readClaims(tokens.accessToken);
    if (claims === undefined) throw new Error('no claims');
    const client = await connectAsync(`ws://127.0.0.1:${platform.port}/mqtt`, {
      protocolVersion: 5,
      reconnectPeriod: 0,
      clientId: mqttClientId(claims, 'test'),
      username: tokens.accessToken,
      password: tokens.accessToken,
      wsOptions: { origin: platform.origin('demo') },
    });
    expect(platform.broker.connections()).toHaveLength(1);
    await client.endAsync();
  });

  it.each(['/mqtt', '/peerjs'])('lets no page of another origin open a socket at %s', async (path) => {
    const origin = `${platform.origin('demo')}.evil.example`;
    const [error] = await once(
      new WebSocket(`ws://127.0.0.1:${platform.port}${path}`, 'mqtt', { origin }),
      'error',
    );
    expect(String(error)).toContain('403');
  });

  it('tells a manager of management access, a newcomer of no sites, and refuses a stranger', async () => {
    const sites = async (email: string) => {
      const authorization = `Bearer ${await idTokenOf(email)}`;
      return call(`${platform.origin('demo')}/auth/sites`, {
        headers: { 'tenant-key': 'demo', authorization },
      });
    };
    expect(JSON.parse((await sites('manager@demo.example')).text)).toMatchObject({ managementAccess: true });
    expect(JSON.parse((await sites('newcomer@demo.example')).text)).toEqual({
      sites: [],
      managementAccess: false,
    });
    expect((await sites('stranger@demo.example')).status).toBe(401);
  });

  it.each(['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto'])(
    'lets nobody choose who they are through a proxy: %s',
    async (header) => {
      const address = `${platform.origin('id')}/google/.well-known/openid-configuration`;
      expect((await call(address)).status).toBe(200);
      expect((await call(address, { headers: { [header]: '203.0.113.9' } })).status).toBe(403);
    },
  );

  it('keeps tokens and codes out of its log', async () => {
    const { idToken, code, tokens } = await signIn('admin@demo.example');
    await call(`${platform.origin('demo')}/auth/nothing?code=${code}`, {
      headers: { authorization: `Bearer ${tokens.accessToken}` },
    });
    const text = JSON.stringify(logged);
    for (const secret of [idToken, code, tokens.accessToken, tokens.refreshToken])
      expect(text).not.toContain(secret);
  });

  it('keeps its data folder from other users, and the secrets in it', async () => {
    const modes = ['.', 'lectern.lock', 'lectern.key', 'demo-class.json'].map(async (name) =>
      ((await stat(join(dataDir, name))).mode & 0o777).toString(8),
    );
    expect(await Promise.all(modes)).toEqual(['700', '600', '600', '600']);
  });

  it('keeps no private key in plain in its database', async () => {
    const rows = await platform.store.db.selectFrom('signing_keys').selectAll().execute();
    expect(rows.map(({ kid }) => kid.split('.')[0]).sort()).toEqual(['access', 'google', 'microsoft']);
    expect(JSON.stringify(rows)).not.toMatch(/"d":/);
  });

  it('writes what the simulated devices need beside the database', async () => {
    expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['db', 'demo-class.json']));
  });

  it('answers an upgrade on any other path with 404', async () => {
    const upgrade = { connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' };
    expect((await call(`${platform.origin('demo')}/elsewhere`, { headers: upgrade })).status).toBe(404);
  });

  it('says that the port is taken, and leaves the data alone', async () => {
    const other = join(dataDir, 'other');
    const started = createPlatform({ ...options, port: platform.port, dataDir: other });
    await expect(started).rejects.toThrow(`Port ${platform.port} on 127.0.0.1 is taken by another program`);
    expect(await readdir(dataDir)).not.toContain('other');
  });

  it('does not open a data folder that another platform has, and frees its own port', async () => {
    await expect(createPlatform(options)).rejects.toMatchObject({ name: 'StoreError', code: 'locked' });
  });

  it('keeps keys and sessions over a restart, and ends what it started', async () => {
    const { tokens } = await signIn('teacher@demo.example');
    const port = platform.port;
    await platform.close();
    await platform.close();
    await expect(call(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
    platform = await createPlatform({ ...options, port });
    expect(await platform.tokens.verify(tokens.accessToken)).toMatchObject({ tenant: 'demo' });
    const refreshed = await call(`${platform.origin('demo')}/auth/refresh`, {
      headers: { 'tenant-key': 'demo', authorization: `Bearer ${tokens.refreshToken}` },
      json: {},
    });
    expect(refreshed.status).toBe(200);
  });

  it('does not start without the key that its database was encrypted with, and loses nothing', async () => {
    const { tokens } = await signIn('teacher@demo.example');
    const { port } = platform;
    await platform.close();
    const keyFile = join(dataDir, 'lectern.key');
    const start = (changes: Partial<PlatformOptions> = {}) =>
      createPlatform({ ...options, port, ...changes });
    await expect(start({ encryptionKey: randomBytes(32) })).rejects.toThrow(
      /^LECTERN_KEY is not the key that the database was encrypted with: put that one back/,
    );
    await rename(keyFile, `${keyFile}.away`);
    await expect(start()).rejects.toThrow(/lectern\.key is missing: put it back from your backup/);
    expect(await readdir(dataDir)).not.toContain('lectern.key');
    await writeFile(keyFile, 'half a k');
    await expect(start()).rejects.toThrow(/lectern\.key holds no key/);
    expect(await readFile(keyFile, 'utf8')).toBe('half a k');
    await rename(`${keyFile}.away`, keyFile);
    await chmod(keyFile, 0o644);
    platform = await start({ encryptionKey: parseEncryptionKey(await readFile(keyFile, 'utf8')) });
    expect(await platform.tokens.verify(tokens.accessToken)).toMatchObject({ tenant: 'demo' });
  });
});

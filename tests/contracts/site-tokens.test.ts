/**
 * Tokens of a site do what administrators are told: an old one ends five days after the new one, and after a revoke a
 * device is in until its next refresh and for no longer than 30 minutes. By the wire, on a platform whose clock is moved.
 */
import mqtt, { type IDisconnectPacket, type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { type DeviceTokens, deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import { newSiteIdSchema, type SiteToken, siteTokenSchema } from '#protocol/rest/admin/site.ts';
import { createPlatform, type Platform } from '../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../support/classroom/seeded-data.ts';
import { ask } from '../support/tutors/platform-session.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let data: Awaited<ReturnType<typeof takeDataFolder>>;
let platform: Platform;
let aheadMs = 0;
const clock = () => Date.now() + aheadMs;
const pass = (ms: number) => {
  aheadMs += ms;
};
let site: string;
let sites = 0;
const clients: MqttClient[] = [];

beforeAll(async () => {
  data = await takeDataFolder();
  // The longest life that an operator can give to access tokens.
  platform = await createPlatform(
    testOptions({ dataDir: data.dataDir, students: 0, accessTokenSeconds: 3_600 }),
    { clock },
  );
});
beforeEach(async () => {
  sites += 1;
  const made = await admin('POST', '/sites', { name: `Site ${sites}` });
  site = v.parse(newSiteIdSchema, JSON.parse(made.body));
});
afterEach(() => {
  for (const client of clients.splice(0)) client.end(true);
});
afterAll(async () => {
  await platform.close();
  await data.remove();
});

const send = (path: string, method: string, bearer: string | undefined, body?: object) =>
  ask(`${platform.origin('demo')}${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      'tenant-key': 'demo',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });

/** A call of a super admin, in a session of now. */
async function admin(method: string, path: string, body?: object) {
  const claims = { sub: 'tutor-admin', kind: 'tutor', tenant: 'demo', realm: 'admin' } as const;
  const token = await platform.tokens.sign({ ...claims, roles: ['superAdmin'], jti: 'test.admin' }, 60);
  return send(`/v1${path}`, method, token, body);
}

async function issue(): Promise<Extract<SiteToken, { name: 'readable' }>> {
  const answer = await admin('POST', `/sites/${site}/tokens/rotate`, {});
  const token = v.parse(siteTokenSchema, JSON.parse(answer.body));
  if (token.name !== 'readable') throw new Error(`the new token is ${token.name}`);
  return token;
}
const revoke = () => admin('DELETE', `/sites/${site}/tokens`);

const login = (secret: string, hostname = 'LAB-1') =>
  send('/auth/devices/login', 'POST', undefined, {
    secret,
    type: 'windowsAgent',
    hostname,
    user: { name: 'Ann' },
  });
async function enrolled(secret: string): Promise<DeviceTokens> {
  const answer = await login(secret);
  expect(answer.status).toBe(200);
  return v.parse(deviceTokensSchema, JSON.parse(answer.body));
}
const refresh = ({ refreshToken }: DeviceTokens) => send('/auth/refresh', 'POST', refreshToken, {});
async function renewed(device: DeviceTokens): Promise<DeviceTokens> {
  const answer = await refresh(device);
  expect(answer.status).toBe(200);
  return { ...device, ...JSON.parse(answer.body) };
}

/** Rejects with the reason code of the CONNACK. */
async function connect({ accessToken }: DeviceTokens) {
  const claims = readClaims(accessToken);
  if (!claims) throw new Error('no claims');
  const client = mqtt.connect(`ws://127.0.0.1:${platform.port}/mqtt`, {
    protocolVersion: 5,
    reconnectPeriod: 0,
    clientId: mqttClientId(claims, 'one'),
    username: accessToken,
    password: accessToken,
  });
  clients.push(client);
  client.on('error', () => {});
  const told = new Promise<IDisconnectPacket>((resolve) => client.once('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    client.once('connect', () => resolve());
    client.once('error', (error) => reject(error));
  });
  return { client, told };
}

it('lets nobody in who has no token, and shows the last one again', async () => {
  expect(JSON.parse((await admin('GET', `/sites/${site}/tokens`)).body)).toEqual({ name: 'none' });
  const token = await issue();
  expect(JSON.parse((await admin('GET', `/sites/${site}/tokens`)).body)).toEqual(token);
  expect((await enrolled(token.secret)).siteId).toBe(site);
  expect((await login(`${token.secret}x`)).status).toBe(401);
});

it('keeps devices in with the old token for five days beside the new one, and not a moment longer', async () => {
  const old = await issue();
  let device = await enrolled(old.secret);
  const next = await issue();
  expect(Date.parse(next.formerExpiry ?? '') - clock()).toBeGreaterThan(5 * DAY_MS - MINUTE_MS);
  pass(5 * DAY_MS - MINUTE_MS);
  device = await renewed(device);
  expect((await login(old.secret, 'LAB-2')).status).toBe(200);
  pass(MINUTE_MS);
  expect((await login(old.secret)).status).toBe(401);
  expect((await refresh(device)).status).toBe(401);
  device = await enrolled(next.secret);
  pass(10 * DAY_MS);
  expect((await refresh(device)).status).toBe(200);
});

it('keeps a device in after a revoke until its next refresh, which nothing undoes', async () => {
  const token = await issue();
  const device = await renewed(await enrolled(token.secret));
  const { client, told } = await connect(device);
  expect((await revoke()).status).toBe(200);
  expect((await login(token.secret)).status).toBe(401);
  expect(client.connected).toBe(true);
  expect((await send('/v1/stun/creds', 'GET', device.accessToken)).status).toBe(200);
  const later = await issue();
  expect((await refresh(device)).status).toBe(401);
  expect(await told).toMatchObject({ reasonCode: 0x87 });
  expect((await refresh(device)).status).toBe(401);
  expect((await send('/v1/stun/creds', 'GET', device.accessToken)).status).toBe(401);
  expect((await enrolled(later.secret)).clientId).toBe(device.clientId);
});

it('ends the connection of a device that never refreshes 30 minutes after the revoke at the latest', async () => {
  const device = await enrolled((await issue()).secret);
  await revoke();
  expect(device.expiresIn).toBe(1_800);
  pass(30 * MINUTE_MS - 6_000);
  const { told } = await connect(device);
  expect(await told).toMatchObject({ reasonCode: 0xa0 });
  pass(6_000);
  await expect(connect(device)).rejects.toMatchObject({ code: expect.any(Number) });
  expect((await send('/v1/stun/creds', 'GET', device.accessToken)).status).toBe(401);
});

it('revokes the tokens of one site, and leaves its student page, other sites and the runner alone', async () => {
  const other = await issue();
  const neighbour = await enrolled(other.secret);
  const made = await admin('POST', '/sites', { name: `Next to ${site}` });
  site = v.parse(newSiteIdSchema, JSON.parse(made.body));
  const own = await enrolled((await issue()).secret);
  const link = JSON.parse((await admin('GET', `/sites/${site}/page-link`)).body) as { key: string };
  const page = await send('/auth/devices/login', 'POST', undefined, {
    secret: link.key,
    type: 'extension',
    hostname: 'page',
    user: { name: 'Ada' },
  });
  expect(page.status).toBe(200);
  await revoke();
  await revoke();
  expect((await refresh(own)).status).toBe(401);
  expect((await refresh(JSON.parse(page.body) as DeviceTokens)).status).toBe(200);
  expect((await refresh(neighbour)).status).toBe(200);
});

it('shows no secret in the platform’s answers to anybody else, and none in its log of changes', async () => {
  const token = await issue();
  const rows = await platform.store.db.selectFrom('resource_logs').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token.secret);
  expect((await admin('GET', '/sites')).body).not.toContain(token.secret);
});

import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import { type AuthFixture, createAuthFixture } from '../fakes/auth-fixture.ts';
import { createPageHousekeeping } from './page-housekeeping.ts';

const MOST = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture({ mostPages: MOST });
}, 60_000);
afterAll(() => at.close());

const enrol = (name: string, clientKey?: string) =>
  at.call('POST', '/devices/login', {
    headers: { origin: 'http://demo.localhost:8080' },
    body: { secret: 'site secret', type: 'extension', hostname: 'page', clientKey, user: { name } },
  });
const open = async (name: string, clientKey?: string) =>
  v.parse(deviceTokensSchema, (await enrol(name, clientKey)).body);
const refresh = async (refreshToken: string) =>
  v.parse(deviceTokensSchema, (await at.call('POST', '/refresh', { bearer: refreshToken })).body);
const pages = async () => {
  const rows = await at.store.db
    .selectFrom('devices')
    .select('id')
    .where('client_key', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
};

it('a site has so many pages at most: those that are used stay, and the longest unused makes room', async () => {
  const [ann, ben, cleo] = [await open('Ann'), await open('Ben'), await open('Cleo')];
  expect(await enrol('Dan')).toMatchObject({ status: 409, body: { code: 'conflict' } });
  expect(at.security).toContainEqual(
    expect.objectContaining({ what: 'limit-reached', reason: 'pages-of-site', site: 'riverside' }),
  );
  // Who is known comes in, and machines do.
  expect((await open('Ann', ann.clientKey)).clientId).toBe(ann.clientId);
  const machine = { secret: 'site secret', type: 'windowsAgent', hostname: 'LAB-1', user: { name: 'pc' } };
  expect((await at.call('POST', '/devices/login', { body: machine })).status).toBe(200);

  at.pass(50 * MINUTE_MS);
  const annNow = await refresh(ann.refreshToken);
  at.pass(11 * MINUTE_MS);
  // Ann is here still; Ben and Cleo were last here 61 minutes ago.
  const dan = await open('Dan');
  const left = await pages();
  expect(left).toHaveLength(MOST);
  expect(left).toEqual(expect.arrayContaining([ann.deviceId, dan.deviceId]));
  const gone = [ben, cleo].find(({ deviceId }) => !left.includes(deviceId ?? ''));
  expect(at.published).toContainEqual(
    expect.objectContaining({ resource: 'devices', id: gone?.deviceId, change: 'deleted' }),
  );
  expect((await at.call('POST', '/refresh', { bearer: gone?.refreshToken ?? '' })).status).toBe(401);
  expect((await refresh(annNow.refreshToken)).clientId).toBe(ann.clientId);
});

it('pages that nobody has used for days go, with their clients, and nothing else does', async () => {
  const published: unknown[] = [];
  const counts: number[] = [];
  const housekeeping = createPageHousekeeping({
    db: at.store.db,
    unusedDays: 30,
    clock: at.now,
    removalClock: at.now,
    removed: (count) => counts.push(count),
    publish: (change) => published.push(change),
    failed: (error) => {
      throw error;
    },
  });
  const before = await pages();
  const others = async () =>
    at.store.db.selectFrom('devices').select('id').where('client_key', 'is', null).execute();
  const machines = await others();
  expect(machines.length).toBeGreaterThan(0);
  at.pass(29 * DAY_MS);
  await housekeeping.clean();
  expect(await pages()).toEqual(before);
  const eve = await open('Eve');
  at.pass(2 * DAY_MS);
  await housekeeping.clean();
  expect(await pages()).toEqual([eve.deviceId]);
  expect(await others()).toEqual(machines);
  const clients = await at.store.db
    .selectFrom('clients')
    .select('device_id')
    .where('device_id', 'in', before)
    .execute();
  expect(clients).toEqual([]);
  // Eve's page took the place of one of them.
  expect(published).toHaveLength(before.length - 1);
  expect(counts).toEqual([before.length - 1]);
});

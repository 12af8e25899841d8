import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import { type AuthFixture, createAuthFixture } from '../fakes/auth-fixture.ts';
import { createPageHousekeeping } from './page-housekeeping.ts';

const MOST = 3;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

let at: AuthFixture;
const fixtures: AuthFixture[] = [];
async function withPages(mostPages: number): Promise<AuthFixture> {
  const fixture = await createAuthFixture({ mostPages });
  fixtures.push(fixture);
  return fixture;
}
beforeAll(async () => {
  at = await withPages(MOST);
}, 60_000);
afterAll(() => Promise.all(fixtures.map((fixture) => fixture.close())));

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

/** Pages of as many students as come at once. */
const CLASS = 31;

describe('a flood of pages', () => {
  let small: AuthFixture;
  beforeAll(async () => {
    small = await withPages(CLASS);
  }, 60_000);
  /** As a flood leaves them: enrolled now. `connected`: how long ago in minutes their connection began and ended. */
  async function flood(count: number, connected?: { from: number; to?: number }): Promise<void> {
    const { db } = at.store;
    await db.deleteFrom('devices').where('client_key', 'is not', null).execute();
    const ids = Array.from({ length: count }, (_, n) => `flood-${n}`);
    const common = {
      tenant: 'demo',
      site_id: 'riverside',
      type: 'extension',
      last_seen_at: new Date(at.now()),
    } as const;
    await db
      .insertInto('devices')
      .values(ids.map((id) => ({ ...common, id, hostname: `page-${id}`, client_key: `hash ${id}` })))
      .execute();
    const seat = { auth_type: 'session', user_name: 'Mallory' } as const;
    await db
      .insertInto('clients')
      .values(
        ids.map((id) => ({ ...common, ...seat, id, user_id: id, device_id: id, hostname: `page-${id}` })),
      )
      .execute();
    if (!connected) return;
    const ago = (minutes: number | undefined) =>
      minutes === undefined ? null : new Date(at.now() - minutes * MINUTE_MS);
    await db
      .insertInto('client_connections')
      .values(
        ids.map((id) => ({
          tenant: 'demo',
          client_id: id,
          connected_at: ago(connected.from),
          ended_at: ago(connected.to),
        })),
      )
      .execute();
  }
  const statusOf = async (name: string) => (await enrol(name)).status;

  it('pages that never connect keep a student out for two minutes, and not for an hour', async () => {
    at = small;
    await flood(CLASS);
    expect(await statusOf('Honest')).toBe(409);
    at.pass(2 * MINUTE_MS + 1);
    expect(await statusOf('Honest')).toBe(200);
    // A class behind the same address comes within a minute.
    for (let n = 0; n < CLASS - 1; n += 1) expect(await statusOf(`Student ${n}`)).toBe(200);
    expect(await pages()).toHaveLength(CLASS);
  });

  it('pages that connected for some seconds make room as well, those that never did first', async () => {
    at = small;
    await flood(CLASS, { from: 3, to: 2.5 });
    await at.store.db.deleteFrom('client_connections').where('client_id', '=', 'flood-1').execute();
    at.pass(2 * MINUTE_MS + 1);
    expect(await statusOf('Honest')).toBe(200);
    expect(await pages()).not.toContain('flood-1');
    expect(await statusOf('Also honest')).toBe(200);
    expect(await pages()).toHaveLength(CLASS);
  });

  it('a page that cannot connect stays where it has refreshed its tokens after a while', async () => {
    at = small;
    await flood(CLASS - 3, { from: 40 });
    const [ann, ben, cleo] = [await open('Ann'), await open('Ben'), await open('Cleo')];
    for (const { refreshToken } of [ben, cleo]) await refresh(refreshToken);
    at.pass(2 * MINUTE_MS + 1);
    await refresh(ann.refreshToken);
    // Who refreshes at once, as a program may, is no student yet.
    for (const name of ['Dan', 'Eve']) expect(await statusOf(name)).toBe(200);
    expect(await statusOf('Fay')).toBe(409);
    const left = await pages();
    expect(left).toContain(ann.deviceId);
    for (const page of [ben, cleo]) expect(left).not.toContain(page.deviceId);
  });

  it.each<[string, { from: number; to?: number }]>([
    ['that are connected', { from: 0.1 }],
    ['that were in a lesson, and left', { from: 40, to: 3 }],
    ['whose connection has just broken', { from: 1, to: 0.5 }],
  ])('pages %s stay', async (_, connected) => {
    at = small;
    await flood(CLASS, connected);
    at.pass(connected.to === 0.5 ? MINUTE_MS : 3 * MINUTE_MS);
    expect(await statusOf('Honest')).toBe(409);
  });

  it('tells consoles why pages are refused, once in some minutes', async () => {
    at = small;
    at.published.length = 0;
    at.pass(5 * MINUTE_MS);
    await flood(CLASS);
    await statusOf('Ann');
    await statusOf('Ben');
    const told = () =>
      at.published.filter((change) => (change as { resource: string }).resource === 'student-pages');
    expect(told()).toEqual([
      {
        tenant: 'demo',
        site: 'riverside',
        resource: 'student-pages',
        id: 'full',
        change: 'updated',
        at: at.now(),
      },
    ]);
    at.pass(MINUTE_MS);
    await statusOf('Ann');
    expect(told()).toHaveLength(1);
  });
});

it('a page has so many students at most, and who was not seen for longest makes room', async () => {
  const { db } = at.store;
  await db.deleteFrom('devices').where('client_key', 'is not', null).execute();
  const ann = await open('Ann');
  const page = await db
    .selectFrom('clients')
    .selectAll()
    .where('id', '=', ann.clientId)
    .executeTakeFirstOrThrow();
  const seenAt = (seconds: number) => new Date(at.now() + seconds * 1_000);
  const others = Array.from({ length: 49 }, (_, n) => ({
    id: `s-${n}`,
    user_id: `s-${n}`,
    user_name: `S ${n}`,
  }));
  await db
    .insertInto('clients')
    .values(others.map((each, n) => ({ ...page, ...each, last_seen_at: seenAt(n + 1) })))
    .execute();
  at.pass(MINUTE_MS);
  const ben = await open('Ben', ann.clientKey);
  const clients = await db
    .selectFrom('clients')
    .select('id')
    .where('device_id', '=', page.device_id)
    .execute();
  const ids = clients.map(({ id }) => id);
  expect(ids).toHaveLength(50);
  expect(ids).toEqual(expect.arrayContaining([ben.clientId, 's-0', 's-48']));
  expect(ids).not.toContain(ann.clientId);
  expect((await at.call('POST', '/refresh', { bearer: ann.refreshToken })).status).toBe(401);
});

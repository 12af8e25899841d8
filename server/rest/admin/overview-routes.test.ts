import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addSiteSecret } from '#auth/secrets/site-secrets.ts';
import { adminOverviewSchema } from '#protocol/rest/admin/overview.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { createGuide } from '#store/overview/guide.ts';
import { createTenants } from '#store/tenants/tenants.ts';
import { ADMIN, MANAGER, openTestRest, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * 86_400_000);

describe.each(BACK_ENDS)('the overview of the admin realm on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd, () => NOW);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);

  const read = (token = ADMIN) => rest.read(token, '/admin/overview', adminOverviewSchema);
  const whole = async () => v.parse(adminOverviewSchema.entries.whole.wrapped, (await read()).whole);

  it('counts each device once, by when it was online', async () => {
    const { db } = rest.store;
    const devices = await db
      .selectFrom('devices')
      .select(['id', 'hostname', 'type'])
      .where('tenant', '=', 'demo')
      .where('site_id', '=', 'riverside')
      .orderBy('id')
      .limit(4)
      .execute();
    await db.updateTable('devices').set({ last_seen_at: null }).where('tenant', '=', 'demo').execute();
    await db.deleteFrom('client_connections').execute();
    const before = (await read()).devices;
    expect(before).toMatchObject({ online: 0, recent: 0, away: 0 });
    expect(before.never).toBeGreaterThan(100);

    const [twice, gone, longAgo, seen] = devices.map(({ id }) => id);
    const connect = async (device: string | undefined, n: number, ended: Date | null) => {
      const client = { tenant: 'demo', id: `overview-${device}-${n}` };
      await db
        .insertInto('clients')
        .values({
          ...client,
          site_id: 'riverside',
          device_id: device ?? null,
          user_id: client.id,
          auth_type: 'session',
          user_name: client.id,
          hostname: client.id,
          type: 'extension',
        })
        .execute();
      await db
        .insertInto('client_connections')
        .values({ tenant: 'demo', client_id: client.id, connected_at: daysAgo(30), ended_at: ended })
        .execute();
    };
    await connect(twice, 1, null);
    await connect(twice, 2, daysAgo(1));
    await connect(gone, 1, daysAgo(2));
    await connect(longAgo, 1, daysAgo(8));
    await db
      .updateTable('devices')
      .set({ last_seen_at: daysAgo(1) })
      .where('tenant', '=', 'demo')
      .where('id', '=', seen ?? '')
      .execute();
    const after = (await read()).devices;
    expect(after).toMatchObject({ online: 1, recent: 2, away: 1, never: before.never - 4 });
    expect(after.versions[0]).toMatchObject({ type: 'windowsAgent', count: expect.any(Number) });
  });

  it('shows managers the sites on which they may give roles, and nothing of the whole tenant', async () => {
    const all = await read();
    const managed = await read(MANAGER);
    expect(all.sites.count).toBe(3);
    expect(managed.sites.count).toBe(2);
    expect(managed.whole).toBeUndefined();
    const count = ({ devices }: typeof all) => devices.online + devices.recent + devices.away + devices.never;
    expect(count(managed)).toBe(count(all) - 8);
  });

  it('names what needs somebody: sites that are closed, jobs that failed, runners that are away, tokens that end', async () => {
    const { db } = rest.store;
    await db.deleteFrom('site_tokens').where('tenant', '=', 'demo').execute();
    const place = { tenant: 'demo', site: 'riverside' };
    await addSiteSecret(db, place, { encryption: undefined, id: 'overview-old' });
    await addSiteSecret(db, place, { encryption: undefined, id: 'overview-new' });
    const ends = new Date(NOW + 5 * 86_400_000);
    await db
      .updateTable('site_tokens')
      .set({ expires_at: ends })
      .where('tenant', '=', 'demo')
      .where('id', '=', 'overview-old')
      .execute();
    await db
      .updateTable('site_runners')
      .set({ connected_at: daysAgo(3), ended_at: daysAgo(1) })
      .where('tenant', '=', 'demo')
      .where('id', '=', 'runner-riverside')
      .execute();
    expect((await read()).sites).toEqual({ count: 3, closed: 2 });
    const { syncs, runners, endingTokens } = await whole();
    expect(syncs).toMatchObject({ count: 5, active: 3, failed: 1 });
    expect(syncs.latest[0]).toMatchObject({
      id: 'sync-tutors',
      hasFailed: true,
      humanError: 'The folder /Hillcrest/Staff was not found',
    });
    expect(runners).toEqual({
      count: 2,
      connected: 0,
      away: [{ id: 'runner-riverside', name: 'Riverside server room', endedAt: daysAgo(1).toISOString() }],
    });
    expect(endingTokens).toEqual([
      { siteId: 'riverside', siteName: 'Riverside School', expiresAt: ends.toISOString() },
    ]);
  });

  it('knows by facts how far a tenant has come, and keeps what is left out', async () => {
    const { db } = rest.store;
    await createTenants(db).ensure({ key: 'new', name: 'New School' });
    const guide = createGuide(db);
    expect(await guide.done('new')).toEqual([]);
    await db.insertInto('sites').values({ tenant: 'new', id: 's', name: 'S' }).execute();
    const directory = { tenant: 'new', id: 'i', name: 'I', service: 'google', disabled: true } as const;
    await db.insertInto('integrations').values(directory).execute();
    await db.insertInto('site_runners').values({ tenant: 'new', id: 'r', site_id: 's', name: 'R' }).execute();
    expect(await guide.done('new')).toEqual(['site']);
    await db.updateTable('integrations').set({ disabled: false }).where('tenant', '=', 'new').execute();
    await db
      .updateTable('site_runners')
      .set({ connected_at: new Date() })
      .where('tenant', '=', 'new')
      .execute();
    expect(await guide.done('new')).toEqual(['site', 'directory', 'runner']);
    expect((await whole()).guide.done).toEqual(['site', 'directory', 'tutors', 'devices', 'runner']);

    const choices = { skipped: ['runner'], isHidden: true };
    const put = (body: object) => rest.call(ADMIN, '/admin/overview/guide', body);
    expect((await put({ ...choices, skipped: ['runner', 'runner'] })).status).toBe(200);
    expect((await whole()).guide).toMatchObject(choices);
    expect(await guide.choices('new')).toEqual({ skipped: [], isHidden: false });
    expect((await put({ skipped: ['everything'], isHidden: true })).status).toBe(400);
    expect((await whole()).guide).toMatchObject(choices);
  });
});

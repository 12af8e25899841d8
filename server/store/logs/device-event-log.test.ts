import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DeviceEvent } from '#protocol/device-event.ts';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { createDeviceEventLog, type DeviceEventLog } from './device-event-log.ts';
import { createEventPictures } from './event-pictures.ts';
import { removeOldLogs } from './log-retention.ts';
import { createUserLogs } from './user-logs.ts';

const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;
const YEAR_MS = 365 * 24 * HOUR_MS;
const tenant = 'demo';
const site = 'riverside';
const client = { tenant, site, clientId: 'c-1' };
const NOW = 1_800_000_000_000;
const event: DeviceEvent = {
  policyId: 'p-1',
  rule: '*.games.example',
  effectType: 'BlockWebsitesDefinition',
  context: { url: 'https://games.example/' },
  timeTriggered: NOW - 5_000,
};

describe.each(BACK_ENDS)('the log of device events on %s', (backEnd) => {
  let store: TestStore;
  let log: DeviceEventLog;
  let user: { id: string; name: string; email: string | null };

  beforeAll(async () => {
    store = await openTestStore(backEnd, 10);
    log = createDeviceEventLog(store.db, async ({ clientId }) => [`group-of-${clientId}`]);
    user = await store.db
      .selectFrom('users')
      .select(['id', 'name', 'email'])
      .where('site_id', '=', site)
      .where('email', 'is not', null)
      .executeTakeFirstOrThrow();
    const seat = { tenant, site_id: site, device_id: null, type: 'extension' as const, hostname: 'PC' };
    await store.db
      .insertInto('clients')
      .values([
        { ...seat, id: 'c-1', user_id: user.id, auth_type: 'user', user_name: 'Name at sign-in' },
        { ...seat, id: 'c-guest', user_id: 'guest-1', auth_type: 'session', user_name: 'Guest' },
      ])
      .execute();
  }, LONG_MS);
  afterAll(() => store.dispose(), LONG_MS);
  beforeEach(() => store.db.deleteFrom('user_logs').where('client_id', 'is not', null).execute());

  const rows = () =>
    store.db.selectFrom('user_logs').selectAll().where('client_id', 'is not', null).orderBy('id').execute();

  it('keeps the picture that came with it, until the alert goes', async () => {
    const data = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3]).toString('base64');
    const pictured = { ...event, picture: { contentType: 'image/jpeg' as const, data } };
    expect((await log.keep(client, pictured, NOW)).name).toBe('kept');
    expect((await log.keep(client, pictured, NOW)).name).toBe('repeated');
    const [mediaId = ''] = (await rows())[0]?.media_images ?? [];
    const pictures = createEventPictures(store.db);
    expect(await pictures.read(tenant, mediaId)).toEqual(Buffer.from(data, 'base64'));
    expect(await pictures.ownerOf({ tenant, site }, mediaId)).toEqual({
      userId: user.id,
      clientId: 'c-1',
      userGroupIds: ['group-of-c-1'],
    });
    expect(await pictures.ownerOf({ tenant, site: 'hillcrest' }, mediaId)).toBeUndefined();
    await store.db.deleteFrom('user_logs').where('client_id', '=', 'c-1').execute();
    expect(await pictures.read(tenant, mediaId)).toBeUndefined();
  });

  it('keeps the words where the picture is none', async () => {
    const data = Buffer.from('<svg onload=alert(1)>').toString('base64');
    await log.keep(client, { ...event, picture: { contentType: 'image/jpeg', data } }, NOW);
    expect(await rows()).toMatchObject([{ policy_id: 'p-1', media_images: [] }]);
  });

  it('names who it was by the directory', async () => {
    const kept = await log.keep(client, event, NOW);
    expect(kept.name).toBe('kept');
    expect(await rows()).toMatchObject([
      {
        tenant,
        site_id: site,
        client_id: 'c-1',
        user_id: user.id,
        auth_type: 'user',
        user_name: user.name,
        user_email: user.email,
        user_group_ids: ['group-of-c-1'],
        combined_identifier: `users/${user.id}`,
        policy_id: 'p-1',
        rule: '*.games.example',
        effect_type: 'BlockWebsitesDefinition',
        action_type: null,
        read: false,
        context: { url: 'https://games.example/' },
        time_triggered: new Date(NOW),
        device_time: new Date(NOW - 5_000),
        id: kept.name === 'kept' ? kept.id : '',
      },
    ]);
  });

  it('names a guest by what they signed in with', async () => {
    await log.keep({ ...client, clientId: 'c-guest' }, event, NOW);
    expect(await rows()).toMatchObject([
      { user_name: 'Guest', user_email: null, auth_type: 'session', combined_identifier: 'sessions/guest-1' },
    ]);
  });

  it('keeps the same event once, and another device’s or another’s beside it', async () => {
    expect(await log.keep(client, event, NOW)).toMatchObject({ name: 'kept' });
    // The device was offline before the acknowledgement came.
    for (const later of [NOW, NOW + 3_600_000])
      expect(await log.keep(client, event, later)).toMatchObject({ name: 'repeated' });
    await log.keep({ ...client, clientId: 'c-guest' }, event, NOW);
    await log.keep(client, { ...event, rule: 'other' }, NOW);
    await log.keep(client, { ...event, timeTriggered: event.timeTriggered + 1 }, NOW);
    expect(await rows()).toHaveLength(4);
  });

  it.each([
    ['is right', 0],
    ['is an hour ahead', HOUR_MS],
    ['is a day ahead', 24 * HOUR_MS],
    ['is a year ahead', YEAR_MS],
    ['is an hour behind', -HOUR_MS],
    ['is a day behind', -24 * HOUR_MS],
    ['is a year behind', -YEAR_MS],
    ['says 1970', -NOW],
  ])(
    'orders, counts and keeps an event by its arrival where the clock of the device %s',
    async (_, offMs) => {
      const logs = createUserLogs(store.db);
      const at = { tenant, site };
      await log.keep({ ...client, clientId: 'c-guest' }, { ...event, rule: 'before' }, NOW - 1_000);
      const jpeg = Buffer.from([0xff, 0xd8, 0xff]).toString('base64');
      const picture = { contentType: 'image/jpeg' as const, data: jpeg };
      await log.keep(client, { ...event, timeTriggered: NOW + offMs, picture }, NOW);
      await log.keep({ ...client, clientId: 'c-guest' }, { ...event, rule: 'after' }, NOW + 1_000);

      const found = (await logs.list(at, {}, { limit: 3 })).map(({ rule }) => rule);
      expect(found).toEqual(['after', event.rule, 'before']);
      const [own] = await logs.list(at, { clientId: 'c-1' }, { limit: 3 });
      expect([own?.timeTriggered, own?.deviceTime]).toEqual([
        new Date(NOW).toISOString(),
        new Date(NOW + offMs).toISOString(),
      ]);
      expect(own?.mediaImages).toEqual([expect.stringMatching(`^picture-00${NOW}-`)]);
      const rung = await logs.times(at, new Date(NOW - 1));
      expect(rung.map(({ clientId }) => clientId).sort()).toEqual(['c-1', 'c-guest']);
      await removeOldLogs(store.db, new Date(NOW));
      expect((await rows()).map(({ rule }) => rule).sort()).toEqual([event.rule, 'after']);
    },
  );

  it('knows no client of another site', async () => {
    const unknown = { name: 'unknown' };
    expect(await log.keep({ ...client, site: 'hillcrest' }, event, NOW)).toEqual(unknown);
    expect(await log.keep({ ...client, clientId: 'nobody' }, event, NOW)).toEqual(unknown);
    expect(await rows()).toEqual([]);
  });
});

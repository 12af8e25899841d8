import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createEnrolment } from '#auth/enrolment/enrolment.ts';
import { duplicateDevicesSchema } from '#protocol/rest/admin/duplicate-devices.ts';
import { siteTokenSchema } from '#protocol/rest/admin/site.ts';
import { toJson } from '#store/database.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { ADMIN, MAINTAINER, MANAGER, openTestRest, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const SITE = { tenant: 'demo', site_id: 'riverside' } as const;
const PATH = '/admin/duplicate-devices';

describe.each(BACK_ENDS)('devices that may be one or several on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(async () => {
    await db().deleteFrom('devices').where('id', 'like', 'dup-%').execute();
    rest.endedFamilies.length = 0;
    rest.published.length = 0;
  });

  const db = () => rest.store.db;
  const read = () => rest.read(ADMIN, PATH, duplicateDevicesSchema);
  const send = (what: 'unite' | 'separate', body: object) =>
    rest.call(ADMIN, `${PATH}/${what}`, body, 'POST');
  type Hints = { serial?: string; macs?: string[]; agent?: string };
  const addDevice = (id: string, hostname: string, { serial, macs = [], agent }: Hints = {}) =>
    db()
      .insertInto('devices')
      .values({
        ...SITE,
        id,
        hostname,
        type: 'windowsAgent',
        serial_number: serial ?? null,
        mac_addresses: toJson(macs),
        installations: toJson(agent === undefined ? [] : [agent]),
      })
      .execute();
  async function addClient(
    id: string,
    device_id: string,
    { hostname = 'h', user = 'Student', isOpen = false } = {},
  ) {
    await db()
      .insertInto('clients')
      .values({
        ...SITE,
        id,
        device_id,
        user_id: `user of ${id}`,
        auth_type: 'session',
        user_name: user,
        hostname,
        type: 'windowsAgent',
        last_seen_at: new Date(Date.now()),
      })
      .execute();
    await db()
      .insertInto('refresh_tokens')
      .values({
        tenant: 'demo',
        hash: `hash of ${id}`,
        family: `family of ${id}`,
        subject_kind: 'device',
        subject_id: id,
        expires_at: new Date(Date.UTC(2030, 0, 1)),
      })
      .onConflict((row) => row.doNothing())
      .execute();
    await db()
      .insertInto('client_connections')
      .values({
        tenant: 'demo',
        client_id: id,
        connected_at: new Date(),
        ended_at: isOpen ? null : new Date(),
        ended_why: isOpen ? null : 'left',
        replaced_at: null,
        refused_at: null,
        refused_why: null,
      })
      .execute();
  }
  const groupsOf = async (device: string) => {
    const rows = await db()
      .selectFrom('group_members')
      .select('group_id')
      .where('device_id', '=', device)
      .orderBy('group_id')
      .execute();
    return rows.map(({ group_id }) => group_id);
  };
  const clientsOf = async (device: string) => {
    const rows = await db()
      .selectFrom('clients')
      .select('id')
      .where('device_id', '=', device)
      .orderBy('id')
      .execute();
    return rows.map(({ id }) => id);
  };
  const rowOf = (id: string) =>
    db().selectFrom('devices').selectAll().where('id', '=', id).executeTakeFirst();

  it('lists devices that share a serial number, an adapter or a name, and no two with other numbers', async () => {
    await addDevice('dup-1', 'DUP-A', { serial: 'DUP1' });
    await addDevice('dup-2', 'DUP-B', { serial: 'DUP1' });
    await addDevice('dup-3', 'DUP-C', { macs: ['3c:52:82:00:00:01'] });
    await addDevice('dup-4', 'dup-c', { macs: ['3c:52:82:00:00:01'] });
    await addDevice('dup-5', 'DUP-D', { serial: 'DUP5' });
    await addDevice('dup-6', 'DUP-D', { serial: 'DUP6' });
    // The device got a new mainboard.
    await addDevice('dup-7', 'DUP-E', { serial: 'DUP7' });
    await addDevice('dup-8', 'DUP-E', { serial: 'DUP8' });
    const longAgo = {
      created_at: new Date(Date.UTC(2020, 0, 1)),
      last_seen_at: new Date(Date.UTC(2021, 0, 1)),
    };
    await db().updateTable('devices').set(longAgo).where('id', '=', 'dup-7').execute();
    const { mayBeOne, isWhole } = await read();
    const found = mayBeOne.map(({ reasons, devices }) => [reasons, devices.map(({ id }) => id)]);
    expect(found).toContainEqual([['serial'], ['dup-1', 'dup-2']]);
    expect(found).toContainEqual([
      ['name', 'adapter'],
      ['dup-3', 'dup-4'],
    ]);
    expect(found).toContainEqual([['name'], ['dup-7', 'dup-8']]);
    expect(JSON.stringify(found)).not.toContain('dup-5');
    expect(mayBeOne.every(({ siteName }) => siteName === 'Riverside School')).toBe(true);
    expect(isWhole).toBe(true);
  });

  it('unites two, which come back as they were when they are separated', async () => {
    const [one, two] = await db()
      .selectFrom('groups')
      .select('id')
      .where('tenant', '=', 'demo')
      .where('site_id', '=', 'riverside')
      .where('definition_name', '=', 'deviceGroup')
      .orderBy('id')
      .limit(2)
      .execute();
    await addDevice('dup-1', 'DUP-A', { serial: 'DUP1', agent: 'a1' });
    await addDevice('dup-2', 'DUP-B', { serial: 'DUP2', agent: 'a2' });
    await addClient('dup-c1', 'dup-1');
    await addClient('dup-c2', 'dup-2');
    await addClient('dup-c3', 'dup-2', { user: 'Ada', isOpen: true });
    const member = (group_id = '', device_id = '') => ({
      tenant: 'demo',
      group_id,
      device_id,
      user_id: null,
    });
    await db()
      .insertInto('group_members')
      .values([member(one?.id, 'dup-1'), member(one?.id, 'dup-2'), member(two?.id, 'dup-2')])
      .execute();
    const [policy] = await db()
      .selectFrom('policies')
      .select('id')
      .where('site_id', '=', 'riverside')
      .limit(1)
      .execute();
    await db()
      .insertInto('policy_applications')
      .values({
        tenant: 'demo',
        id: 'dup-p',
        policy_id: policy?.id ?? '',
        device_id: 'dup-2',
        group_id: null,
        user_id: null,
        disabled_ttl: null,
        expiry: null,
      })
      .execute();
    const before = [await rowOf('dup-1'), await rowOf('dup-2')];

    expect(await send('unite', { id: 'dup-1', otherId: 'dup-2' })).toMatchObject({
      status: 200,
      body: { id: 'dup-1' },
    });
    expect(await rowOf('dup-2')).toBeUndefined();
    expect(await clientsOf('dup-1')).toEqual(['dup-c1', 'dup-c3']);
    expect(await groupsOf('dup-1')).toEqual([one?.id, two?.id]);
    expect(rest.endedFamilies.toSorted()).toEqual(
      ['dup-c1', 'dup-c2', 'dup-c3'].map((id) => `family of ${id}`),
    );
    expect(rest.published).toContainEqual(
      expect.objectContaining({ resource: 'devices', id: 'dup-2', change: 'deleted', site: 'riverside' }),
    );
    expect((await read()).mayBeSeveral).toContainEqual(
      expect.objectContaining({
        reasons: ['united'],
        device: expect.objectContaining({ id: 'dup-1' }),
        united: [expect.objectContaining({ id: 'dup-2', name: 'DUP-B' })],
      }),
    );

    expect(await send('separate', { id: 'dup-1', unitedId: 'dup-2' })).toMatchObject({
      body: { id: 'dup-2' },
    });
    expect([await rowOf('dup-1'), await rowOf('dup-2')]).toEqual(before);
    expect([await clientsOf('dup-1'), await clientsOf('dup-2')]).toEqual([['dup-c1'], ['dup-c2', 'dup-c3']]);
    expect([await groupsOf('dup-1'), await groupsOf('dup-2')]).toEqual([[one?.id], [one?.id, two?.id]]);
    const applied = db().selectFrom('policy_applications').select('device_id').where('id', '=', 'dup-p');
    expect(await applied.execute()).toEqual([{ device_id: 'dup-2' }]);
    expect(await send('separate', { id: 'dup-1', unitedId: 'dup-2' })).toMatchObject({ status: 404 });
  });

  it('a machine of a united device logs in as the one that stands for both, and as itself when separated', async () => {
    const enrolment = createEnrolment({
      db: db(),
      mostPages: 10,
      knowsConnections: true,
      clock: Date.now,
      wait: async () => {},
    });
    const issued = await rest.call(ADMIN, '/sites/riverside/tokens/rotate', {}, 'POST');
    const token = v.parse(siteTokenSchema, issued.body);
    const secret = token.name === 'readable' ? token.secret : '';
    const logIn = async (hostname: string, installationId: string) => {
      const user = { name: 'Student' };
      const login = { secret, type: 'windowsAgent' as const, hostname, installationId, user };
      const result = await enrolment.device('demo', login, { atPage: false, mayMakePage: () => true });
      return result.name === 'enrolled' ? result.client.deviceId : result.name;
    };
    const [a, b] = [await logIn('DUP-A', 'agent a'), await logIn('DUP-B', 'agent b')];
    await send('unite', { id: a, otherId: b });
    expect([await logIn('DUP-A', 'agent a'), await logIn('DUP-B', 'agent b')]).toEqual([a, a]);
    expect(await logIn('DUP-B2', 'agent b')).toBe(a);
    await send('separate', { id: a, unitedId: b });
    expect([await logIn('DUP-A', 'agent a'), await logIn('DUP-B2', 'agent b')]).toEqual([a, b]);
    expect((await rowOf(b))?.hostname).toBe('DUP-B2');
  });

  it('divides a device that is used under several names, and unites it again', async () => {
    await addDevice('dup-1', 'DUP-A', { serial: 'DUP1', macs: ['3c:52:82:00:00:01'], agent: 'a1' });
    await addClient('dup-c1', 'dup-1', { hostname: 'DUP-A' });
    await addClient('dup-c2', 'dup-1', { hostname: 'DUP-B', user: 'Ada' });
    expect((await read()).mayBeSeveral).toContainEqual(
      expect.objectContaining({ reasons: ['names'], names: ['DUP-A', 'DUP-B'] }),
    );
    const { body } = await send('separate', { id: 'dup-1' });
    const { id } = body as { id: string };
    expect(await rowOf(id)).toMatchObject({ hostname: 'DUP-B', serial_number: 'DUP1', mac_addresses: [] });
    expect([await clientsOf('dup-1'), await clientsOf(id)]).toEqual([['dup-c1'], ['dup-c2']]);
    expect((await read()).mayBeSeveral.map(({ device }) => device.id)).not.toContain('dup-1');
    expect(await send('unite', { id: 'dup-1', otherId: id })).toMatchObject({ status: 200 });
    expect(await clientsOf('dup-1')).toEqual(['dup-c1', 'dup-c2']);
    // The stored former state does not contain deleted people either.
    await db().updateTable('clients').set({ auth_type: 'user' }).where('id', '=', 'dup-c2').execute();
    await send('separate', { id: 'dup-1', unitedId: id });
    await send('unite', { id: 'dup-1', otherId: id });
    await db()
      .insertInto('users')
      .values({ ...SITE, id: 'user of dup-c2', name: 'Ada Former', email: null })
      .execute();
    await rest.call(MAINTAINER, '/users/user%20of%20dup-c2', undefined, 'DELETE');
    const former = await db().selectFrom('united_devices').select('former').where('id', '=', id).execute();
    expect(JSON.stringify(former)).not.toContain('user of dup-c2');
    await db().deleteFrom('devices').where('id', '=', 'dup-1').execute();
  });

  it('refuses to unite what is connected at once, gone, or on another site, and managers', async () => {
    await addDevice('dup-1', 'DUP-A');
    await addDevice('dup-2', 'DUP-B');
    await addClient('dup-c1', 'dup-1', { isOpen: true });
    await addClient('dup-c2', 'dup-2', { isOpen: true });
    const statusOf = async (otherId: string) => (await send('unite', { id: 'dup-1', otherId })).status;
    expect([await statusOf('dup-2'), await statusOf('dup-1'), await statusOf('none')]).toEqual([
      409, 404, 404,
    ]);
    expect(await statusOf('h-d-00001')).toBe(404);
    expect((await send('unite', { id: 'dup-1' })).status).toBe(400);
    expect(await rest.refusal(MANAGER, PATH)).toMatchObject({ status: 403 });
    expect(await rest.refusedWrite(MANAGER, `${PATH}/separate`, { id: 'dup-1' }, 'POST')).toMatchObject({
      status: 403,
    });
  });
});

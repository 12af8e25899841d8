import { describe, expect, it } from 'vitest';
import { siteDeviceSchema } from '#protocol/rest/device.ts';
import { siteUserSchema } from '#protocol/rest/user.ts';
import { userLogTimesListSchema } from '#protocol/rest/user-log.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { groupRestFor } from './fakes/group-rest.ts';
import { MAINTAINER, TEACHER } from './fakes/open-test-rest.ts';

const SITE = { tenant: 'demo', site_id: 'riverside' };
const HOUR_MS = 3_600_000;

describe.each(BACK_ENDS)('people and devices of the site on %s', (backEnd) => {
  const at = groupRestFor(backEnd);
  const db = () => at.rest.store.db;

  const addClient = (client: { id: string; user_id: string; device_id: string; hoursAgo: number }) => {
    const { hoursAgo, ...row } = client;
    return db()
      .insertInto('clients')
      .values({
        ...SITE,
        ...row,
        auth_type: 'user',
        user_name: `name of ${row.user_id}`,
        hostname: `host of ${row.device_id}`,
        type: 'windowsAgent',
        last_seen_at: new Date(Date.UTC(2026, 10, 2) - hoursAgo * HOUR_MS),
      })
      .execute();
  };
  const addSession = (client: string, family: string) =>
    db()
      .insertInto('refresh_tokens')
      .values({
        tenant: 'demo',
        hash: `hash of ${family}`,
        family,
        subject_kind: 'device',
        subject_id: client,
        expires_at: new Date(Date.UTC(2030, 0, 1)),
      })
      .execute();

  it('a person comes with the devices at which they were, the newest first', async () => {
    await addClient({ id: 'c-old', user_id: 'r-u-00010', device_id: 'r-d-00010', hoursAgo: 9 });
    await addClient({ id: 'c-new', user_id: 'r-u-00010', device_id: 'r-d-00011', hoursAgo: 1 });
    const user = await at.rest.read(MAINTAINER, '/users/r-u-00010', siteUserSchema);
    expect(user.devices.map(({ clientId, deviceId }) => [clientId, deviceId])).toEqual([
      ['c-new', 'r-d-00011'],
      ['c-old', 'r-d-00010'],
    ]);
    const { body } = await at.rest.call(MAINTAINER, '/users?limit=500');
    expect(body).toContainEqual(expect.objectContaining({ id: 'r-u-00010', devices: user.devices }));
  });

  it('a device comes with who was there last, and with its groups by list and by hostname', async () => {
    await addClient({ id: 'c-first', user_id: 'r-u-00012', device_id: 'r-d-00012', hoursAgo: 5 });
    await addClient({ id: 'c-last', user_id: 'r-u-00013', device_id: 'r-d-00012', hoursAgo: 2 });
    await at.rest.call(MAINTAINER, at.pathOf('Exam Laptops', '/members'), { members: ['r-d-00012'] });
    const device = await at.rest.read(MAINTAINER, '/devices/r-d-00012', siteDeviceSchema);
    expect(device.client).toEqual({
      clientId: 'c-last',
      userId: 'r-u-00013',
      authType: 'user',
      userName: 'name of r-u-00013',
    });
    expect(device.groups).toEqual(
      expect.arrayContaining([at.rest.idOf('Exam Laptops'), at.rest.idOf('All devices')]),
    );
    // Another tutor receives only groups that this tutor may see.
    const { body: groups } = await at.rest.call(TEACHER, '/groups?limit=500');
    const visible = (groups as { id: string }[]).map(({ id }) => id);
    const told = await at.rest.read(TEACHER, '/devices/r-d-00012', siteDeviceSchema);
    expect(told.groups).toEqual(device.groups.filter((id) => visible.includes(id)));
    expect(told.groups).not.toContain(at.rest.idOf('Exam Laptops'));
    expect(told.groups).not.toEqual([]);
    await at.rest.call(MAINTAINER, at.pathOf('Exam Laptops', '/members'), { members: [] });
  });

  it('a device that is deleted takes its clients, memberships and sessions along', async () => {
    await addClient({ id: 'c-gone', user_id: 'r-u-00014', device_id: 'r-d-00014', hoursAgo: 1 });
    await addSession('c-gone', 'family of c-gone');
    await at.rest.call(MAINTAINER, at.pathOf('Exam Laptops', '/members'), {
      members: ['r-d-00014', 'r-d-00015'],
    });
    at.rest.published.length = 0;
    const { status } = await at.rest.call(MAINTAINER, '/devices/r-d-00014', undefined, 'DELETE');
    expect(status).toBe(200);
    expect(at.rest.endedFamilies).toContain('family of c-gone');
    expect(await at.memberIds('Exam Laptops')).toEqual(['r-d-00015']);
    expect(await db().selectFrom('clients').selectAll().where('id', '=', 'c-gone').execute()).toEqual([]);
    expect(await at.rest.refusal(MAINTAINER, '/devices/r-d-00014')).toEqual({
      status: 404,
      code: 'not-found',
    });
    expect(at.rest.published[0]).toMatchObject({ resource: 'devices', id: 'r-d-00014', change: 'deleted' });
    // The device's person still exists.
    expect((await at.rest.call(MAINTAINER, '/users/r-u-00014')).status).toBe(200);
  });

  it('a person who is deleted takes their clients, memberships, policies and sessions along', async () => {
    await addClient({ id: 'c-left', user_id: 'r-u-00016', device_id: 'r-d-00016', hoursAgo: 1 });
    await addSession('c-left', 'family of c-left');
    await at.rest.call(MAINTAINER, at.pathOf('Chess Club', '/members'), { members: ['r-u-00016'] });
    const [policy] = (await at.rest.call(MAINTAINER, '/policies')).body as { id: string }[];
    await at.rest.call(MAINTAINER, '/users/r-u-00016/policies', { policies: [{ policyId: policy?.id }] });
    const { status } = await at.rest.call(MAINTAINER, '/users/r-u-00016', undefined, 'DELETE');
    expect(status).toBe(200);
    expect(at.rest.endedFamilies).toContain('family of c-left');
    expect(await at.memberIds('Chess Club')).toEqual([]);
    const applied = db().selectFrom('policy_applications').select('id').where('user_id', '=', 'r-u-00016');
    expect(await applied.execute()).toEqual([]);
    // The person's device still exists.
    expect((await at.rest.call(MAINTAINER, '/devices/r-d-00016')).status).toBe(200);
    expect(await at.rest.call(MAINTAINER, '/users/r-u-00016', undefined, 'DELETE')).toMatchObject({
      status: 404,
    });
  });

  it('a device that is shut out loses its secrets and sessions, stays in its groups, and is let in again', async () => {
    await addClient({ id: 'c-lost', user_id: 'r-u-00017', device_id: 'r-d-00017', hoursAgo: 1 });
    await addSession('c-lost', 'family of c-lost');
    const holder = { ...SITE, device_id: 'r-d-00017', installation: 'i1', hostname: 'LOST' };
    await db()
      .insertInto('device_secrets')
      .values({ ...holder, hash: 'hash of a secret' })
      .execute();
    const before = await at.rest.read(MAINTAINER, '/devices/r-d-00017', siteDeviceSchema);
    expect(before).not.toHaveProperty('shutOutAt');
    const { groups } = before;
    at.rest.published.length = 0;
    const path = '/devices/r-d-00017/access';
    const shut = await at.rest.call(MAINTAINER, path, { isShutOut: true });
    expect(shut).toEqual({ status: 200, body: { id: 'r-d-00017', shutOutAt: expect.any(String) } });
    expect(at.rest.endedFamilies).toContain('family of c-lost');
    expect(await db().selectFrom('device_secrets').selectAll().execute()).toEqual([]);
    expect(at.rest.published).toContainEqual(
      expect.objectContaining({ resource: 'devices', id: 'r-d-00017', change: 'updated' }),
    );
    const event = { site: 'riverside', kind: 'tutor', about: before.hostname };
    expect(at.rest.security).toContainEqual(expect.objectContaining({ what: 'device-shut-out', ...event }));
    const device = await at.rest.read(MAINTAINER, '/devices/r-d-00017', siteDeviceSchema);
    expect(device).toMatchObject({ groups, shutOutAt: (shut.body as { shutOutAt: string }).shutOutAt });
    // A second time changes nothing.
    expect(await at.rest.call(MAINTAINER, path, { isShutOut: true })).toEqual(shut);
    expect(await at.rest.call(MAINTAINER, path, { isShutOut: false })).toEqual({
      status: 200,
      body: { id: 'r-d-00017', shutOutAt: null },
    });
    expect(at.rest.security).toContainEqual(expect.objectContaining({ what: 'device-let-in', ...event }));
    expect(await at.rest.read(MAINTAINER, '/devices/r-d-00017', siteDeviceSchema)).not.toHaveProperty(
      'shutOutAt',
    );
  });

  it('only a group maintainer shuts devices out, on their own site', async () => {
    const shutOut = { isShutOut: true };
    expect(await at.rest.refusedWrite(TEACHER, '/devices/r-d-00001/access', shutOut)).toMatchObject({
      status: 403,
    });
    expect(await at.rest.refusedWrite(MAINTAINER, '/devices/h-d-00001/access', shutOut)).toMatchObject({
      status: 404,
    });
    expect(await at.rest.refusedWrite(MAINTAINER, '/devices/r-d-00001/access', {})).toMatchObject({
      status: 400,
      field: 'isShutOut',
    });
  });

  it('only a group maintainer deletes', async () => {
    for (const path of ['/users/r-u-00001', '/devices/r-d-00001']) {
      expect(await at.rest.refusedWrite(TEACHER, path, undefined, 'DELETE')).toMatchObject({ status: 403 });
      expect((await at.rest.call(MAINTAINER, path)).status).toBe(200);
    }
  });

  it('says when each person had alerts, and only since then', async () => {
    const alert = (id: string, hour: number, client_id: string | null) => ({
      ...SITE,
      id,
      user_id: 'r-u-00020',
      user_name: 'x',
      auth_type: 'user',
      client_id,
      time_triggered: new Date(Date.UTC(2031, 0, 1, hour)),
    });
    await db()
      .insertInto('user_logs')
      .values([alert('t1', 1, 'c-a'), alert('t2', 2, 'c-a'), alert('t3', 3, 'c-a'), alert('t4', 3, null)])
      .execute();
    const path = '/userlogs/times?since=2031-01-01T01:00:00.000Z';
    const found = await at.rest.read(MAINTAINER, path, userLogTimesListSchema);
    expect(found).toHaveLength(2);
    expect(found).toContainEqual({
      userId: 'r-u-00020',
      clientId: 'c-a',
      times: ['2031-01-01T03:00:00.000Z', '2031-01-01T02:00:00.000Z'],
    });
    expect(await at.rest.refusal(TEACHER, path)).toMatchObject({ status: 403 });
    expect(await at.rest.refusal(MAINTAINER, '/userlogs/times?since=yesterday')).toMatchObject({
      status: 400,
    });
  });
});

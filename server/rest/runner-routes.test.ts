import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wakeTargetListSchema } from '#protocol/rest/wake-targets.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { createPermissions } from '#store/permissions/permissions.ts';
import { ADMIN, MAINTAINER, openTestRest, RUNNER, type TestRest, tokenOf } from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const PATH = '/site-runners/self/wake-targets';

describe.each(BACK_ENDS)('what a site runner wakes on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);

  const targets = (query: string, tutorId = 'platform') =>
    rest.read(RUNNER, `${PATH}?tutorId=${tutorId}&${query}`, wakeTargetListSchema);
  const ofGroup = (name: string) => targets(`groupId=${rest.idOf(name)}`);
  const idsFor = async (tutorId: string, query: string) =>
    (await targets(query, tutorId)).map(({ deviceId }) => deviceId);

  it('are the addresses of the demo’s Windows devices, the same every time', async () => {
    expect(await targets('deviceIds=r-d-00003,r-d-00001')).toEqual([
      { deviceId: 'r-d-00001', macAddresses: ['02:07:00:00:00:01'] },
      { deviceId: 'r-d-00003', macAddresses: ['02:07:00:00:00:03'] },
    ]);
  });

  it('leave out Chromebooks, strangers and devices of other sites', async () => {
    expect(await targets('deviceIds=r-d-00002,none,h-d-00001')).toEqual([]);
  });

  it('have no address where nobody knows one, and those that the machine itself told', async () => {
    const device = { tenant: 'demo', site_id: 'riverside', type: 'windowsAgent', hostname: 'NEW' } as const;
    await rest.store.db
      .insertInto('devices')
      .values([
        { ...device, id: 'new-1' },
        { ...device, id: 'new-2' },
      ])
      .execute();
    const network = [{ mac: '02-AA-00-00-00-02' }, { mac: 'no address' }, null, { friendly_name: 'Wi-Fi' }];
    await rest.store.db
      .insertInto('device_inventory')
      .values({
        tenant: 'demo',
        site_id: 'riverside',
        device_id: 'new-2',
        inventory_results: JSON.stringify({ network }),
      })
      .execute();
    expect(await targets('deviceIds=new-1,new-2')).toEqual([
      { deviceId: 'new-1', macAddresses: [] },
      { deviceId: 'new-2', macAddresses: ['02:aa:00:00:00:02'] },
    ]);
  });

  it('have one form however an address was written, and none where it is a filler', async () => {
    const device = { tenant: 'demo', site_id: 'riverside', type: 'windowsAgent', hostname: 'NEW' } as const;
    const written = [
      '02AA00000001',
      '02aa.0000.0002',
      '02-AA-00-00-00-03',
      '02:aa:00:00:00:04',
      '2:aa:0:0:0:5',
    ];
    const fillers = ['00:00:00:00:00:00', 'FFFFFFFFFFFF', '01:00:5e:00:00:01', 'unknown', ''];
    await rest.store.db
      .insertInto('devices')
      .values({
        ...device,
        id: 'new-3',
        properties: JSON.stringify({ macAddresses: [...written, ...fillers] }),
        mac_addresses: JSON.stringify(['02:aa:00:00:00:04', '02:aa:00:00:00:06']),
      })
      .execute();
    expect(await targets('deviceIds=new-3')).toEqual([
      { deviceId: 'new-3', macAddresses: [1, 2, 3, 4, 5, 6].map((n) => `02:aa:00:00:00:0${n}`) },
    ]);
  });

  it('are the Windows devices of a group of devices, and those that match one', async () => {
    const suite = await ofGroup('Computer Suite 1');
    expect(suite.length).toBeGreaterThan(5);
    expect(suite.every(({ macAddresses }) => macAddresses.length === 1)).toBe(true);
    expect(await ofGroup('Room 7A')).toHaveLength(17);
    expect(await ofGroup('All Chromebooks')).toEqual([]);
  });

  it('are the devices at which the people of a group sat last', async () => {
    expect(await ofGroup('7A Mathematics')).toEqual([]);
    const seat = { tenant: 'demo', site_id: 'riverside', type: 'windowsAgent', hostname: 'PC' } as const;
    const at = (id: string, device_id: string, user_id: string, second: number) => ({
      ...seat,
      id,
      device_id,
      user_id,
      user_name: id,
      auth_type: 'user' as const,
      last_seen_at: new Date(second * 1_000),
    });
    await rest.store.db
      .insertInto('clients')
      .values([
        at('c-1', 'r-d-00001', 'r-u-00001', 1),
        at('c-2', 'r-d-00005', 'r-u-00002', 1),
        // A student of another class has taken the seat.
        at('c-3', 'r-d-00005', 'r-u-00101', 2),
      ])
      .execute();
    expect(await ofGroup('7A Mathematics')).toEqual([
      { deviceId: 'r-d-00001', macAddresses: ['02:07:00:00:00:01'] },
    ]);
  });

  it('are those that the tutor who asked reaches', async () => {
    const all = Array.from({ length: 120 }, (_, i) => `r-d-${String(i + 1).padStart(5, '0')}`);
    const query = `deviceIds=${all}`;
    await rest.store.db
      .updateTable('clients')
      .from('devices')
      .set(({ ref }) => ({ hostname: ref('devices.hostname') }))
      .whereRef('devices.tenant', '=', 'clients.tenant')
      .whereRef('devices.id', '=', 'clients.device_id')
      .execute();
    const permissions = createPermissions(rest.store.db);
    const teacher = { tenant: 'demo', site: 'riverside', tutorId: 'tutor-teacher', roles: [] };
    const everything = await idsFor('platform', query);
    const reached: string[] = [];
    for (const deviceId of everything)
      if (await permissions.mayReachDevice(teacher, deviceId)) reached.push(deviceId);
    expect(reached.length).toBeGreaterThan(0);
    expect(reached.length).toBeLessThan(everything.length);
    expect(await idsFor('tutor-teacher', query)).toEqual(reached);
    expect(await idsFor('tutor-maintainer', query)).toEqual(everything);
    expect(await idsFor('nobody', query)).toEqual([]);
  });

  it('are not told of a group that the tutor who asked may not see', async () => {
    const permitted = await createPermissions(rest.store.db).permittedGroups({
      tenant: 'demo',
      site: 'riverside',
      tutorId: 'tutor-teacher',
      roles: [],
    });
    const own = [...(permitted === 'all' ? [] : permitted)];
    expect(await idsFor('tutor-teacher', `groupId=${own[0]}`)).toBeDefined();
    for (const name of ['Computer Suite 1', 'Room 7A', 'All Chromebooks']) {
      const id = rest.idOf(name);
      const path = `${PATH}?tutorId=tutor-teacher&groupId=${id}`;
      if (!own.includes(id)) expect((await rest.refusal(RUNNER, path)).status, name).toBe(404);
      expect(await idsFor('tutor-maintainer', `groupId=${id}`)).toBeDefined();
    }
  });

  it('are asked for by device or by group, and for somebody', async () => {
    expect(await rest.refusedWrite(RUNNER, `${PATH}?deviceIds=r-d-00001`)).toMatchObject({
      status: 400,
      code: 'invalid',
      field: 'tutorId',
    });
    for (const query of ['?tutorId=platform', '?tutorId=platform&deviceIds=r-d-00001&groupId=g-900']) {
      expect(await rest.refusedWrite(RUNNER, `${PATH}${query}`)).toEqual({
        status: 400,
        code: 'invalid',
        field: 'deviceIds',
        message: 'Name either devices or a group.',
      });
    }
    for (const group of ['none', rest.idOf('Hillcrest devices'), 'g-other']) {
      expect(await rest.refusal(RUNNER, `${PATH}?tutorId=platform&groupId=${group}`)).toEqual({
        status: 404,
        code: 'not-found',
      });
    }
  });

  it('are told to runners of the site only, and runners are told nothing else', async () => {
    const query = `${PATH}?tutorId=platform&deviceIds=r-d-00001`;
    for (const token of [
      ...[MAINTAINER, ADMIN, tokenOf({ kind: 'device', site: 'riverside', sub: 'c-1' })],
      tokenOf({ kind: 'runner', site: 'riverside', sub: 'runner-gone' }),
      tokenOf({ kind: 'runner', site: 'riverside', sub: 'runner-hillcrest' }),
      tokenOf({ kind: 'runner', sub: 'runner-riverside' }),
    ]) {
      expect(await rest.refusal(token, query)).toEqual({ status: 403, code: 'forbidden' });
    }
    const hillcrest = tokenOf({ kind: 'runner', site: 'hillcrest', sub: 'runner-hillcrest' });
    expect(await rest.read(hillcrest, query, wakeTargetListSchema)).toEqual([]);
    for (const path of ['/groups', '/devices', '/userlogs', '/stun/creds', '/none']) {
      expect(await rest.refusal(RUNNER, path), path).toEqual({ status: 403, code: 'forbidden' });
    }
  });
});

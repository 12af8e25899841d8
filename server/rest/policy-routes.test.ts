import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  appliedPolicyListSchema,
  memberPolicyListSchema,
  recipientPoliciesSchema,
} from '#protocol/rest/policy.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { ASSISTANT, MAINTAINER, openTestRest, TEACHER, type TestRest } from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;
/** `No social media`, `No games`, `Quiet classroom`, `Exam conditions` of the demo. */
const [SOCIAL, GAMES, QUIET, EXAM] = ['p-900', 'p-899', 'p-898', 'p-897'];

describe.each(BACK_ENDS)('applying policies on %s', (backEnd) => {
  let rest: TestRest;
  let maths: string;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
    maths = `/groups/${rest.idOf('7A Mathematics')}`;
    // A student of the class uses a device, after a student of another class.
    const seat = { tenant: 'demo', site_id: 'riverside', type: 'windowsAgent', auth_type: 'user' } as const;
    await rest.store.db
      .insertInto('clients')
      .values([
        {
          ...seat,
          id: 'c-1',
          device_id: 'r-d-00101',
          user_id: 'r-u-00101',
          user_name: 'Before',
          hostname: 'RS-10A-05',
          last_seen_at: new Date(1_000),
        },
        {
          ...seat,
          id: 'c-2',
          device_id: 'r-d-00101',
          user_id: 'r-u-00005',
          user_name: 'Now',
          hostname: 'RS-10A-05',
          last_seen_at: new Date(2_000),
        },
      ])
      .execute();
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(async () => {
    await rest.call(TEACHER, `${maths}/policies`, { policies: [{ policyId: SOCIAL, disabled: false }] });
    rest.published.length = 0;
  });

  const read = (path: string) => rest.read(TEACHER, `${path}/policies`, appliedPolicyListSchema);
  const idsOn = async (path: string) => (await read(path)).map(({ policyId }) => policyId);

  it('makes the whole list what the body says, with the ids and states of those that stay', async () => {
    await rest.call(TEACHER, `${maths}/policies`, { policyId: SOCIAL, disabled: true });
    const [before] = await read(maths);
    const { status, body } = await rest.call(TEACHER, `${maths}/policies`, {
      policies: [{ policyId: SOCIAL }, { policyId: QUIET, disabled: true }, { policyId: GAMES }],
    });
    expect(status).toBe(200);
    expect(body).toEqual(await read(maths));
    expect(body).toMatchObject([
      { ...before, disabled: true },
      { policyId: GAMES, name: 'No games', disabled: false, disabledTTL: null, expiry: null },
      { policyId: QUIET, disabled: true, meta: { icon: { icon: 'mdi-volume-off' } } },
    ]);
    await rest.call(TEACHER, `${maths}/policies`, { policies: [{ policyId: GAMES }] });
    expect(await idsOn(maths)).toEqual([GAMES]);
    await rest.call(TEACHER, `${maths}/policies`, { policies: [] });
    expect(await idsOn(maths)).toEqual([]);
  });

  it('keeps what others have changed since the list was read that the body names', async () => {
    const list = (...policies: object[]) => ({ policies });
    await rest.call(TEACHER, `${maths}/policies`, list({ policyId: SOCIAL }, { policyId: GAMES }));
    const former = [
      { policyId: SOCIAL, disabled: false, expiry: null },
      { policyId: GAMES, disabled: false, expiry: null },
    ];
    // Another tutor adds one, disables one and removes one. Then the first tutor saves a list.
    await rest.call(
      TEACHER,
      `${maths}/policies`,
      list({ policyId: SOCIAL, disabled: true }, { policyId: EXAM }),
    );
    await rest.call(TEACHER, `${maths}/policies`, { ...list(...former, { policyId: QUIET }), former });
    expect((await read(maths)).map(({ policyId, disabled }) => [policyId, disabled])).toEqual([
      [SOCIAL, true],
      [QUIET, false],
      [EXAM, false],
    ]);
    // Undo removes only what was added.
    await rest.call(TEACHER, `${maths}/policies`, {
      policies: former,
      former: [...former, { policyId: QUIET }],
    });
    expect(await idsOn(maths)).toEqual([SOCIAL, EXAM]);
    // Fields that the body changes take precedence.
    const on = [{ policyId: SOCIAL, disabled: false }];
    await rest.call(TEACHER, `${maths}/policies`, {
      policies: on,
      former: [{ policyId: SOCIAL, disabled: true }, { policyId: EXAM }],
    });
    expect(await read(maths)).toMatchObject(on);
    expect(await idsOn(maths)).toEqual([SOCIAL]);
  });

  it('switches none off for a time only, because nothing would switch it on again', async () => {
    expect(
      await rest.refusedWrite(TEACHER, `${maths}/policies`, { policyId: EXAM, disabledTTL: 60 }),
    ).toMatchObject({
      status: 400,
      code: 'invalid',
      field: 'disabledTTL',
      message: 'disabledTTL: A policy cannot be switched off for a time only.',
    });
  });

  it('adds or changes one, and leaves the others', async () => {
    await rest.call(TEACHER, `${maths}/policies`, { policyId: EXAM });
    expect(await idsOn(maths)).toEqual([SOCIAL, EXAM]);
    const expiry = '2027-01-01T00:00:00.000Z';
    await rest.call(TEACHER, `${maths}/policies`, {
      policyId: EXAM,
      disabled: true,
      disabledTTL: null,
      expiry,
    });
    expect((await read(maths))[1]).toMatchObject({ disabled: true, disabledTTL: null, expiry });
    expect((await read(maths))[0]).toMatchObject({ policyId: SOCIAL, disabled: false });
  });

  it.each([
    ['users', 'r-u-00002'],
    ['devices', 'r-d-00002'],
    ['devices', 'r-d-00101'],
  ])('works for %s/%s as for groups', async (collection, id) => {
    const path = `/${collection}/${id}`;
    const { status } = await rest.call(TEACHER, `${path}/policies`, { policies: [{ policyId: QUIET }] });
    expect(status).toBe(200);
    expect(await idsOn(path)).toEqual([QUIET]);
    const about = { tenant: 'demo', site: 'riverside', change: 'updated', reachUnchanged: true, at: 42 };
    expect(rest.published).toEqual([
      { ...about, resource: collection, id },
      { ...about, resource: 'groups' },
      { ...about, resource: 'policies' },
    ]);
    await rest.call(TEACHER, `${path}/policies`, { policies: [] });
  });

  it('tells consoles of a group once', async () => {
    await rest.call(TEACHER, `${maths}/policies`, { policyId: QUIET });
    expect(rest.published.map(({ resource, id }) => [resource, id])).toEqual([
      ['groups', rest.idOf('7A Mathematics')],
      ['policies', undefined],
    ]);
  });

  it('reads what is applied to the members of a group at once, and to whom', async () => {
    const on = async (name: string) => {
      const path = `/groups/${rest.idOf(name)}/members/policies`;
      const rows = await rest.read(MAINTAINER, path, memberPolicyListSchema);
      return rows.map(({ policyId, userId, deviceId }) => `${policyId} ${userId ?? deviceId}`);
    };
    await rest.call(TEACHER, '/users/r-u-00005/policies', { policyId: EXAM });
    await rest.call(MAINTAINER, '/users/r-u-00101/policies', { policyId: EXAM });
    await rest.call(MAINTAINER, '/devices/r-d-00101/policies', { policyId: QUIET });
    // The seed applies policies to every tenth.
    expect(await on('7A Mathematics')).toEqual(
      expect.arrayContaining(['p-900 r-u-00008', `${EXAM} r-u-00005`, `${QUIET} r-d-00101`]),
    );
    expect(await on('7A Mathematics')).not.toContain(`${EXAM} r-u-00101`);
    expect(await on('Room 7A')).toEqual(expect.arrayContaining(['p-899 r-d-00008']));
    expect(await on('Computer Suite 1')).toEqual(
      expect.arrayContaining([`${QUIET} r-d-00101`, `${EXAM} r-u-00005`]),
    );
  });

  it('names policies that it does not know, and changes nothing', async () => {
    await rest.store.db
      .insertInto('policies')
      .values({
        tenant: 'demo',
        id: 'p-private',
        site_id: 'riverside',
        name: 'Private',
        global: false,
        owner_id: 'tutor-maintainer',
      })
      .execute();
    const policies = [
      { policyId: GAMES },
      { policyId: 'p-none' },
      { policyId: 'p-886' },
      { policyId: 'p-private' },
    ];
    expect(await rest.refusedWrite(TEACHER, `${maths}/policies`, { policies })).toEqual({
      status: 400,
      code: 'invalid',
      field: 'policies',
      message: 'The site has no policies with these ids: p-none, p-886, p-private.',
    });
    expect(await idsOn(maths)).toEqual([SOCIAL]);
    // Others may keep the policy there after its owner has applied it.
    await rest.call(MAINTAINER, `${maths}/policies`, { policyId: 'p-private' });
    const kept = { policies: [{ policyId: 'p-private' }] };
    expect((await rest.call(TEACHER, `${maths}/policies`, kept)).status).toBe(200);
    expect(await idsOn(maths)).toEqual(['p-private']);
  });

  it.each([
    [{}, 'policyId'],
    [{ policyId: '' }, 'policyId'],
    [{ policies: 'all' }, 'policies'],
    [{ policies: [{ policyId: 7 }] }, 'policies.0.policyId'],
    [{ policyId: 'p-900', disabled: 'yes' }, 'disabled'],
    [{ policyId: 'p-900', expiry: 'tomorrow' }, 'expiry'],
  ])('refuses %j, and says where it is wrong', async (body, field) => {
    expect(await rest.refusedWrite(TEACHER, `${maths}/policies`, body)).toMatchObject({
      status: 400,
      code: 'invalid',
      field,
    });
  });

  it('is for the role policyUser, within the tutor’s reach', async () => {
    const body = { policies: [] };
    expect(await rest.refusedWrite(ASSISTANT, `${maths}/policies`, body)).toMatchObject({
      status: 403,
      code: 'forbidden',
      message: 'This call needs the role policyUser.',
    });
    expect((await rest.call(ASSISTANT, `${maths}/policies`)).status).toBe(200);
    for (const path of [
      ...[`/groups/${rest.idOf('All devices')}`, '/users/r-u-00101', '/devices/r-d-00102'],
      ...['/users/u-other', '/users/h-u-00001', '/devices/h-d-00001', '/devices/none', '/groups/g-other'],
    ]) {
      expect(await rest.refusedWrite(TEACHER, `${path}/policies`, body), path).toMatchObject({ status: 404 });
      expect(await rest.refusal(TEACHER, `${path}/policies`), path).toMatchObject({ status: 404 });
    }
    expect(rest.published).toEqual([]);
  });

  it('shows a person and a device to those who reach them only', async () => {
    expect((await rest.call(TEACHER, '/users/r-u-00002')).body).toMatchObject({ id: 'r-u-00002' });
    expect((await rest.call(TEACHER, '/devices/r-d-00002')).body).toMatchObject({ hostname: 'CB-7A-02' });
    // A student of the class uses this device now.
    expect((await rest.call(TEACHER, '/devices/r-d-00101')).body).toMatchObject({ id: 'r-d-00101' });
    for (const path of ['/users/r-u-00101', '/devices/r-d-00102', '/users/h-u-00001', '/devices/none']) {
      expect(await rest.refusal(TEACHER, path)).toEqual({ status: 404, code: 'not-found' });
    }
    expect((await rest.call(MAINTAINER, '/users/r-u-00101')).status).toBe(200);
    expect((await rest.call(MAINTAINER, '/devices/r-d-00102')).status).toBe(200);
    for (const path of ['/users/h-u-00001', '/users/u-other', '/devices/h-d-00001']) {
      expect(await rest.refusal(MAINTAINER, path)).toEqual({ status: 404, code: 'not-found' });
    }
  });

  describe('of many users and devices', () => {
    const MANY = '/policies/recipients';
    const readMany = async (token: string, body: object) => {
      const answer = await rest.call(token, MANY, body, 'POST');
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const rows = v.parse(v.array(recipientPoliciesSchema), answer.body);
      return Object.fromEntries(rows.map(({ kind, id, policies }) => [`${kind}/${id}`, policies]));
    };
    const idsOfMany = async (token: string, body: object) =>
      Object.fromEntries(
        Object.entries(await readMany(token, body)).map(([key, list]) => [
          key,
          list.map(({ policyId }) => policyId),
        ]),
      );

    it('reads what is applied to each, as the call for one does, and leaves out whom the tutor may not see', async () => {
      await rest.call(TEACHER, '/users/r-u-00003/policies', { policies: [{ policyId: EXAM }] });
      await rest.call(TEACHER, '/users/r-u-00006/policies', { policies: [] });
      await rest.call(TEACHER, '/devices/r-d-00002/policies', {
        policies: [{ policyId: QUIET, disabled: true }],
      });
      const named = {
        users: ['r-u-00003', 'r-u-00006', 'r-u-00102', 'h-u-00001', 'u-other', 'none'],
        devices: ['r-d-00002', 'r-d-00102', 'h-d-00001'],
      };
      const mine = await readMany(TEACHER, named);
      expect(mine).toEqual({
        'users/r-u-00003': await read('/users/r-u-00003'),
        'users/r-u-00006': [],
        'devices/r-d-00002': await read('/devices/r-d-00002'),
      });
      expect(Object.keys(await readMany(MAINTAINER, named)).sort()).toEqual([
        'devices/r-d-00002',
        'devices/r-d-00102',
        'users/r-u-00003',
        'users/r-u-00006',
        'users/r-u-00102',
      ]);
      expect(rest.published.filter(({ resource }) => resource === 'policies/recipients')).toEqual([]);
    });

    it('adds, changes and takes off for all of them at once, and tells consoles once', async () => {
      const named = { users: ['r-u-00003', 'r-u-00006'], devices: ['r-d-00002'] };
      for (const path of ['/users/r-u-00003', '/users/r-u-00006', '/devices/r-d-00002'])
        await rest.call(TEACHER, `${path}/policies`, { policies: [{ policyId: GAMES }] });
      await rest.call(TEACHER, '/users/r-u-00003/policies', { policyId: EXAM });
      rest.published.length = 0;
      const change = { ...named, add: [{ policyId: QUIET, disabled: true }], remove: [GAMES] };
      const { status, body } = await rest.call(TEACHER, MANY, change);
      expect(status).toBe(200);
      expect(body).toHaveLength(3);
      expect(await idsOfMany(TEACHER, named)).toEqual({
        'users/r-u-00003': [QUIET, EXAM],
        'users/r-u-00006': [QUIET],
        'devices/r-d-00002': [QUIET],
      });
      expect(await read('/users/r-u-00006')).toMatchObject([{ policyId: QUIET, disabled: true }]);
      expect(rest.published.map(({ resource, id }) => [resource, id])).toEqual([
        ['policies', undefined],
        ['groups', undefined],
        ['users/policies', undefined],
        ['devices/policies', undefined],
      ]);
      // Existing applications get the fields of the body.
      await rest.call(TEACHER, MANY, { ...named, add: [{ policyId: QUIET }], remove: [] });
      expect(await read('/users/r-u-00006')).toMatchObject([{ policyId: QUIET, disabled: false }]);
      await rest.call(TEACHER, MANY, { ...named, add: [], remove: [QUIET, EXAM] });
    });

    it('changes nobody whom the tutor may not see, and answers without them', async () => {
      const named = { users: ['r-u-00006', 'r-u-00102', 'h-u-00001'], devices: ['r-d-00102'] };
      const before = await readMany(MAINTAINER, named);
      const { body } = await rest.call(TEACHER, MANY, { ...named, add: [{ policyId: QUIET }], remove: [] });
      expect(body).toMatchObject([{ kind: 'users', id: 'r-u-00006', policies: [{ policyId: QUIET }] }]);
      expect(await readMany(MAINTAINER, named)).toMatchObject({
        ...before,
        'users/r-u-00006': [{ policyId: QUIET }],
      });
    });

    it('names policies that it does not know, and changes nothing', async () => {
      const named = { users: ['r-u-00006'], devices: [] };
      const change = { ...named, add: [{ policyId: GAMES }, { policyId: 'p-none' }], remove: [QUIET] };
      const before = await readMany(TEACHER, named);
      expect(await rest.refusedWrite(TEACHER, MANY, change)).toEqual({
        status: 400,
        code: 'invalid',
        field: 'add',
        message: 'The site has no policies with these ids: p-none.',
      });
      expect(await readMany(TEACHER, named)).toEqual(before);
    });

    it('takes 500 at once and no more, and changes them for the role policyUser only', async () => {
      const users = Array.from({ length: 501 }, (_, at) => `u-${at}`);
      expect(await readMany(TEACHER, { users: users.slice(1), devices: [] })).toEqual({});
      expect((await rest.call(TEACHER, MANY, { users, devices: [] }, 'POST')).status).toBe(400);
      const change = { users: ['r-u-00006'], devices: [], add: [], remove: [] };
      expect((await rest.call(ASSISTANT, MANY, change)).status).toBe(403);
    });
  });
});

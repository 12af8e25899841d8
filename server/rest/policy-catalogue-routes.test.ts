import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { placedPolicySchema, policySchema } from '#protocol/rest/policy.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { ASSISTANT, MAINTAINER, openTestRest, TEACHER, type TestRest } from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const mute = { definition: 'MuteDefinition', parameters: {} };
const QUIET = {
  name: ' Quiet lessons ',
  meta: { icon: { base: '', color: '#1565c0', icon: 'mdi-volume-off' } },
  definition: {
    effects: [mute],
    conditions: [
      {
        definition: 'ScheduleConditionDefinition',
        parameters: { periods: [{ day: 1, startTime: '08:00', endTime: '12:00' }] },
      },
    ],
  },
  global: true,
  ownerId: 'tutor-maintainer',
};
const without = (field: keyof typeof QUIET) =>
  Object.fromEntries(Object.entries(QUIET).filter(([key]) => key !== field));

describe.each(BACK_ENDS)('the catalogue of policies on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(() => {
    rest.published.length = 0;
  });
  const made: string[] = [];
  afterEach(async () => {
    for (const id of made.splice(0)) await rest.call(MAINTAINER, `/policies/${id}`, undefined, 'DELETE');
  });

  async function make(over: object = {}) {
    const { status, body } = await rest.call(MAINTAINER, '/policies', { ...QUIET, ...over }, 'POST');
    expect(status).toBe(200);
    const policy = v.parse(policySchema, body);
    made.push(policy.id);
    return policy;
  }
  const refused = (body: object) => rest.refusedWrite(MAINTAINER, '/policies', body, 'POST');
  const placed = (token: string) => rest.read(token, '/policies/applications', v.array(placedPolicySchema));

  it('keeps a new policy, which its maker owns, and tells of it', async () => {
    const policy = await make();
    expect(policy).toMatchObject({
      name: 'Quiet lessons',
      ownerId: 'tutor-maintainer',
      global: true,
      disabled: false,
      definition: QUIET.definition,
      appliedTo: { groups: 0, users: 0, devices: 0 },
    });
    expect(await rest.read(TEACHER, `/policies/${policy.id}`, policySchema)).toEqual(policy);
    expect(await rest.read(TEACHER, '/policies', v.array(policySchema))).toContainEqual(policy);
    expect(rest.published).toMatchObject([
      { resource: 'policies', id: policy.id, change: 'created', site: 'riverside', reachUnchanged: true },
    ]);
    const log = await rest.store.db
      .selectFrom('resource_logs')
      .selectAll()
      .where('resource_id', '=', policy.id)
      .execute();
    expect(log).toMatchObject([{ tutor_id: 'tutor-maintainer', resource_type: 'policies' }]);
  });

  it('keeps a thousand policies of a site, and no more', async () => {
    const own = await rest.store.db
      .selectFrom('policies')
      .select(['tenant', 'site_id', 'name', 'meta', 'definition', 'global', 'disabled', 'owner_id'])
      .where('tenant', '=', 'demo')
      .where('site_id', '=', 'riverside')
      .execute();
    const [sample] = own;
    if (sample === undefined) throw new Error('the demo has no policies');
    const meta = JSON.stringify(sample.meta);
    const definition = JSON.stringify(sample.definition);
    const many = Array.from({ length: 999 - own.length }, (_, index) => `many-${index}`);
    await rest.store.db
      .insertInto('policies')
      .values(many.map((id) => ({ ...sample, meta, definition, id })))
      .execute();
    await make();
    expect(await refused(QUIET)).toMatchObject({ status: 409, code: 'conflict' });
    await rest.store.db.deleteFrom('policies').where('id', 'in', many).execute();
    await make();
  });

  it('changes a policy, and leaves what the body does not say', async () => {
    const { id } = await make({ disabled: true });
    rest.published.length = 0;
    const { status, body } = await rest.call(MAINTAINER, `/policies/${id}`, { ...QUIET, name: 'Silence' });
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, name: 'Silence', disabled: true });
    await rest.call(MAINTAINER, `/policies/${id}`, { ...QUIET, disabled: false });
    expect(await rest.read(TEACHER, `/policies/${id}`, policySchema)).toMatchObject({ disabled: false });
    expect(rest.published.slice(0, 2)).toMatchObject([
      { resource: 'policies', id, change: 'updated' },
      // Cards show the policy's name.
      { resource: 'groups', change: 'updated', reachUnchanged: true },
    ]);
  });

  it('saves nothing over a version that was not seen', async () => {
    const { id, version } = await make();
    const path = `/policies/${id}`;
    const first = await rest.call(MAINTAINER, path, { ...QUIET, name: 'First', version });
    expect(first.status).toBe(200);
    rest.published.length = 0;
    const second = { ...QUIET, name: 'Second', version };
    expect(await rest.refusedWrite(MAINTAINER, path, second)).toMatchObject({
      status: 409,
      code: 'conflict',
      message: 'This is not the newest version of the policy.',
    });
    expect(rest.published).toEqual([]);
    const now = await rest.read(TEACHER, path, policySchema);
    expect(now.name).toBe('First');
    expect(now.version).not.toBe(version);
    expect((await rest.call(MAINTAINER, path, { ...second, version: now.version })).status).toBe(200);
    // Without a version, the write overwrites any version.
    expect((await rest.call(MAINTAINER, path, QUIET)).status).toBe(200);
  });

  it('of two who save the same version at once, one is refused', async () => {
    const { id, version } = await make();
    const saves = ['First', 'Second'].map((name) =>
      rest.call(MAINTAINER, `/policies/${id}`, { ...QUIET, name, version }),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
  });

  it('deletes a policy with everything that it is applied to', async () => {
    const { id } = await make();
    const maths = `/groups/${rest.idOf('7A Mathematics')}/policies`;
    await rest.call(TEACHER, maths, { policyId: id });
    expect(await rest.read(TEACHER, `/policies/${id}`, policySchema)).toMatchObject({
      appliedTo: { groups: 1 },
    });
    rest.published.length = 0;
    expect(await rest.call(MAINTAINER, `/policies/${id}`, undefined, 'DELETE')).toMatchObject({
      status: 200,
    });
    expect(rest.published).toMatchObject([
      { resource: 'policies', id, change: 'deleted' },
      { resource: 'groups' },
    ]);
    expect(JSON.stringify((await rest.call(TEACHER, maths)).body)).not.toContain(id);
    expect(await rest.refusal(TEACHER, `/policies/${id}`)).toEqual({ status: 404, code: 'not-found' });
    for (const method of [undefined, 'DELETE'] as const)
      expect(
        await rest.refusedWrite(MAINTAINER, `/policies/${id}`, method ? undefined : QUIET, method),
      ).toMatchObject({ status: 404, message: 'There is no such policy.' });
  });

  it.each<[string, object, string, string]>([
    ['a name', without('name'), 'name', 'name: A policy needs a name.'],
    ['more than blanks as a name', { ...QUIET, name: '  ' }, 'name', 'name: A policy needs a name.'],
    [
      'an icon',
      without('meta'),
      'meta.icon.icon',
      'meta.icon.icon: A policy needs an icon, such as mdi-lock.',
    ],
    [
      'an effect',
      { ...QUIET, definition: { effects: [], conditions: [] } },
      'definition.effects',
      'definition.effects: A policy has at least one effect.',
    ],
    [
      'a definition',
      without('definition'),
      'definition.effects',
      'definition.effects: A policy has at least one effect.',
    ],
    [
      'each effect once',
      { ...QUIET, definition: { effects: [mute, mute], conditions: [] } },
      'definition.effects',
      'definition.effects: Each kind of effect is there at most once.',
    ],
  ])('asks for %s, and names the field', async (_what, body, field, message) => {
    expect(await refused(body)).toEqual({ status: 400, code: 'invalid', field, message });
    expect(rest.published).toEqual([]);
  });

  it.each<[object, string]>([
    [{ meta: { icon: { color: 'red', icon: 'mdi-lock' } } }, 'meta.icon.color'],
    [{ name: 'x'.repeat(256) }, 'name'],
    [{ ownerId: 'tutor-teacher' }, 'ownerId'],
    [{ disabled: 'yes' }, 'disabled'],
    [
      { definition: { effects: [{ definition: 'ExplodeDefinition' }], conditions: [] } },
      'definition.effects.0.definition',
    ],
  ])('refuses %j', async (over, field) => {
    expect(await refused({ ...QUIET, ...over })).toMatchObject({ status: 400, code: 'invalid', field });
  });

  it('keeps what is not global to its owner', async () => {
    const { id } = await make({ global: false });
    expect(await rest.refusal(TEACHER, `/policies/${id}`)).toMatchObject({ status: 404 });
    const theirs = await rest.store.db
      .updateTable('policies')
      .set({ owner_id: 'tutor-admin', global: true })
      .where('id', '=', id)
      .execute();
    expect(theirs).toHaveLength(1);
    expect(await rest.refusedWrite(MAINTAINER, `/policies/${id}`, { ...QUIET, global: false })).toMatchObject(
      {
        status: 400,
        field: 'global',
      },
    );
    expect((await rest.call(MAINTAINER, `/policies/${id}`, QUIET)).body).toMatchObject({
      ownerId: 'tutor-admin',
    });
  });

  it('is written by the role policyMaintainer alone, on its own site and tenant', async () => {
    const { id } = await make();
    rest.published.length = 0;
    for (const token of [TEACHER, ASSISTANT]) {
      const refusal = { status: 403, message: 'This call needs the role policyMaintainer.' };
      expect(await rest.refusedWrite(token, '/policies', QUIET, 'POST')).toMatchObject(refusal);
      expect(await rest.refusedWrite(token, `/policies/${id}`, QUIET)).toMatchObject(refusal);
      expect(await rest.refusedWrite(token, `/policies/${id}`, undefined, 'DELETE')).toMatchObject(refusal);
      expect((await rest.call(token, `/policies/${id}`)).status).toBe(200);
    }
    // A policy of Hillcrest.
    expect(await rest.refusedWrite(MAINTAINER, '/policies/p-886', QUIET)).toMatchObject({ status: 404 });
    expect(await rest.refusal(MAINTAINER, '/policies/p-886')).toMatchObject({ status: 404 });
    expect(rest.published).toEqual([]);
  });

  it('says of all policies where they are applied, with names, as far as a tutor sees', async () => {
    const { id } = await make();
    await rest.call(MAINTAINER, `/groups/${rest.idOf('All devices')}/policies`, { policyId: id });
    await rest.call(MAINTAINER, `/groups/${rest.idOf('7A Mathematics')}/policies`, {
      policyId: id,
      disabled: true,
    });
    await rest.call(MAINTAINER, '/users/r-u-00101/policies', { policyId: id });
    await rest.call(MAINTAINER, '/users/r-u-00002/policies', { policyId: id });
    await rest.call(MAINTAINER, '/devices/r-d-00002/policies', { policyId: id });
    const of = async (token: string) =>
      (await placed(token))
        .filter(({ policyId }) => policyId === id)
        .map(({ kind, targetId, name, disabled }) => [kind, targetId, name !== '', disabled])
        .sort();
    const maths = ['groups', rest.idOf('7A Mathematics'), true, true];
    expect(await of(TEACHER)).toEqual([
      ['devices', 'r-d-00002', true, false],
      maths,
      ['users', 'r-u-00002', true, false],
    ]);
    expect(await of(MAINTAINER)).toHaveLength(5);
    const all = await placed(MAINTAINER);
    expect(all.find(({ targetId, policyId }) => targetId === 'r-d-00002' && policyId === id)).toMatchObject({
      name: 'CB-7A-02',
    });
    // The last place of a person, so that a list can link to it.
    const seat = { tenant: 'demo', site_id: 'riverside', type: 'windowsAgent', auth_type: 'user' } as const;
    const client = (id: string, seenMs: number) => ({
      ...seat,
      id,
      user_id: 'r-u-00002',
      user_name: 'Two',
      hostname: id,
      last_seen_at: new Date(seenMs),
    });
    await rest.store.db
      .insertInto('clients')
      .values([client('c-new', 2_000), client('c-old', 1_000)])
      .execute();
    const seated = (await placed(MAINTAINER)).find(
      ({ policyId, targetId }) => policyId === id && targetId === 'r-u-00002',
    );
    expect(seated).toMatchObject({ kind: 'users', clientId: 'c-new' });
    // The counts include the whole site, because a deletion affects all of it.
    expect(await rest.read(TEACHER, `/policies/${id}`, policySchema)).toMatchObject({
      appliedTo: { groups: 2, users: 2, devices: 1 },
    });
    const [first, second] = all;
    const next = await rest.read(
      MAINTAINER,
      `/policies/applications?limit=1&_lt_id=${first?.id}`,
      v.array(placedPolicySchema),
    );
    expect(next).toEqual([second]);
  });
});

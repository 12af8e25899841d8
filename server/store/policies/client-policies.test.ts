import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Change, createChanges } from '#base/changes.ts';
import { MAX_JSON_BYTES } from '#protocol/limits.ts';
import { toJson } from '../database.ts';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { createClientPolicies, type PolicyHolder } from './client-policies.ts';

const LONG_MS = 60_000;
const tenant = 'demo';
const site = 'riverside';
const NOW = Date.UTC(2026, 10, 2);

describe.each(BACK_ENDS)('the policies that hold for a device on %s', (backEnd) => {
  let store: TestStore;
  let now = NOW;
  const changes = createChanges();
  const changed = () => changes.publish({ tenant, site, resource: 'policies', change: 'updated', at: now });
  beforeAll(async () => {
    store = await openTestStore(backEnd, 10);
    await store.db.deleteFrom('policies').execute();
    const policy = { tenant, site_id: site };
    await store.db
      .insertInto('policies')
      .values([
        {
          ...policy,
          id: 'p-1',
          name: 'One',
          definition: toJson({
            conditions: [{ definition: 'SSIDConditionDefinition', parameters: { ssids: ['school'] } }],
            effects: [{ definition: 'MuteDefinition' }],
          }),
        },
        { ...policy, id: 'p-2', name: 'Two' },
        { ...policy, id: 'p-3', name: 'Off', disabled: true },
        { ...policy, id: 'p-4', name: 'Broken', definition: toJson({ effects: 'all' }) },
      ])
      .execute();
  }, LONG_MS);
  afterAll(() => store.dispose(), LONG_MS);
  beforeEach(async () => {
    now = NOW;
    logged.length = 0;
    for (const policies of made.splice(0)) policies.stop();
    await store.db.deleteFrom('policy_applications').execute();
    changed();
  });

  const logged: unknown[] = [];
  const made: ReturnType<typeof createClientPolicies>[] = [];
  const create = () => {
    const warn = (...line: unknown[]) => void logged.push(line);
    const policies = createClientPolicies({ db: store.db, changes, clock: () => now, log: { warn } });
    made.push(policies);
    return policies;
  };
  const policiesOf = (over: Partial<PolicyHolder> = {}, read = create()) =>
    read.of({ tenant, site, groups: ['g-900'], userId: 'r-u-00001', deviceId: 'r-d-00001', ...over });
  const idsOf = async (over?: Partial<PolicyHolder>) => (await policiesOf(over)).policies.map(({ id }) => id);
  const apply = (
    policy_id: string,
    target: { group_id?: string; user_id?: string; device_id?: string },
    more: { disabled?: boolean; expiry?: Date } = {},
  ) =>
    store.db
      .insertInto('policy_applications')
      .values({ tenant, id: `${policy_id}-${Object.values(target)}`, policy_id, ...target, ...more })
      .execute();

  it('come by its groups, its person and itself, each once', async () => {
    await apply('p-1', { group_id: 'g-900' });
    await apply('p-1', { user_id: 'r-u-00001' });
    await apply('p-2', { device_id: 'r-d-00001' });
    expect(await policiesOf()).toEqual({
      policies: [
        {
          id: 'p-1',
          name: 'One',
          effects: [{ definition: 'MuteDefinition', parameters: {} }],
          conditions: [{ definition: 'SSIDConditionDefinition', parameters: { ssids: ['school'] } }],
        },
        { id: 'p-2', name: 'Two', conditions: [], effects: [] },
      ],
    });
    expect(await idsOf({ groups: [], userId: undefined, deviceId: undefined })).toEqual([]);
    expect(await idsOf({ groups: ['g-899'], deviceId: undefined })).toEqual(['p-1']);
    expect(await idsOf({ site: 'hillcrest' })).toEqual([]);
  });

  it('leave out what is disabled, has run out or cannot be read', async () => {
    await apply('p-1', { group_id: 'g-900' }, { disabled: true });
    await apply('p-2', { group_id: 'g-900' }, { expiry: new Date(NOW) });
    await apply('p-3', { group_id: 'g-900' });
    await apply('p-4', { group_id: 'g-900' });
    expect(await idsOf()).toEqual([]);
    expect(logged).toEqual([['a policy cannot be read', { tenant, policy: 'p-4', why: 'effects' }]]);
    await apply('p-2', { user_id: 'r-u-00001' }, { expiry: new Date(NOW + 60_000) });
    expect(await idsOf()).toEqual(['p-2']);
  });

  it('are read once for a site, until they change or time has passed', async () => {
    const read = create();
    const idsNow = async () => (await policiesOf({}, read)).policies.map(({ id }) => id);
    expect(await idsNow()).toEqual([]);
    await apply('p-1', { group_id: 'g-900' });
    expect(await idsNow()).toEqual([]);
    changed();
    expect(await idsNow()).toEqual(['p-1']);
    await apply('p-2', { group_id: 'g-900' });
    now += 10_000;
    expect(await idsNow()).toEqual(['p-1', 'p-2']);
  });

  it('are told to have changed when one runs out', async () => {
    await apply('p-1', { group_id: 'g-900' }, { expiry: new Date(NOW + 5) });
    const told = new Promise<Change>((resolve) => {
      const unlisten = changes.listen((change) => {
        unlisten();
        resolve(change);
      });
    });
    const read = create();
    expect((await policiesOf({}, read)).policies).toHaveLength(1);
    now += 5;
    expect(await told).toEqual({ tenant, site, resource: 'policies', change: 'updated', at: now });
    expect((await policiesOf({}, read)).policies).toEqual([]);
  });

  it('are no more than a device reads, and what is left out is written down once', async () => {
    const large = { definition: 'LockScreenDefinition', parameters: { content: 'ü'.repeat(60_000) } };
    await store.db
      .insertInto('policies')
      .values(
        ['l-1', 'l-2', 'l-3'].map((id) => ({
          tenant,
          site_id: site,
          id,
          name: id,
          definition: toJson({ effects: [large] }),
        })),
      )
      .execute();
    for (const id of ['l-1', 'l-2', 'l-3', 'p-2']) await apply(id, { group_id: 'g-900' });
    const read = create();
    const list = await policiesOf({}, read);
    expect(list.policies.map(({ id }) => id)).toEqual(['l-1', 'l-2', 'p-2']);
    expect(Buffer.byteLength(JSON.stringify(list))).toBeLessThanOrEqual(MAX_JSON_BYTES);
    await policiesOf({}, read);
    const about = { tenant, site, deviceId: 'r-d-00001', left: ['l-3'] };
    expect(logged).toEqual([['policies do not fit into what a device reads', about]]);
  });

  it('are not told of any more once it is stopped', async () => {
    await apply('p-1', { group_id: 'g-900' }, { expiry: new Date(NOW + 5) });
    const read = create();
    await policiesOf({}, read);
    read.stop();
    const told: Change[] = [];
    const unlisten = changes.listen((change) => told.push(change));
    await new Promise((resolve) => setTimeout(resolve, 20));
    unlisten();
    expect(told).toEqual([]);
  });
});

/** What each kind of job brings, changes and takes away. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ImportSettings } from '#protocol/rest/sync-job.ts';
import type { JobSettings } from '#store/sync/sync-jobs.ts';
import { course, person } from './fakes/fake-directory.ts';
import { jobBody, openSyncWorld, type SyncWorld } from './fakes/open-sync-world.ts';

const LONG_MS = 60_000;
let world: SyncWorld;
beforeEach(async () => {
  world = await openSyncWorld();
}, LONG_MS);
afterEach(async () => {
  expect(world.failures).toEqual([]);
  await world.close();
}, LONG_MS);

const USERS: ImportSettings = { users: {} };
const people = (...ids: string[]) => ids.map((id) => person(id));
const done = (fields: object) => ({ outcome: 'done', ...fields });

describe('people', () => {
  it('come, change, and leave; a second run changes nothing', async () => {
    const job = await world.addJob(USERS);
    world.directory.people = people('a', 'b', 'c', 'd', 'e', 'f', 'g');
    expect(await world.run(job)).toMatchObject(done({ read: 7, added: 7, changed: 0, removed: 0 }));
    world.published.length = 0;
    expect(await world.run(job)).toMatchObject(done({ read: 7, added: 0, changed: 0, removed: 0 }));
    expect(world.published).toEqual([]);
    world.directory.people = [person('a', 'Another name'), ...people('b', 'c', 'd', 'e', 'f')];
    expect(await world.run(job)).toMatchObject(done({ read: 6, added: 0, changed: 1, removed: 1 }));
    expect(await world.people()).toEqual([
      'Another name',
      ...['b', 'c', 'd', 'e', 'f'].map((id) => `Person ${id}`),
    ]);
    expect(world.published).toContainEqual(
      expect.objectContaining({ tenant: 'demo', site: 'riverside', resource: 'users' }),
    );
  });

  it('who was there before stays when the directory has them no more', async () => {
    const row = await world.db
      .selectFrom('users')
      .select(['id', 'email'])
      .where('site_id', '=', 'riverside')
      .orderBy('id')
      .executeTakeFirstOrThrow();
    const job = await world.addJob(USERS);
    world.directory.people = [
      ...people('a', 'b', 'c', 'd', 'e'),
      { ...person('old'), email: row.email ?? '' },
    ];
    expect(await world.run(job)).toMatchObject(done({ added: 5 }));
    world.directory.people = people('a', 'b', 'c', 'd', 'e');
    expect(await world.run(job)).toMatchObject(done({ removed: 0 }));
    const still = world.db.selectFrom('users').select('id').where('id', '=', row.id).executeTakeFirst();
    expect(await still).toEqual({ id: row.id });
  });

  it('whom another job brings stays, and leaves with that one', async () => {
    const [one, other] = [await world.addJob(USERS), await world.addJob(USERS)];
    world.directory.people = people('a', 'b', 'c', 'd', 'e', 'f');
    await world.run(one);
    await world.run(other);
    world.directory.people = people('b', 'c', 'd', 'e', 'f');
    expect(await world.run(one)).toMatchObject(done({ removed: 0 }));
    expect(await world.people()).toContain('Person a');
    expect(await world.run(other)).toMatchObject(done({ removed: 1 }));
    expect(await world.people()).not.toContain('Person a');
  });

  it('more than a fifth leaves only when that number was confirmed', async () => {
    const job = await world.addJob(USERS);
    world.directory.people = people('a', 'b', 'c', 'd', 'e');
    await world.run(job);
    world.directory.people = people('a', 'b', 'c', 'new');
    expect(await world.run(job)).toMatchObject({
      outcome: 'failed',
      added: 1,
      removed: 0,
      humanError: expect.stringContaining('removed 2 of the 5 users'),
    });
    expect(await world.run(job, 1)).toMatchObject({ outcome: 'failed', removed: 0 });
    const preview = await world.syncs.preview({ ...jobBody(USERS), ...job });
    expect(preview).toMatchObject({
      name: 'preview',
      preview: {
        isWhole: true,
        read: 4,
        add: { count: 0 },
        remove: { count: 2, examples: ['Person d', 'Person e'] },
        needsConfirmation: true,
      },
    });
    expect(await world.run(job, 2)).toMatchObject(done({ removed: 2 }));
    expect(await world.people()).toHaveLength(4);
  });

  it('a preview tells what a run would do, and does none of it', async () => {
    world.directory.people = people('a', 'b', 'c', 'd');
    const looked = await world.syncs.preview({ ...jobBody(USERS), tenant: 'demo', jobId: '' });
    expect(looked).toMatchObject({
      preview: { add: { count: 4, examples: ['Person a', 'Person b', 'Person c', 'Person d'] } },
    });
    expect(await world.people()).toEqual([]);
  });

  it('what a deleted job has brought stays; another place is another beginning', async () => {
    const job = await world.addJob(USERS);
    world.directory.people = people('a', 'b');
    await world.run(job);
    await world.jobs.change(job, jobBody(USERS, { siteId: 'hillcrest' }));
    expect(await world.run(job)).toMatchObject(done({ added: 2, removed: 0 }));
    await world.jobs.remove(job);
    expect(await world.people()).toEqual(['Person a', 'Person b']);
    expect(await world.people('hillcrest')).toEqual(['Person a', 'Person b']);
  });
});

describe('tutors', () => {
  const TUTORS: ImportSettings = { tutors: { roles: ['consoleUser', 'policyUser'] } };
  const rolesOf = async (email: string) => {
    const rows = await world.db
      .selectFrom('tutors')
      .leftJoin('role_links', 'role_links.tutor_id', 'tutors.id')
      .select(['role_links.role_id as role', 'role_links.site_id as site'])
      .where('primary_email', '=', email)
      .orderBy('role_id')
      .execute();
    return rows.map(({ role, site }) => `${role} ${site}`);
  };

  it('come with roles, and lose these alone when they leave', async () => {
    const job = await world.addJob(TUTORS, { siteId: 'hillcrest' });
    const teacher = { id: 't', name: 'Teacher', email: 'teacher@demo.example' };
    world.directory.people = [...people('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'), teacher];
    const before = await rolesOf('teacher@demo.example');
    // Who is known already gets roles: the preview says so, and the run counts it.
    const looked = await world.syncs.preview({ ...jobBody(TUTORS, { siteId: 'hillcrest' }), ...job });
    expect(looked).toMatchObject({
      preview: { add: { count: 9 }, change: { count: 1, examples: ['Teacher'] }, remove: { count: 0 } },
    });
    expect(await world.run(job)).toMatchObject(done({ added: 9, changed: 1 }));
    expect(await rolesOf('a@new.example')).toEqual(['consoleUser hillcrest', 'policyUser hillcrest']);
    expect(await rolesOf('teacher@demo.example')).toHaveLength(before.length + 2);
    world.directory.people = people('b', 'c', 'd', 'e', 'f', 'g', 'h', 'i');
    expect(await world.run(job)).toMatchObject(done({ removed: 2 }));
    expect(await rolesOf('teacher@demo.example')).toEqual(before);
    // The tutor stays, without a role.
    expect(await rolesOf('a@new.example')).toEqual(['null null']);
    expect(world.published).toContainEqual(expect.objectContaining({ resource: 'rolelinks' }));
  });

  it('keep what a person gave, and get what the job gives from now on', async () => {
    const job = await world.addJob(TUTORS);
    world.directory.people = [
      ...people('a', 'b', 'c', 'd', 'e'),
      { id: 't', name: 'Teacher', email: 'teacher@demo.example' },
    ];
    const before = await rolesOf('teacher@demo.example');
    // The teacher has both roles there, by hand.
    const looked = await world.syncs.preview({ ...jobBody(TUTORS), ...job });
    expect(looked).toMatchObject({ preview: { add: { count: 5 }, change: { count: 0 } } });
    expect(await world.run(job)).toMatchObject(done({ added: 5, changed: 0 }));
    expect(await rolesOf('teacher@demo.example')).toEqual(before);
    await world.jobs.change(job, jobBody({ tutors: { roles: ['consoleUser', 'eventViewer'] } }));
    expect(await world.run(job)).toMatchObject(done({ changed: 5, removed: 0 }));
    expect(await rolesOf('a@new.example')).toEqual(['consoleUser riverside', 'eventViewer riverside']);
    world.directory.people = people('a', 'b', 'c', 'd', 'e');
    await world.run(job);
    expect(await rolesOf('teacher@demo.example')).toEqual(before);
  });

  it('get no role that holds for the whole tenant', async () => {
    const job = await world.addJob({ tutors: { roles: ['superAdmin', 'consoleUser'] } });
    const teacher = { id: 't', name: 'Teacher', email: 'teacher@demo.example' };
    world.directory.people = [...people('a'), teacher];
    const settings: JobSettings = {
      ...jobBody({ tutors: { roles: ['superAdmin', 'consoleUser'] } }),
      ...job,
    };
    // It would not give the one that the teacher lacks.
    expect(await world.syncs.preview(settings)).toMatchObject({ preview: { change: { count: 0 } } });
    await world.run(job);
    expect(await rolesOf('a@new.example')).toEqual(['consoleUser riverside']);
  });
});

it('devices come, are known by their serial numbers, and leave', async () => {
  const device = (id: string, more: object = {}) => ({
    id,
    serialNumber: `S-${id}`,
    hostname: `NEW-${id}`,
    ...more,
  });
  const known = await world.db
    .selectFrom('devices')
    .select(['id', 'hostname', 'serial_number'])
    .where('site_id', '=', 'riverside')
    .where('serial_number', 'is not', null)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  const job = await world.addJob({ devices: {} });
  const old = device('old', { serialNumber: known.serial_number, hostname: 'other' });
  world.directory.devices = [...['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'].map((id) => device(id)), old];
  expect(await world.run(job)).toMatchObject(done({ added: 9 }));
  world.directory.devices = [device('a', { hostname: 'RENAMED' }), ...world.directory.devices.slice(2, 9)];
  expect(await world.run(job)).toMatchObject(done({ changed: 1, removed: 1 }));
  const rows = await world.db
    .selectFrom('devices')
    .select('hostname')
    .where('hostname', 'in', ['RENAMED', 'NEW-a', 'NEW-b', 'NEW-c', known.hostname])
    .orderBy('hostname')
    .execute();
  expect(rows.map(({ hostname }) => hostname).toSorted()).toEqual(
    ['NEW-c', 'RENAMED', known.hostname].toSorted(),
  );
});

it('devices with a filler for a serial number are known by their names, each as one', async () => {
  const job = await world.addJob({ devices: {} });
  const row = { tenant: 'demo', site_id: 'riverside', type: 'windowsAgent' } as const;
  await world.db
    .insertInto('devices')
    .values([
      { ...row, id: 'cart', hostname: 'CART-PC' },
      { ...row, id: 'written', hostname: 'W-1', serial_number: 'W5X' },
    ])
    .execute();
  const device = (id: string, hostname: string, serialNumber?: string) => ({ id, hostname, serialNumber });
  world.directory.devices = [
    device('a', 'NEW-1', 'To Be Filled By O.E.M.'),
    device('b', 'NEW-2', 'to be filled by o.e.m.'),
    device('c', 'NEW-3', ' Default string '),
    device('d', 'cart-pc', 'None'),
    device('e', 'CART-PC', '0'),
    device('f', 'other', ' w5x '),
    device('g', 'NEW-7', 'r7x'),
    device('h', 'NEW-7', 'R7X '),
  ];
  expect(await world.run(job)).toMatchObject(done({ added: 5 }));
  expect(await world.run(job)).toMatchObject(done({ added: 0, changed: 0, removed: 0 }));
  const rows = await world.db
    .selectFrom('sync_items')
    .innerJoin('devices', 'devices.id', 'sync_items.device_id')
    .select(['native_id', 'devices.id', 'serial_number'])
    .where('job_id', '=', job.jobId)
    .orderBy('native_id')
    .execute();
  const target = Object.fromEntries(rows.map(({ native_id, id }) => [native_id, id]));
  expect(new Set(Object.values(target)).size).toBe(7);
  expect(target).toMatchObject({ f: 'written', h: target.g });
  expect([target.d, target.e]).toContain('cart');
  expect(rows.flatMap(({ serial_number }) => serial_number ?? []).toSorted()).toEqual(['R7X', 'R7X', 'W5X']);
});

it('who may not open a group any more is told of while the import still waits for its next page', async () => {
  const settings = { permissions: true, memberPermissions: false, definitionName: 'userGroup' } as const;
  const job = await world.addJob({ groups: settings });
  const taught = (id: string) => course(id, { teachers: ['teacher@demo.example'] });
  world.directory.courses = ['1', '2', '3', '4'].map(taught);
  await world.run(job);
  const permitted = async () => {
    const rows = await world.db
      .selectFrom('tutor_group_permissions as permission')
      .innerJoin('groups', 'groups.id', 'permission.group_id')
      .select('groups.name')
      .where('permission.tutor_id', '=', 'tutor-teacher')
      .where('groups.name', 'like', 'Course%')
      .orderBy('groups.name')
      .execute();
    return rows.map(({ name }) => name);
  };
  expect(await permitted()).toHaveLength(4);
  world.published.length = 0;
  const told = () => world.published.filter(({ resource }) => resource === 'groups');
  // In pages of three: the second does not come.
  let letGo = () => {};
  const mayGo = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  world.directory.before = async (page) => {
    if (page === 1) await mayGo;
    return undefined;
  };
  world.directory.courses = [course('1'), ...['2', '3', '4'].map(taught)];
  await world.ask(job);
  await world.syncs.engine.look();
  await expect.poll(permitted).toEqual(['Course 2', 'Course 3', 'Course 4']);
  expect(told()).toEqual([]);
  await world.clock.advance(30_000);
  await expect.poll(() => told().length).toBe(1);
  // Whose rights are fewer by that is looked at.
  expect(told()).toEqual([expect.not.objectContaining({ reachUnchanged: true })]);
  expect(await world.newest(job)).toMatchObject({ endedAt: null });
  letGo();
  await world.finish();
  expect(await world.newest(job)).toMatchObject(done({ changed: 1 }));
  expect(told()).toHaveLength(1);
});

it('a group that another job brings, or that a tutor has imported, stays with its course', async () => {
  const settings = { permissions: false, memberPermissions: false, definitionName: 'userGroup' } as const;
  const all = ['1', '2', '3', '4', '5'].map((id) => course(id));
  const [one, other] = [await world.addJob({ groups: settings }), await world.addJob({ groups: settings })];
  world.directory.courses = all;
  await world.run(one);
  await world.run(other);
  world.directory.courses = all.slice(1);
  expect(await world.run(one)).toMatchObject(done({ removed: 0 }));
  const joined = course('1', { members: people('a') });
  world.directory.courses = [joined, ...all.slice(1)];
  expect(await world.run(other)).toMatchObject(done({ changed: 1 }));
  const group = () =>
    world.db
      .selectFrom('groups')
      .select(['id', 'native_idf'])
      .where('name', '=', 'Course 1')
      .executeTakeFirstOrThrow();
  const { id, native_idf } = await group();
  expect(native_idf).toBe('1');
  const members = await world.db
    .selectFrom('group_members')
    .select('user_id')
    .where('group_id', '=', id)
    .execute();
  expect(members).toHaveLength(1);
  // It leaves with the last job that brings it.
  world.directory.courses = all.slice(1);
  expect(await world.run(other)).toMatchObject(done({ removed: 1 }));
  expect((await group()).native_idf).toBeNull();
});

it.each([true, false])(
  'who may open a group because of one job loses it with that job, unless no other brings the group: %s',
  async (isShared) => {
    const settings = { permissions: true, memberPermissions: false, definitionName: 'userGroup' } as const;
    const taught = course('1', { teachers: ['teacher@demo.example'] });
    const others = ['2', '3', '4', '5'].map((id) => course(id));
    const one = await world.addJob({ groups: settings });
    world.directory.courses = [taught, ...others];
    await world.run(one);
    const other = await world.addJob({ groups: settings });
    if (isShared) await world.run(other);
    const permitted = () =>
      world.db
        .selectFrom('tutor_group_permissions as permission')
        .innerJoin('groups', 'groups.id', 'permission.group_id')
        .select('permission.tutor_id')
        .where('groups.name', '=', 'Course 1')
        .execute();
    world.directory.courses = others;
    await world.run(one);
    expect(await permitted()).toEqual([{ tutor_id: 'tutor-teacher' }]);
    expect(await world.db.selectFrom('sync_group_permissions').select('job_id').execute()).toHaveLength(
      isShared ? 1 : 0,
    );
    // The teacher does not teach it any more.
    world.directory.courses = [course('1'), ...others];
    await world.run(other);
    expect(await permitted()).toEqual(isShared ? [] : [{ tutor_id: 'tutor-teacher' }]);
  },
);

it('who may open an imported group because of a job loses it as a teacher, also where the course was away', async () => {
  const settings = { permissions: true, memberPermissions: false, definitionName: 'userGroup' } as const;
  const job = await world.addJob({ groups: settings });
  const { integrationId } = jobBody({ groups: settings });
  const row = { tenant: 'demo', site_id: 'riverside', id: 'imported', name: 'Imported', native_idf: '1' };
  await world.db
    .insertInto('groups')
    .values({ ...row, definition_name: 'userGroup', integration_id: integrationId } as never)
    .execute();
  const permitted = () =>
    world.db
      .selectFrom('tutor_group_permissions')
      .select('tutor_id')
      .where('group_id', '=', 'imported')
      .execute();
  const taught = course('1', { teachers: ['teacher@demo.example'] });
  const others = ['2', '3', '4', '5'].map((id) => course(id));
  for (const courses of [[taught, ...others], others, [taught, ...others]]) {
    world.directory.courses = courses;
    await world.run(job);
    expect(await permitted()).toEqual([{ tutor_id: 'tutor-teacher' }]);
  }
  world.directory.courses = [course('1'), ...others];
  await world.run(job);
  expect(await permitted()).toEqual([]);
});

it('who may not open a group any more, because the other job that brings it gives no rights, is told of', async () => {
  const settings = { permissions: true, memberPermissions: false, definitionName: 'userGroup' } as const;
  const taught = course('1', { teachers: ['teacher@demo.example'] });
  const others = ['2', '3', '4', '5'].map((id) => course(id));
  const one = await world.addJob({ groups: settings });
  const other = await world.addJob({ groups: { ...settings, permissions: false } });
  world.directory.courses = [taught, ...others];
  await world.run(one);
  await world.run(other);
  world.published.length = 0;
  world.directory.courses = others;
  expect(await world.run(one)).toMatchObject(done({ changed: 1, removed: 0 }));
  expect(await world.db.selectFrom('sync_group_permissions').select('job_id').execute()).toEqual([]);
  expect(world.published).toContainEqual(expect.objectContaining({ resource: 'groups', site: 'riverside' }));
  const left = await world.db
    .selectFrom('tutor_group_permissions as permission')
    .innerJoin('groups', 'groups.id', 'permission.group_id')
    .select('permission.tutor_id')
    .where('groups.name', '=', 'Course 1')
    .execute();
  expect(left).toEqual([]);
});

it('groups come with members and with those who may open them, and are let go with everything', async () => {
  const settings = { permissions: true, memberPermissions: true, definitionName: 'userGroup' } as const;
  const job = await world.addJob({ groups: settings });
  const assistant = { id: 'm', name: 'Maintainer', email: 'maintainer@demo.example' };
  world.directory.courses = [
    course('1', { teachers: ['teacher@demo.example'], members: people('a', 'b') }),
    course('2', { members: [...people('a'), assistant] }),
    ...['3', '4', '5'].map((id) => course(id)),
  ];
  expect(await world.run(job)).toMatchObject(done({ read: 5, added: 5 }));
  const look = async () => {
    const rows = await world.db
      .selectFrom('groups')
      .select((of) => [
        'name',
        'integration_id',
        of
          .selectFrom('group_members')
          .select((is) => is.fn.countAll<string>().as('n'))
          .whereRef('group_id', '=', 'groups.id')
          .as('members'),
        of
          .selectFrom('tutor_group_permissions')
          .select((is) => is.fn.agg<string | null>('string_agg', ['tutor_id', is.val(' ')]).as('t'))
          .whereRef('group_id', '=', 'groups.id')
          .as('tutors'),
      ])
      .where('name', 'like', 'Course%')
      .orderBy('name')
      .execute();
    return rows.map((row) => [row.name, Number(row.members), row.tutors, row.integration_id !== null]);
  };
  expect((await look()).slice(0, 2)).toEqual([
    ['Course 1', 2, 'tutor-teacher', true],
    ['Course 2', 1, 'tutor-maintainer', true],
  ]);
  expect(await world.run(job)).toMatchObject(done({ added: 0, changed: 0, removed: 0 }));
  world.directory.courses = [course('1', { members: people('b') }), ...world.directory.courses.slice(2)];
  expect(await world.run(job)).toMatchObject(done({ changed: 1, removed: 1 }));
  expect((await look()).slice(0, 2)).toEqual([
    ['Course 1', 1, null, true],
    ['Course 2', 1, 'tutor-maintainer', false],
  ]);
});

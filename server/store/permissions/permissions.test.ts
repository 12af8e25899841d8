import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createChanges } from '#base/changes.ts';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { createPermissions } from './permissions.ts';
import { siteTutors } from './site-tutors.ts';

const tenant = 'demo';
const site = 'riverside';
const on = { tenant, site };
const LONG_MS = 60_000;

describe.each(BACK_ENDS)('permissions on %s', (backEnd) => {
  let store: TestStore;
  beforeAll(async () => {
    store = await openTestStore(backEnd, 100);
    const client = { tenant, site_id: site, type: 'windowsAgent' as const, last_seen_at: new Date(1) };
    await store.db
      .insertInto('clients')
      .values([
        {
          ...client,
          id: 'c-1',
          device_id: 'r-d-00001',
          user_id: 'r-u-00001',
          auth_type: 'user' as const,
          user_name: 'First',
          hostname: 'RS-7A-01',
        },
        {
          ...client,
          id: 'c-guest',
          device_id: 'r-d-00003',
          user_id: 's-1',
          auth_type: 'session' as const,
          user_name: 'Guest',
          hostname: 'RS-7A-03',
        },
        {
          ...client,
          id: 'c-far',
          device_id: null,
          user_id: 's-2',
          auth_type: 'session' as const,
          user_name: 'Far',
          hostname: 'XX-01',
        },
      ])
      .execute();
  }, LONG_MS);
  afterAll(() => store.dispose(), LONG_MS);

  const names = async (ids: Iterable<string>) => {
    const rows = await store.db.selectFrom('groups').select(['id', 'name']).execute();
    return [...ids].map((id) => rows.find((row) => row.id === id)?.name);
  };
  const teacher = { ...on, tutorId: 'tutor-teacher', roles: ['consoleUser'] };
  const maintainer = { ...on, tutorId: 'tutor-maintainer', roles: ['consoleUser', 'groupMaintainer'] };

  describe('what they say', () => {
    const permissions = () => createPermissions(store.db);

    it('gives the roles of the site, of its tags and of everywhere, and no others', async () => {
      const of = (tutorId: string, where: string | undefined) =>
        permissions().effectiveRoles({ tenant, tutorId, site: where });
      expect(await of('tutor-teacher', 'riverside')).toEqual(['consoleUser', 'eventViewer', 'policyUser']);
      expect(await of('tutor-teacher', 'hillcrest')).toEqual([]);
      expect(await of('tutor-teacher', undefined)).toEqual([]);
      expect(await of('tutor-admin', 'hillcrest-sixth-form')).toEqual(['superAdmin']);
      expect(await of('tutor-admin', undefined)).toEqual(['superAdmin']);
      expect(await of('tutor-admin', 'deleted-site')).toEqual([]);
      // Holds consoleUser by the tag Secondary, which the sixth form does not have.
      expect(await of('tutor-005', 'hillcrest')).toEqual(['consoleUser']);
      expect(await of('tutor-005', 'hillcrest-sixth-form')).toEqual([]);
      expect(await permissions().effectiveRoles({ tenant: 'other', tutorId: 'tutor-admin', site })).toEqual(
        [],
      );
    });

    it.each(['riverside', 'hillcrest', 'hillcrest-sixth-form', 'deleted-site'])(
      'lists as tutors of %s exactly those who may enter its console',
      async (where) => {
        const everywhere = { tenant, id: 'everywhere', tutor_id: 'tutor-newcomer', role_id: 'consoleUser' };
        await store.db
          .insertInto('role_links')
          .values({ ...everywhere, global: true })
          .execute();
        const key = { tenant, site: where };
        const listed = await siteTutors(store.db, key).select('tutors.id').execute();
        const all = await store.db.selectFrom('tutors').select('id').where('tenant', '=', tenant).execute();
        const roles = await Promise.all(
          all.map(({ id }) => permissions().rolesOfTutor({ ...key, tutorId: id })),
        );
        await store.db.deleteFrom('role_links').where('id', '=', 'everywhere').execute();
        const entering = all.filter((_tutor, i) => roles[i] !== undefined);
        expect(listed.map(({ id }) => id).toSorted()).toEqual(entering.map(({ id }) => id).toSorted());
        expect(entering.some(({ id }) => id === 'tutor-newcomer')).toBe(where !== 'deleted-site');
      },
    );

    it('lists the sites whose console a tutor may enter', async () => {
      const of = async (tutorId: string) =>
        (await permissions().sites({ tenant, tutorId })).map(({ name }) => name);
      expect(await of('tutor-teacher')).toEqual(['Riverside School']);
      expect(await of('tutor-manager')).toEqual(['Hillcrest Campus', 'Riverside School']);
      expect(await of('tutor-005')).toEqual(['Hillcrest Campus', 'Riverside School']);
      expect(await of('tutor-newcomer')).toEqual([]);
    });

    it('gives management access to super admins and to whoever may grant', async () => {
      const of = (tutorId: string) => permissions().managementAccess({ tenant, tutorId });
      expect(await of('tutor-admin')).toBe(true);
      expect(await of('tutor-manager')).toBe(true);
      expect(await of('tutor-maintainer')).toBe(false);
      expect(await of('tutor-newcomer')).toBe(false);
    });

    it('lets managers have the sites on which they may give a role, and super admins all', async () => {
      const of = async (tutorId: string) => {
        const sites = await permissions().managedSites({ tenant, tutorId });
        return sites === 'all' ? sites : sites.toSorted();
      };
      expect(await of('tutor-admin')).toBe('all');
      expect(await of('tutor-manager')).toEqual(['hillcrest', 'riverside']);
      expect(await of('tutor-maintainer')).toEqual([]);
      const { tag_id } = await store.db
        .selectFrom('tag_links')
        .select('tag_id')
        .where('tenant', '=', tenant)
        .where('site_id', '=', 'hillcrest-sixth-form')
        .executeTakeFirstOrThrow();
      const byTag = { tenant, id: 'by-tag', tutor_id: 'tutor-newcomer', role_id: 'consoleUser', tag_id };
      await store.db
        .insertInto('role_links')
        .values({ ...byTag, can_grant: true })
        .execute();
      expect(await of('tutor-newcomer')).toEqual(['hillcrest-sixth-form']);
      await store.db.deleteFrom('role_links').where('id', '=', 'by-tag').execute();
    });

    it('permits a tutor the groups that were given to them, a group maintainer all', async () => {
      const permitted = await permissions().permittedGroups(teacher);
      expect(permitted).not.toBe('all');
      expect((await names(permitted as Set<string>))[0]).toBe('7A Mathematics');
      expect(await names(permitted as Set<string>)).not.toContain('All devices');
      expect(await permissions().permittedGroups({ ...teacher, site: 'hillcrest' })).toEqual(new Set());
      expect(await permissions().permittedGroups(maintainer)).toBe('all');
    });

    it('finds the groups of a client by its user, its device and its hostname', async () => {
      const of = async (clientId: string) =>
        (await names(await permissions().groupsOfClient({ ...on, clientId }))).sort();
      expect(await of('c-1')).toEqual(['7A Mathematics', 'All devices', 'Room 7A']);
      expect(await of('c-guest')).toEqual(['All devices', 'Room 7A']);
      expect(await of('c-far')).toEqual(['All devices']);
      expect(await of('nobody')).toEqual([]);
    });

    it('lets a tutor reach members of permitted groups, and a group maintainer anyone', async () => {
      const { mayReachUser, mayReachClient } = permissions();
      expect(await mayReachUser(teacher, 'r-u-00001')).toBe(true);
      expect(await mayReachUser(teacher, 's-1')).toBe(true);
      expect(await mayReachUser(teacher, 's-2')).toBe(false);
      expect(await mayReachUser(maintainer, 's-2')).toBe(true);
      expect(await mayReachClient(teacher, 'c-guest')).toBe(true);
      expect(await mayReachClient(teacher, 'c-far')).toBe(false);
      expect(await mayReachClient(teacher, 'nobody')).toBe(false);
      expect(await mayReachClient({ ...teacher, site: 'hillcrest' }, 'c-1')).toBe(false);
    });

    it('loses a person from reach when somebody else sits down at the device', async () => {
      const later = {
        tenant,
        site_id: site,
        type: 'windowsAgent' as const,
        last_seen_at: new Date(2),
        id: 'c-later',
        device_id: 'r-d-00003',
        user_id: 's-3',
        auth_type: 'session' as const,
        user_name: 'Later',
        hostname: 'RS-7A-03',
      };
      await store.db.insertInto('clients').values(later).execute();
      expect(await permissions().mayReachUser(teacher, 's-1')).toBe(false);
      expect(await permissions().mayReachUser(teacher, 's-3')).toBe(true);
      await store.db.deleteFrom('clients').where('tenant', '=', tenant).where('id', '=', 'c-later').execute();
    });

    it('knows the rooms that tutors and devices are in', async () => {
      expect(await permissions().roomsOfTutor(teacher)).toEqual(new Set(['room-1', 'room-2', 'room-3']));
      expect(await permissions().roomsOfTutor(maintainer)).toEqual(new Set());
      expect(await permissions().roomsOfClient({ ...on, clientId: 'c-1' })).toEqual(
        new Set(['room-2', 'room-3']),
      );
      expect(await permissions().roomsOfClient({ ...on, clientId: 'c-guest' })).toEqual(new Set());
    });

    it('gives no roles to a tutor who may not enter the site', async () => {
      const of = (tutorId: string) => permissions().rolesOfTutor({ ...on, tutorId });
      expect(await of('tutor-teacher')).toContain('consoleUser');
      expect(await of('tutor-newcomer')).toBeUndefined();
    });
  });

  describe('how long they hold', () => {
    let now: number;
    beforeEach(() => {
      now = 1_000;
    });
    const key = { tenant, tutor_id: 'tutor-newcomer', group_id: 'g-900' };
    const newcomer = { ...teacher, tutorId: 'tutor-newcomer' };

    it('keeps an answer until the tenant changes', async () => {
      const changes = createChanges();
      const permissions = createPermissions(store.db, changes, () => now);
      expect(await permissions.permittedGroups(newcomer)).toEqual(new Set());
      await store.db.insertInto('tutor_group_permissions').values(key).execute();
      changes.publish({ tenant: 'other', resource: 'groups', change: 'updated', at: now });
      changes.publish({ tenant, resource: 'userlogs', change: 'created', at: now });
      expect(await permissions.permittedGroups(newcomer)).toEqual(new Set());
      changes.publish({ tenant, resource: 'groups', change: 'updated', at: now });
      expect(await permissions.permittedGroups(newcomer)).toEqual(new Set(['g-900']));
      await store.db.deleteFrom('tutor_group_permissions').where('tutor_id', '=', 'tutor-newcomer').execute();
    });

    it('knows a site by its new name at once', async () => {
      const changes = createChanges();
      const permissions = createPermissions(store.db, changes, () => now);
      const name = async () => (await permissions.sites(teacher)).find(({ id }) => id === site)?.name;
      const rename = (to: string) =>
        store.db.updateTable('sites').set({ name: to }).where('id', '=', site).execute();
      const before = (await name()) ?? '';
      await rename('Riverside Academy');
      changes.publish({
        tenant,
        resource: 'sites',
        id: site,
        change: 'updated',
        reachUnchanged: true,
        at: now,
      });
      expect(await name()).toBe('Riverside Academy');
      await rename(before);
    });

    it('asks again after a while, because another process may have made the change', async () => {
      const permissions = createPermissions(store.db, createChanges(), () => now);
      expect(await permissions.permittedGroups(newcomer)).toEqual(new Set());
      await store.db.insertInto('tutor_group_permissions').values(key).execute();
      now += 10_000;
      expect(await permissions.permittedGroups(newcomer)).toEqual(new Set(['g-900']));
      await store.db.deleteFrom('tutor_group_permissions').where('tutor_id', '=', 'tutor-newcomer').execute();
      // Nor is it older because the clock was set back.
      now -= 3_600_000;
      expect(await permissions.permittedGroups(newcomer)).toEqual(new Set());
    });

    it('says nothing that is older than ten seconds, also where it is made of another answer', async () => {
      const permissions = createPermissions(store.db, createChanges(), () => now);
      const guest = { ...on, clientId: 'c-guest' };
      const answers = async () => ({
        groups: (await permissions.groupsOfClient(guest)).includes('g-late'),
        rooms: (await permissions.roomsOfClient(guest)).has('room-1'),
        reach: await permissions.mayReachUser(newcomer, 's-1'),
      });
      // The site's match groups are kept from here on, and other answers are made of them.
      await permissions.groupsOfClient({ ...on, clientId: 'c-far' });
      await store.db
        .insertInto('groups')
        .values({ tenant, id: 'g-late', site_id: site, name: 'Late', definition_name: 'deviceMatchGroup' })
        .execute();
      await store.db
        .insertInto('tutor_group_permissions')
        .values({ ...key, group_id: 'g-late' })
        .execute();
      const invited = { tenant, room_id: 'room-1', kind: 'group' as const, member_id: 'g-late' };
      await store.db.insertInto('live_room_members').values(invited).execute();
      now += 500;
      expect(await answers()).toEqual({ groups: false, rooms: false, reach: false });
      for (let second = 1; second < 10; second += 1) {
        now += 1_000;
        await answers();
      }
      now += 500;
      expect(await answers()).toEqual({ groups: true, rooms: true, reach: true });
      await store.db.deleteFrom('live_room_members').where('member_id', '=', 'g-late').execute();
      await store.db.deleteFrom('groups').where('id', '=', 'g-late').execute();
    });

    it('reads the rooms of a client anew where they could not be read', async () => {
      const permissions = createPermissions(store.db, createChanges(), () => now);
      const client = { ...on, clientId: 'c-1' };
      await permissions.groupsOfClient(client);
      await sql`alter table live_room_members rename to away`.execute(store.db);
      await expect(permissions.roomsOfClient(client)).rejects.toThrow();
      await sql`alter table away rename to live_room_members`.execute(store.db);
      expect(await permissions.roomsOfClient(client)).toEqual(new Set(['room-2', 'room-3']));
    });
  });
});

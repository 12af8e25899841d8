import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { createLogNames } from '#store/logs/log-names.ts';
import { removeOldLogs } from '#store/logs/log-retention.ts';
import { ADMIN, MANAGER, openTestRest, TEACHER, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const demo = { tenant: 'demo' };

describe.each(BACK_ENDS)('deleting a tutor on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(() => {
    rest.published.length = 0;
    rest.endedFamilies.length = 0;
  });

  const remove = (tutorId: string, token = ADMIN) =>
    rest.call(token, `/tutors/${tutorId}`, undefined, 'DELETE');
  const names = (type: string) =>
    createLogNames(rest.store.db).of({ ...demo, site: 'riverside' }, type, ['tutor-teacher']);

  it('is for super admins, of tutors that are there', async () => {
    expect(await remove('tutor-teacher', MANAGER)).toMatchObject({ status: 403 });
    expect(await remove('tutor-teacher', TEACHER)).toMatchObject({ status: 403 });
    expect(await remove('tutor-other')).toMatchObject({ status: 404 });
    expect(await remove('%00')).toMatchObject({ status: 404 });
    expect(rest.published).toEqual([]);
  });

  it('takes along what is theirs, ends their sessions, and leaves their name in the logs', async () => {
    const { db } = rest.store;
    const family = { ...demo, family: 'family-of-teacher', subject_kind: 'tutor' as const };
    await db
      .insertInto('refresh_tokens')
      .values({
        ...family,
        hash: 'some hash',
        subject_id: 'tutor-teacher',
        realm: 'console',
        site_id: 'riverside',
        expires_at: new Date(Date.now() + 60_000),
        began_at: new Date(),
      })
      .execute();
    const room = (id: string) => ({ ...demo, id, site_id: 'riverside', name: id, owner_id: 'tutor-teacher' });
    await db
      .insertInto('live_rooms')
      .values([room('alone'), room('shared')])
      .execute();
    const member = (room_id: string, member_id: string) => ({
      ...demo,
      room_id,
      kind: 'tutor' as const,
      member_id,
    });
    await db
      .insertInto('live_room_members')
      .values([
        member('alone', 'tutor-teacher'),
        member('shared', 'tutor-teacher'),
        member('shared', 'tutor-maintainer'),
      ])
      .execute();

    expect(await remove('tutor-teacher')).toEqual({ status: 200, body: { id: 'tutor-teacher' } });

    const left = async (table: string, column: string) => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int as count from ${sql.table(table)} where ${sql.ref(column)} = 'tutor-teacher'`.execute(
        db,
      );
      return rows[0]?.count;
    };
    expect(await left('tutors', 'id')).toBe(0);
    expect(await left('role_links', 'tutor_id')).toBe(0);
    expect(await left('tutor_group_permissions', 'tutor_id')).toBe(0);
    expect(await left('live_room_members', 'member_id')).toBe(0);
    const rooms = await db
      .selectFrom('live_rooms')
      .select('id')
      .where('id', 'in', ['alone', 'shared'])
      .execute();
    expect(rooms).toEqual([{ id: 'shared' }]);
    expect(rest.endedFamilies).toEqual(['family-of-teacher']);
    expect(rest.published).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ resource: 'tutors', id: 'tutor-teacher', change: 'deleted' }),
        expect.objectContaining({
          resource: 'live-rooms',
          id: 'alone',
          change: 'deleted',
          site: 'riverside',
        }),
        expect.objectContaining({
          resource: 'live-rooms',
          id: 'shared',
          change: 'updated',
          site: 'riverside',
        }),
      ]),
    );
    expect((await rest.call(TEACHER, '/groups')).status).toBe(403);
    expect(await names('tutors')).toEqual(new Map([['tutor-teacher', 'Tess Teacher']]));
    expect(await names('rolelinks')).toEqual(await names('tutors'));
    expect(await remove('tutor-teacher')).toMatchObject({ status: 404 });
  });

  it('forgets the name with the last of the logs', async () => {
    await removeOldLogs(rest.store.db, new Date(41));
    expect((await names('tutors')).size).toBe(1);
    await removeOldLogs(rest.store.db, new Date(43));
    expect((await names('tutors')).size).toBe(0);
  });
});

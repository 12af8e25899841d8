import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { BACK_ENDS, openTestStore, type TestStore } from '../fakes/open-test-store.ts';
import { createRoomHistory, type RoomHistory } from './room-history.ts';

const LONG_MS = 60_000;
const tenant = 'demo';
const site = 'riverside';
const room = { tenant, site, roomId: 'room-1' };
const teacher = { tutorId: 'tutor-teacher' };
const said = (id: string, message = 'hello') => ({ id, message, atMs: 1_700_000_000_000 });

describe.each(BACK_ENDS)('the history of rooms on %s', (backEnd) => {
  let store: TestStore;
  let history: RoomHistory;
  let student: { userId: string; clientId: string };
  const guest = { userId: 'guest-1', clientId: 'c-guest' };

  beforeAll(async () => {
    store = await openTestStore(backEnd, 10);
    history = createRoomHistory(store.db);
    const user = await store.db
      .selectFrom('users')
      .select('id')
      .where('site_id', '=', site)
      .executeTakeFirstOrThrow();
    student = { userId: user.id, clientId: 'c-1' };
    const client = { tenant, site_id: site, device_id: null, type: 'extension' as const, hostname: 'PC' };
    await store.db
      .insertInto('clients')
      .values([
        { ...client, id: 'c-1', user_id: user.id, auth_type: 'user', user_name: 'Name at sign-in' },
        { ...client, id: 'c-guest', user_id: guest.userId, auth_type: 'session', user_name: 'Guest' },
      ])
      .execute();
    await store.db
      .updateTable('users')
      .set({ name: 'Sam Student' })
      .where('tenant', '=', tenant)
      .where('id', '=', user.id)
      .execute();
    await store.db
      .updateTable('tutors')
      .set({ properties: JSON.stringify({ picture: 'https://pictures.example/t' }) })
      .where('tenant', '=', tenant)
      .where('id', '=', teacher.tutorId)
      .execute();
  }, LONG_MS);
  beforeEach(() => store.db.deleteFrom('live_room_history').execute());
  afterAll(() => store.dispose(), LONG_MS);

  const rows = () =>
    store.db
      .selectFrom('live_room_history')
      .selectAll()
      .orderBy('sent_at')
      .orderBy('tutor_id')
      .orderBy('user_id')
      .execute();

  it('keeps a message with the name and picture that the directory has', async () => {
    expect(await history.keepMessage(room, teacher, said('m1'))).toEqual({
      name: 'kept',
      message: {
        id: 'm1',
        message: 'hello',
        tutorId: 'tutor-teacher',
        tutorName: 'Tess Teacher',
        name: 'Tess Teacher',
        picture: 'https://pictures.example/t',
        sentTime: 1_700_000_000_000,
      },
    });
    expect(await rows()).toMatchObject([
      {
        tenant,
        room_id: 'room-1',
        id: 'm1',
        kind: 'message',
        message: 'hello',
        action: null,
        tutor_id: 'tutor-teacher',
        user_id: null,
        name: 'Tess Teacher',
        picture: 'https://pictures.example/t',
        sent_at: new Date(1_700_000_000_000),
      },
    ]);
  });

  it('names a person by the directory, and a guest by what they signed in with', async () => {
    const ofStudent = await history.keepMessage(room, student, said('m1'));
    const ofGuest = await history.keepMessage(room, guest, said('m2'));
    expect(ofStudent).toMatchObject({ message: { userId: student.userId, userName: 'Sam Student' } });
    expect(ofGuest).toMatchObject({ message: { userId: 'guest-1', name: 'Guest' } });
  });

  it('keeps a repeated id of the same sender once, and the same id of another sender or room too', async () => {
    await history.keepMessage(room, teacher, said('m1'));
    expect(await history.keepMessage(room, teacher, said('m1', 'changed'))).toEqual({ name: 'repeated' });
    const other = { ...room, roomId: 'room-2' };
    for (let i = 0; i < 2; i += 1) {
      const again = { name: i === 0 ? 'kept' : 'repeated' };
      expect(await history.keepMessage(room, student, said('m1', 'mine'))).toMatchObject(again);
      expect(await history.keepMessage(other, teacher, said('m1', 'there'))).toMatchObject(again);
    }
    const kept = await rows();
    expect(kept.map(({ message }) => message).sort()).toEqual(['hello', 'mine', 'there']);
    expect(new Set(kept.map(({ id }) => id)).size).toBe(3);
  });

  it('keeps a message whose id no table takes, once', async () => {
    for (const id of ['a/b+#', 'x\u0001', '__proto__'])
      for (const name of ['kept', 'repeated'])
        expect(await history.keepMessage(room, teacher, said(id)), id).toMatchObject({ name });
    expect(await rows()).toHaveLength(3);
  });

  it('knows no room of another site or tenant, and no stranger', async () => {
    const unknown = { name: 'unknown' };
    expect(await history.keepMessage({ ...room, site: 'hillcrest' }, teacher, said('a'))).toEqual(unknown);
    expect(await history.keepMessage({ ...room, tenant: 'other' }, teacher, said('b'))).toEqual(unknown);
    expect(await history.keepMessage({ ...room, roomId: 'gone' }, teacher, said('c'))).toEqual(unknown);
    expect(await history.keepMessage(room, { userId: 'x', clientId: 'y' }, said('d'))).toEqual(unknown);
    const status = { action: 'connected', atMs: 1 } as const;
    expect(await history.keepStatus({ ...room, roomId: 'gone' }, teacher, status)).toBe(false);
    expect(await rows()).toEqual([]);
  });

  it('keeps who came and left, and ends for all who were there when the platform ended', async () => {
    const came = (by: typeof teacher | typeof student, atMs: number) =>
      history.keepStatus(room, by, { action: 'connected', atMs });
    await came(teacher, 1_000);
    await came(student, 2_000);
    await history.keepStatus(room, student, { action: 'disconnect', atMs: 3_000 });
    await came(guest, 4_000);
    await history.keepMessage(room, guest, { ...said('m'), atMs: 5_000 });
    await history.endStatuses(9_000);
    // Whoever starts twice ends nobody twice.
    await history.endStatuses(9_500);
    const statuses = (await rows()).filter(({ kind }) => kind === 'status');
    expect(statuses.map((row) => [row.tutor_id ?? row.user_id, row.action, row.sent_at.getTime()])).toEqual([
      ['tutor-teacher', 'connected', 1_000],
      [student.userId, 'connected', 2_000],
      [student.userId, 'disconnect', 3_000],
      ['guest-1', 'connected', 4_000],
      ['tutor-teacher', 'disconnect', 9_000],
      ['guest-1', 'disconnect', 9_000],
    ]);
    expect(statuses.at(-1)).toMatchObject({ name: 'Guest', room_id: 'room-1', message: null });
  });
});

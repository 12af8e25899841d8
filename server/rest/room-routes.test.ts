import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  liveRoomSchema,
  newRoomAnswerSchema,
  roomHistorySchema,
  roomMemberListSchema,
  roomSeatSchema,
} from '#protocol/rest/live-room.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import {
  MAINTAINER,
  onRiverside,
  openTestRest,
  TEACHER,
  type TestRest,
  tokenOf,
} from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const FOREIGN = 'h-u-00001';

describe.each(BACK_ENDS)('chat rooms on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);

  const nobody = { users: [], groups: [], tutors: [] };
  const create = (body: object, token = TEACHER) =>
    rest.call(token, '/live-rooms', { type: 'text-chat', name: 'Room', ...body }, 'POST');
  const made = async (body: object, token = TEACHER) => {
    const { status, body: answer } = await create(body, token);
    if (status !== 200) throw new Error(JSON.stringify(answer));
    return v.parse(newRoomAnswerSchema, answer).id;
  };
  const room = (id: string, token = TEACHER) => rest.read(token, `/live-rooms/${id}`, liveRoomSchema);
  const people = (id: string, token = TEACHER) =>
    rest.read(token, `/live-rooms/${id}/members/meta`, roomMemberListSchema);
  const device = (userId: string) =>
    tokenOf({ kind: 'device', site: 'riverside', sub: `c-${userId}`, clientId: `c-${userId}`, userId });
  const seatClient = (userId: string) =>
    rest.store.db
      .insertInto('clients')
      .values({
        tenant: 'demo',
        id: `c-${userId}`,
        site_id: 'riverside',
        device_id: null,
        user_id: userId,
        auth_type: 'user',
        user_name: 'One',
        hostname: 'PC',
        type: 'extension',
      })
      .execute();
  const say = (id: string, from: 'tutor' | 'user', atMs: number, text: string) =>
    rest.store.db
      .insertInto('live_room_history')
      .values({
        tenant: 'demo',
        id: `${id}-${text}`,
        room_id: id,
        kind: 'message',
        message: text,
        name: 'N',
        picture: null,
        action: null,
        sent_at: new Date(atMs),
        ...(from === 'tutor'
          ? { tutor_id: 'tutor-teacher', user_id: null }
          : { tutor_id: null, user_id: 'r-u-00001' }),
      })
      .execute();

  it('are listed to those who are in them, and are not there for others', async () => {
    const mine = await rest.read(TEACHER, '/live-rooms/room-3', liveRoomSchema);
    expect(mine).toMatchObject({
      membershipType: 'group',
      members: { groups: [rest.idOf('7A Mathematics')] },
    });
    expect(mine.lastSentTime).toBeGreaterThan(0);
    expect((await rest.call(MAINTAINER, '/live-rooms')).body).toEqual([]);
    for (const path of ['', '/history', '/members/meta'])
      expect(await rest.refusal(MAINTAINER, `/live-rooms/room-3${path}`)).toMatchObject({ status: 404 });
  });

  it('are made with their maker in them, and said to everybody', async () => {
    const id = await made({ members: { ...nobody, users: ['r-u-00001'], tutors: ['tutor-maintainer'] } });
    expect((await room(id)).members).toEqual({
      users: ['r-u-00001'],
      groups: [],
      tutors: ['tutor-maintainer', 'tutor-teacher'],
      without: [],
    });
    expect(await room(id, MAINTAINER)).toMatchObject({ name: 'Room', ownerId: 'tutor-teacher' });
    expect(rest.published.at(-1)).toMatchObject({ resource: 'live-rooms', id, change: 'created' });
  });

  it('take nobody whom the tutor cannot reach', async () => {
    const refused = async (members: object) =>
      (await create({ members: { ...nobody, ...members } })).body as { field?: string };
    expect(await refused({ users: [FOREIGN] })).toMatchObject({ field: 'members.users' });
    expect(await refused({ users: ['nobody'] })).toMatchObject({ field: 'members.users' });
    expect(await refused({ groups: [rest.idOf('Room 7A')] })).toMatchObject({ field: 'members.groups' });
    expect(await refused({ groups: [rest.idOf('9A Geography')] })).toMatchObject({ field: 'members.groups' });
    expect(await refused({ tutors: ['tutor-other'] })).toMatchObject({ field: 'members.tutors' });
    expect((await create({ name: '  ' })).status).toBe(400);
    expect((await create({ name: 'x'.repeat(256) })).status).toBe(400);
    expect((await create({ membershipType: 'group', members: nobody })).status).toBe(400);
    expect((await create({ membershipType: 'direct', members: nobody })).status).toBe(400);
  });

  it('of a group have its people, who can be removed one by one', async () => {
    const groups = [rest.idOf('7A Science')].filter((id) => id !== '');
    const group = groups[0] ?? rest.idOf('7A Mathematics');
    const id = await made({ membershipType: 'group', members: { ...nobody, groups: [group] } }, MAINTAINER);
    const all = (await people(id, MAINTAINER)).filter(({ kind }) => kind === 'user');
    expect(all.length).toBeGreaterThan(3);
    const [first] = all;
    const { members: former } = await room(id, MAINTAINER);
    const members = { ...former, without: [first?.id ?? ''] };
    await rest.call(MAINTAINER, `/live-rooms/${id}/members`, { members, former });
    expect((await people(id, MAINTAINER)).map((each) => each.id)).not.toContain(first?.id);
    expect(
      await rest.refusedWrite(
        MAINTAINER,
        '/live-rooms',
        { type: 'text-chat', name: 'x', membershipType: 'group', members: { ...nobody, groups: [group] } },
        'POST',
      ),
    ).toMatchObject({ status: 409 });
  });

  it('keep both changes of two who invite at once, and always have a tutor', async () => {
    const id = await made({});
    const { members: former } = await room(id);
    const invite = (users: string[]) =>
      rest.call(TEACHER, `/live-rooms/${id}/members`, { members: { ...former, users }, former });
    await invite(['r-u-00001']);
    await invite(['r-u-00002']);
    expect((await room(id)).members.users).toEqual(['r-u-00001', 'r-u-00002']);
    expect(
      await rest.refusedWrite(TEACHER, `/live-rooms/${id}/members`, { members: { ...former, tutors: [] } }),
    ).toMatchObject({ status: 400, field: 'members.tutors' });
  });

  it('between two are one, are called as the other one, and stay theirs', async () => {
    const direct = { membershipType: 'direct', members: { ...nobody, tutors: ['tutor-maintainer'] } };
    const noted = () =>
      rest.store.db
        .selectFrom('resource_logs')
        .select('id')
        .where('resource_type', '=', 'live-rooms')
        .execute();
    const before = (await noted()).length;
    const id = await made(direct);
    expect(await made(direct)).toBe(id);
    expect(await noted()).toHaveLength(before + 1);
    const names = [(await room(id)).name, (await room(id, MAINTAINER)).name];
    expect(new Set(names).size).toBe(2);
    expect(names).not.toContain('Room');
    const { members } = await room(id);
    expect(await rest.refusedWrite(TEACHER, `/live-rooms/${id}/members`, { members })).toMatchObject({
      status: 409,
    });
    expect(
      await rest.refusedWrite(TEACHER, `/live-rooms/${id}`, { name: 'x', type: 'text-chat' }),
    ).toMatchObject({ status: 409 });
  });

  it('have a new name at once, and are gone when they are closed', async () => {
    const id = await made({});
    const { status } = await rest.call(TEACHER, `/live-rooms/${id}`, { name: ' New ', type: 'text-chat' });
    expect([status, (await room(id)).name]).toEqual([200, 'New']);
    expect(await rest.refusedWrite(MAINTAINER, `/live-rooms/${id}`, undefined, 'DELETE')).toMatchObject({
      status: 404,
    });
    expect((await rest.call(TEACHER, `/live-rooms/${id}`, undefined, 'DELETE')).status).toBe(200);
    expect(await rest.refusal(TEACHER, `/live-rooms/${id}`)).toMatchObject({ status: 404 });
  });

  it('give their history by pages from the newest back, also within one moment', async () => {
    const id = await made({});
    for (const [at, text] of [
      [1, 'a'],
      [2, 'b1'],
      [2, 'b2'],
      [2, 'b3'],
      [3, 'c'],
    ] as const)
      await say(id, 'tutor', at, text);
    const read = (query: string) =>
      rest.read(TEACHER, `/live-rooms/${id}/history?${query}`, roomHistorySchema);
    const seen: string[] = [];
    for (let query = 'limit=2'; ; ) {
      const page = await read(query);
      seen.push(...page.map(({ message }) => message));
      const last = page.at(-1);
      if (page.length < 2 || !last) break;
      query = `limit=2&_lt_sentTime=${last.sentTime}&_lt_id=${last.id}`;
    }
    expect(seen).toEqual(['c', 'b3', 'b2', 'b1', 'a']);
    expect((await read('_gt_sentTime=2')).map(({ message }) => message)).toEqual(['c']);
    expect((await rest.call(TEACHER, `/live-rooms/${id}/history?limit=201`)).status).toBe(400);
  });

  it('give a device its seat: what was said, and whether a tutor has to write first', async () => {
    await seatClient('r-u-00001');
    const token = device('r-u-00001');
    const id = await made({ members: { ...nobody, users: ['r-u-00001'] } });
    const seat = () => rest.read(token, `/live-rooms/${id}/seat`, roomSeatSchema);
    expect(await seat()).toMatchObject({ name: 'Room', mayWrite: true, messages: [] });
    await rest.store.db
      .insertInto('site_client_settings')
      .values({
        tenant: 'demo',
        site_id: 'riverside',
        id: 's',
        settings: '{"studentsWriteFirst":{"enabled":false}}',
      })
      .onConflict((at) =>
        at
          .columns(['tenant', 'site_id'])
          .doUpdateSet({ settings: '{"studentsWriteFirst":{"enabled":false}}' }),
      )
      .execute();
    await say(id, 'user', 1, 'student');
    expect(await seat()).toMatchObject({ mayWrite: false });
    await say(id, 'tutor', 2, 'tutor');
    expect(await seat()).toMatchObject({
      mayWrite: true,
      messages: [{ message: 'student' }, { message: 'tutor' }],
    });
    await rest.call(TEACHER, `/live-rooms/${id}/members`, {
      members: { ...nobody, tutors: ['tutor-teacher'] },
    });
    expect(await rest.refusal(token, `/live-rooms/${id}/seat`)).toMatchObject({ status: 404 });
    expect(await rest.refusal(token, `/live-rooms/${id}`)).toMatchObject({ status: 403 });
    expect(await rest.refusal(TEACHER, `/live-rooms/${id}/seat`)).toMatchObject({ status: 403 });
  });

  it('are for people of the tutor’s groups, and all tutors of the site', async () => {
    const ids = async (token: string, kind: string) =>
      ((await rest.call(token, `/live-rooms/people?kind=${kind}&limit=500`)).body as { id: string }[]).map(
        ({ id }) => id,
      );
    const reached = await ids(TEACHER, 'users');
    const all = await ids(MAINTAINER, 'users');
    expect(reached.length).toBeGreaterThan(0);
    expect(all.length).toBeGreaterThan(reached.length);
    expect(all).not.toContain(FOREIGN);
    expect(await ids(TEACHER, 'tutors')).toEqual(
      expect.arrayContaining(['tutor-teacher', 'tutor-maintainer']),
    );
    expect(await rest.refusal(TEACHER, '/live-rooms/people?kind=devices')).toMatchObject({ status: 400 });
    expect(
      await rest.refusal(tokenOf({ ...onRiverside, kind: 'device', sub: 'c' }), '/live-rooms'),
    ).toMatchObject({ status: 403 });
  });
});

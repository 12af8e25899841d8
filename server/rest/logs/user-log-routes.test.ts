import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userLogListSchema } from '#protocol/rest/user-log.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { ASSISTANT, MAINTAINER, openTestRest, TEACHER, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
/** Two pages of the group's alerts tab. */
const TWO_PAGES = 22;

describe.each(BACK_ENDS)('alerts on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(() => {
    rest.published.length = 0;
  });

  const list = (token: string, query: string) => rest.read(token, `/userlogs?${query}`, userLogListSchema);
  const ofGroup = (name: string) => `groupId=${rest.idOf(name)}`;

  it('are those of a group, newest first, page by page', async () => {
    const all = await list(TEACHER, `${ofGroup('7A Mathematics')}&limit=500`);
    expect(all.length).toBeGreaterThan(TWO_PAGES);
    expect(all.every(({ userGroupIds }) => userGroupIds.includes(rest.idOf('7A Mathematics')))).toBe(true);
    const times = all.map(({ timeTriggered }) => Date.parse(timeTriggered));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const seen: string[] = [];
    for (let last: string | undefined; ; ) {
      const before = last === undefined ? '' : `&_lt_timeTriggered=${last}`;
      const page = await list(TEACHER, `${ofGroup('7A Mathematics')}&limit=11${before}`);
      seen.push(...page.map(({ id }) => id));
      if (page.length < 11) break;
      last = page.at(-1)?.timeTriggered;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
    expect(all[0]).toMatchObject({ userName: expect.any(String), authType: 'user', mediaImages: [] });
  });

  it('are thirty at a time unless told', async () => {
    expect(await list(MAINTAINER, '')).toHaveLength(30);
  });

  it('are there for groups of devices too', async () => {
    expect((await list(TEACHER, ofGroup('Room 7A'))).length).toBeGreaterThan(11);
  });

  it('are those of a person or a client within reach', async () => {
    const [first] = await list(TEACHER, ofGroup('7A Mathematics'));
    const ofPerson = await list(TEACHER, `userId=${first?.userId}`);
    expect(ofPerson.length).toBeGreaterThan(0);
    expect(ofPerson.every(({ userId }) => userId === first?.userId)).toBe(true);
    await rest.store.db
      .insertInto('clients')
      .values({
        tenant: 'demo',
        id: 'c-1',
        site_id: 'riverside',
        device_id: null,
        user_id: 'r-u-00001',
        auth_type: 'user',
        user_name: 'One',
        hostname: 'PC',
        type: 'extension',
      })
      .execute();
    await rest.store.db
      .updateTable('user_logs')
      .set({ client_id: 'c-1' })
      .where('id', '=', first?.id ?? '')
      .execute();
    expect((await list(TEACHER, 'clientId=c-1')).map(({ id }) => id)).toEqual([first?.id]);
  });

  it('are narrowed to anybody who has some by those who see the whole site', async () => {
    const all = await list(TEACHER, 'limit=500');
    const [first] = await list(ASSISTANT, ofGroup('7A Mathematics'));
    const other = all.find(({ userGroupIds }) =>
      userGroupIds.every((id) => id !== rest.idOf('7A Mathematics')),
    );
    expect(other).toBeDefined();
    for (const { userId } of [first, other].flatMap((each) => each ?? []))
      expect((await list(TEACHER, `userId=${userId}&limit=500`)).map(({ id }) => id)).toEqual(
        all.filter((each) => each.userId === userId).map(({ id }) => id),
      );
    expect(await rest.refusal(TEACHER, '/userlogs?userId=nobody')).toEqual({
      status: 404,
      code: 'not-found',
    });
    const kind = 'ScreenCaptureDefinition';
    expect((await list(TEACHER, `kind=${kind}&limit=500`)).map(({ id }) => id)).toEqual(
      all.filter(({ effectType }) => effectType === kind).map(({ id }) => id),
    );
    const since = all[20]?.timeTriggered ?? '';
    expect(await list(TEACHER, `_gte_timeTriggered=${since}&limit=500`)).toHaveLength(21);
  });

  it('are paged without loss and doubling where many share one moment', async () => {
    const at = new Date(Date.now() - 400 * 86_400_000);
    const rows = Array.from({ length: 95 }, (_, index) => ({
      tenant: 'demo',
      id: `same-${String(index).padStart(3, '0')}`,
      site_id: 'riverside',
      user_id: 'r-u-00003',
      user_name: 'Same',
      auth_type: 'user',
      user_group_ids: JSON.stringify([rest.idOf('7B Art')]),
      time_triggered: at,
    }));
    await rest.store.db.insertInto('user_logs').values(rows).execute();
    for (const of of [
      `_gte_timeTriggered=2020-01-01T00:00:00Z&userId=r-u-00003`,
      `groupId=${rest.idOf('7B Art')}`,
    ]) {
      const seen: string[] = [];
      for (let next = ''; ; ) {
        const page = await list(MAINTAINER, `${of}${next}`);
        seen.push(...page.map(({ id }) => id));
        const last = page.at(-1);
        if (page.length < 30 || !last) break;
        next = `&_lt_timeTriggered=${last.timeTriggered}&_lt_id=${last.id}`;
      }
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((id) => id.startsWith('same-'))).toEqual(rows.map(({ id }) => id).reverse());
    }
    await rest.store.db.deleteFrom('user_logs').where('id', 'like', 'same-%').execute();
  });

  it('of the whole site need the role eventViewer', async () => {
    expect(await rest.refusal(ASSISTANT, '/userlogs')).toEqual({ status: 403, code: 'forbidden' });
    expect((await rest.call(ASSISTANT, `/userlogs?${ofGroup('7A Mathematics')}`)).status).toBe(200);
    expect((await rest.call(TEACHER, '/userlogs')).status).toBe(200);
  });

  it.each(['groupId=g-other', 'userId=r-u-00101', 'clientId=none'])(
    'are not shown and not removed for %s, which is out of reach',
    async (query) => {
      expect(await rest.refusal(ASSISTANT, `/userlogs?${query}`)).toEqual({ status: 404, code: 'not-found' });
      expect(await rest.refusedWrite(TEACHER, `/userlogs?${query}`, undefined, 'DELETE')).toMatchObject(
        query.startsWith('clientId') ? { status: 400 } : { status: 404 },
      );
      expect(rest.published).toEqual([]);
    },
  );

  it.each(['_lt_id=', 'limit=0', 'limit=501', 'limit=x', '_lt_timeTriggered=yesterday', 'groupId='])(
    'refuses ?%s',
    async (query) => {
      const { status, body } = await rest.call(MAINTAINER, `/userlogs?${query}`);
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'invalid', field: query.split('=')[0] });
    },
  );

  it('keep hostile text as text', async () => {
    const text = '<img src=x onerror=alert(1)>\u202e"\u{1F600}'.padEnd(10_000, 'x');
    await rest.store.db
      .insertInto('user_logs')
      .values({
        tenant: 'demo',
        id: 'hostile',
        site_id: 'riverside',
        user_id: 'r-u-00002',
        user_name: text,
        auth_type: 'user',
        text,
        context: JSON.stringify({ url: text }),
        time_triggered: new Date(),
      })
      .execute();
    const [row] = await list(MAINTAINER, 'userId=r-u-00002&limit=1');
    expect(row).toMatchObject({ id: 'hostile', userName: text, text, context: { url: text } });
  });

  it('of a group go with one call, those of others stay', async () => {
    const before = await list(MAINTAINER, 'limit=500');
    const query = ofGroup('Chess Club');
    const gone = await list(MAINTAINER, `${query}&limit=500`);
    const { status, body } = await rest.call(TEACHER, `/userlogs?${query}`, undefined, 'DELETE');
    expect({ status, body }).toEqual({ status: 200, body: { deleted: gone.length } });
    expect(await list(TEACHER, query)).toEqual([]);
    expect(await list(MAINTAINER, 'limit=500')).toHaveLength(before.length - gone.length);
    expect(rest.published).toMatchObject([
      { resource: 'userlogs', id: rest.idOf('Chess Club'), change: 'deleted', site: 'riverside' },
    ]);
  });

  it('of a person go with one call', async () => {
    const [first] = await list(TEACHER, ofGroup('7A Mathematics'));
    const query = `userId=${first?.userId}`;
    expect((await rest.call(TEACHER, `/userlogs?${query}`, undefined, 'DELETE')).status).toBe(200);
    expect(await list(TEACHER, query)).toEqual([]);
  });

  it.each(['', '?clientId=c-1', '?groupId=g-900&userId=r-u-00001'])(
    'do not go with %j, which does not say whose',
    async (query) => {
      expect(await rest.refusedWrite(MAINTAINER, `/userlogs${query}`, undefined, 'DELETE')).toEqual({
        status: 400,
        code: 'invalid',
        field: 'groupId',
        message: 'Name either the group or the person whose alerts shall go.',
      });
    },
  );
});

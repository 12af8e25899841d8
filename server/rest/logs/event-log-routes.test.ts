import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  eventChoiceListSchema,
  resourceLogListSchema,
  tutorActionLogListSchema,
} from '#protocol/rest/event-log.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { MAINTAINER, openTestRest, TEACHER, type TestRest, tokenOf } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const ACTIONS = { path: '/actions', schema: tutorActionLogListSchema };
const RESOURCES = { path: '/site-resources', schema: resourceLogListSchema };
const ELSEWHERE = tokenOf({
  site: 'hillcrest',
  realm: 'console',
  sub: 'tutor-manager',
  roles: ['consoleUser', 'eventViewer', 'siteLogViewer'],
});

describe.each(BACK_ENDS)('logs of tutors on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);

  const actions = (query = '') => rest.read(MAINTAINER, `/actions?${query}`, ACTIONS.schema);
  const resources = (query = '') => rest.read(MAINTAINER, `/site-resources?${query}`, RESOURCES.schema);
  const choices = (path: string) => rest.read(MAINTAINER, path, eventChoiceListSchema);
  const addAction = (id: string, more: object = {}) =>
    rest.store.db
      .insertInto('tutor_action_logs')
      .values({
        tenant: 'demo',
        id,
        site_id: 'riverside',
        tutor_id: 'tutor-teacher',
        action: 'lock',
        logged_time: new Date('2001-01-01T00:00:00Z'),
        ...more,
      })
      .execute();

  it.each([ACTIONS, RESOURCES])('$path has thirty at a time, newest first', async ({ path, schema }) => {
    const all = await rest.read(MAINTAINER, `${path}?limit=500`, schema);
    expect(all.length).toBeGreaterThan(60);
    const times = all.map(({ loggedTime }) => Date.parse(loggedTime));
    expect(times).toEqual([...times].sort((a, b) => b - a));
    const seen: string[] = [];
    for (let next = ''; ; ) {
      const page = await rest.read(MAINTAINER, `${path}?${next}`, schema);
      seen.push(...page.map(({ id }) => id));
      const last = page.at(-1);
      if (page.length < 30 || !last) break;
      next = `_lt_loggedTime=${last.loggedTime}&_lt_id=${last.id}`;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('loses and doubles nothing where many share one moment', async () => {
    const ids = Array.from({ length: 70 }, (_, index) => `same-${String(index).padStart(3, '0')}`);
    for (const id of ids) await addAction(id);
    const first = await actions('_lt_loggedTime=2002-01-01T00:00:00Z');
    const second = await actions(`_lt_loggedTime=2001-01-01T00:00:00Z&_lt_id=${first.at(-1)?.id}`);
    const third = await actions(`_lt_loggedTime=2001-01-01T00:00:00Z&_lt_id=${second.at(-1)?.id}`);
    expect([...first, ...second, ...third].map(({ id }) => id)).toEqual([...ids].reverse());
    await rest.store.db.deleteFrom('tutor_action_logs').where('id', 'like', 'same-%').execute();
  });

  it('are narrowed by tutor, kind and time', async () => {
    const all = await actions('limit=500');
    const [{ tutorId, action, loggedTime } = { tutorId: '', action: '', loggedTime: '' }] = all.slice(10);
    expect(
      await actions(`limit=500&tutorId=${tutorId}&action=${action}&_gte_loggedTime=${loggedTime}`),
    ).toEqual(
      all.filter(
        (each) => each.tutorId === tutorId && each.action === action && each.loggedTime >= loggedTime,
      ),
    );
    const changes = await resources('limit=500');
    expect(await resources('limit=500&resourceType=policies')).toEqual(
      changes.filter(({ resourceType }) => resourceType === 'policies'),
    );
  });

  it('name what is there, and nothing that is not', async () => {
    const groupId = rest.idOf('Chess Club');
    await addAction('named', { target_group_id: groupId });
    await addAction('gone', { target_group_id: 'g-gone', tutor_id: 'tutor-gone' });
    await addAction('other', { target_group_id: 'g-other', tutor_id: 'tutor-other' });
    const rows = await actions('_lt_loggedTime=2002-01-01T00:00:00Z');
    expect(rows.map(({ id, targetGroupName, tutorName }) => [id, targetGroupName, tutorName])).toEqual([
      ['other', null, null],
      ['named', 'Chess Club', expect.any(String)],
      ['gone', null, null],
    ]);
    const change = { method: 'PUT', path: '/v1/x' };
    const note = (id: string, type: string, resourceId: string) =>
      rest.store.db
        .insertInto('resource_logs')
        .values({
          tenant: 'demo',
          id,
          site_id: 'riverside',
          tutor_id: 'tutor-teacher',
          parameters: JSON.stringify(change),
          resource_type: type,
          resource_id: resourceId,
          logged_time: new Date('2001-01-01T00:00:00Z'),
        })
        .execute();
    await note('r-1', 'groups', groupId);
    await note('r-2', 'users', 'u-other');
    await note('r-3', 'userlogs', groupId);
    await note('r-4', 'no-such-things', 'x');
    await note('r-5', 'groups', rest.idOf('Hillcrest 7A'));
    const told = await resources('_lt_loggedTime=2002-01-01T00:00:00Z');
    expect(told.map(({ id, resourceName }) => [id, resourceName])).toEqual([
      ['r-5', null],
      ['r-4', null],
      ['r-3', 'Chess Club'],
      ['r-2', null],
      ['r-1', 'Chess Club'],
    ]);
  });

  it.each(['/actions', '/site-resources', '/actions/tutors'])('%s is for siteLogViewer', async (path) => {
    expect(await rest.refusal(TEACHER, path)).toEqual({ status: 403, code: 'forbidden' });
    expect((await rest.call(MAINTAINER, path)).status).toBe(200);
  });

  it.each(['/userlogs/people', '/userlogs/devices'])('%s is for eventViewer', async (path) => {
    const viewer = tokenOf({
      site: 'riverside',
      realm: 'console',
      sub: 'tutor-maintainer',
      roles: ['consoleUser', 'siteLogViewer'],
    });
    expect(await rest.refusal(viewer, path)).toEqual({ status: 403, code: 'forbidden' });
    expect((await rest.call(TEACHER, path)).status).toBe(200);
  });

  it('are those of the site alone', async () => {
    const roles = ['consoleUser', 'eventViewer', 'siteLogViewer'];
    await rest.store.db
      .insertInto('role_links')
      .values(
        roles.map((role) => ({
          tenant: 'demo',
          id: `elsewhere-${role}`,
          tutor_id: 'tutor-manager',
          role_id: role,
          site_id: 'hillcrest',
          tag_id: null,
        })),
      )
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    for (const path of ['/actions', '/site-resources', '/actions/tutors', '/userlogs', '/userlogs/devices'])
      expect([path, await rest.call(ELSEWHERE, path)]).toEqual([path, { status: 200, body: [] }]);
    const people = await choices('/userlogs/people?id=u-other');
    expect(people).toEqual([]);
  });

  it('are found by the name of who did them', async () => {
    const everybody = await choices('/actions/tutors');
    expect(everybody.length).toBeGreaterThan(0);
    const [first] = everybody;
    expect(await choices(`/actions/tutors?id=${first?.id}`)).toEqual([first]);
    const part = encodeURIComponent(first?.name.slice(1, 5).toUpperCase() ?? '');
    expect(await choices(`/actions/tutors?name=${part}`)).toContainEqual(first);
    expect(await choices('/actions/tutors?name=%25')).toEqual([]);
    const people = await choices('/userlogs/people?name=a');
    expect(people).toHaveLength(20);
    expect(people.every(({ name }) => /a/i.test(name))).toBe(true);
    const named = { tenant: 'demo', site_id: 'riverside', email: null };
    await rest.store.db
      .insertInto('users')
      .values([
        { ...named, id: 'user-jose', name: 'José  Núñez' },
        { ...named, id: 'user-plain', name: 'Jose Nunez' },
        { ...named, id: 'user-marks', name: "Jean-Luc O'Connor" },
      ])
      .execute();
    for (const name of ['nunez', 'jose nunez', 'Nu\u0301n\u0303ez']) {
      const ids = (await choices(`/userlogs/people?name=${encodeURIComponent(name)}`)).map(({ id }) => id);
      expect(ids).toEqual(['user-plain', 'user-jose']);
    }
    for (const name of ['oconnor', "o'connor", 'jean luc', 'jeanluc oc']) {
      const [found] = await choices(`/userlogs/people?name=${encodeURIComponent(name)}`);
      expect(found?.id).toBe('user-marks');
    }
  });

  it.each([
    '/actions?limit=0',
    '/actions?limit=501',
    '/actions?_lt_loggedTime=yesterday',
    '/site-resources?_gte_loggedTime=1',
    '/site-resources?tutorId=',
    `/userlogs/people?name=${'x'.repeat(201)}`,
  ])('refuses %s', async (path) => {
    expect(await rest.call(MAINTAINER, path)).toMatchObject({ status: 400, body: { code: 'invalid' } });
  });

  it('answers what no id can be with nothing', async () => {
    expect(
      await actions(`_lt_loggedTime=2002-01-01T00:00:00Z&_lt_id=${encodeURIComponent("a/b' or 1=1")}`),
    ).toBeDefined();
    expect(
      v.is(eventChoiceListSchema, await choices(`/userlogs/people?id=${encodeURIComponent("x'/")}`)),
    ).toBe(true);
  });
});

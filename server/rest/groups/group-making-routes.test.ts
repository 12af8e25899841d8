import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { groupSchema } from '#protocol/rest/group.ts';
import { groupCountListSchema, patternMatchesSchema } from '#protocol/rest/group-counts.ts';
import { groupPermissionListSchema } from '#protocol/rest/group-member.ts';
import { siteTutorSchema } from '#protocol/rest/tutor.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { groupRestFor } from '../fakes/group-rest.ts';
import { MAINTAINER, TEACHER } from '../fakes/open-test-rest.ts';

describe.each(BACK_ENDS)('making groups on %s', (backEnd) => {
  const at = groupRestFor(backEnd);
  const lab = { definitionName: 'deviceMatchGroup', name: 'Lab' };

  async function make(body: object = lab) {
    const answer = await at.rest.call(MAINTAINER, '/groups', body, 'POST');
    expect(answer).toMatchObject({ status: 200 });
    return v.parse(groupSchema, answer.body);
  }
  const told = () =>
    at.rest.published.map(({ resource, id, change, reachUnchanged = false }) => ({
      resource,
      id,
      change,
      reachUnchanged,
    }));

  describe('POST /groups', () => {
    it('makes a group that nobody is in, and that maintainers alone see', async () => {
      const properties = { permittedHostnames: [' lab '] };
      const group = await make({ ...lab, name: '  Lab 2 ', properties, global: true });
      expect(group).toMatchObject({
        name: 'Lab 2',
        definitionName: 'deviceMatchGroup',
        global: true,
        properties: { permittedHostnames: ['lab'] },
        patterns: [],
        permissions: [],
        policies: [],
      });
      expect(told()).toEqual([{ resource: 'groups', id: group.id, change: 'created', reachUnchanged: true }]);
      expect((await at.rest.call(TEACHER, `/groups/${group.id}`)).status).toBe(404);
      expect((await at.rest.call(MAINTAINER, `/groups/${group.id}`)).body).toMatchObject({ name: 'Lab 2' });
    });

    it.each([
      [{ name: undefined }, 400, 'name'],
      [{ name: ' ' }, 400, 'name'],
      [{ name: '\u200b\u2066\ufeff' }, 400, 'name'],
      [{ name: 'x'.repeat(256) }, 400, 'name'],
      [{ name: 'NUL \u0000' }, 400, 'name'],
      [{ definitionName: 'group' }, 400, 'definitionName'],
      [{ members: ['r-u-00001'] }, 400, 'members'],
      [{ siteId: 'hillcrest' }, 400, 'siteId'],
      [{ properties: { permittedHostnames: ['x'.repeat(256)] } }, 400, 'properties.permittedHostnames.0'],
      [{ properties: { permittedHostnames: Array(1_001).fill('x') } }, 400, 'properties.permittedHostnames'],
      [{ integrationId: 'demo-directory' }, 400, 'nativeIdf'],
      [{ nativeIdf: 'course' }, 400, 'integrationId'],
      [{ integrationId: 'nowhere', nativeIdf: 'course', definitionName: 'userGroup' }, 400, 'integrationId'],
      [{ integrationId: 'nowhere', nativeIdf: 'course' }, 400, 'definitionName'],
    ])('refuses %j', async (fields, status, field) => {
      const refused = await at.rest.refusedWrite(MAINTAINER, '/groups', { ...lab, ...fields }, 'POST');
      expect(refused).toMatchObject({ status, field });
      expect(at.rest.published).toEqual([]);
    });

    it('takes a name of 255 characters, in any script', async () => {
      for (const name of ['x'.repeat(255), '数学', '👩‍🏫', 'a\u202eb', '<b>7A</b>'])
        expect((await make({ ...lab, name })).name).toBe(name);
    });

    it('takes each course of a directory once', async () => {
      const { integrationId, nativeIdf } = await at.read('11A Physics');
      const course = { definitionName: 'userGroup', name: 'Again', integrationId, source: 'internal' };
      const again = await at.rest.refusedWrite(MAINTAINER, '/groups', { ...course, nativeIdf }, 'POST');
      expect(again).toMatchObject({
        status: 409,
        message: 'This course is in the group “11A Physics” already.',
      });
      const two = { id: 'course-2', name: 'Two', members: '[]' };
      await at.rest.store.db
        .insertInto('directory_courses')
        .values({ tenant: 'demo', integration_id: 'demo-directory', ...two })
        .execute();
      const other = await make({ ...course, nativeIdf: 'course-2', meta: { courseName: 'Two' } });
      expect(other).toMatchObject({ integrationId, nativeIdf: 'course-2', meta: { courseName: 'Two' } });
    });
  });

  describe('another kind', () => {
    const kinds = (definitionName: string, formerDefinitionName: string) => ({
      name: 'Mixed',
      definitionName,
      formerDefinitionName,
    });

    it('is taken by a group of people or devices, which then has no members', async () => {
      const { id } = await make({ definitionName: 'deviceGroup', name: 'Mixed' });
      await at.rest.call(MAINTAINER, `/groups/${id}/members`, { members: ['r-d-00001'] });
      const wol = { enabled: true, periods: [{ day: 1, time: '08:00' }] };
      await at.rest.call(MAINTAINER, `/groups/${id}`, { definitionName: 'deviceGroup', name: 'Mixed', wol });
      at.rest.published.length = 0;
      const answer = await at.rest.call(MAINTAINER, `/groups/${id}`, kinds('userGroup', 'deviceGroup'));
      expect(answer).toMatchObject({ status: 200, body: { definitionName: 'userGroup', wol: null } });
      expect(told()).toMatchObject([{ resource: 'groups', id, reachUnchanged: false }]);
      expect((await at.rest.call(MAINTAINER, `/groups/${id}/members`)).body).toEqual([]);
      const late = await at.rest.refusedWrite(
        MAINTAINER,
        `/groups/${id}`,
        kinds('deviceMatchGroup', 'deviceGroup'),
      );
      expect(late).toMatchObject({ status: 409 });
      const patterns = await at.rest.call(
        MAINTAINER,
        `/groups/${id}`,
        kinds('deviceMatchGroup', 'userGroup'),
      );
      expect(patterns).toMatchObject({ status: 200, body: { patterns: [] } });
      const back = await at.rest.refusedWrite(
        MAINTAINER,
        `/groups/${id}`,
        kinds('userGroup', 'deviceMatchGroup'),
      );
      expect(back).toMatchObject({ status: 409, message: 'A group of patterns stays one.' });
    });

    it('is not for a group of a directory', async () => {
      const body = kinds('deviceGroup', 'userGroup');
      expect(await at.rest.refusedWrite(MAINTAINER, at.pathOf('11A Physics'), body)).toMatchObject({
        status: 409,
      });
    });
  });

  describe('DELETE /groups/{id}', () => {
    it('takes its members, tutors and policies along, and is told', async () => {
      const { id } = await make();
      await at.rest.call(MAINTAINER, `/groups/${id}/patterns`, { patterns: ['RS-*'] });
      await at.rest.call(MAINTAINER, `/groups/${id}/permissions`, { permissions: ['tutor-teacher'] });
      expect((await at.rest.call(TEACHER, `/groups/${id}`)).status).toBe(200);
      at.rest.published.length = 0;
      expect(await at.rest.refusedWrite(TEACHER, `/groups/${id}`, undefined, 'DELETE')).toMatchObject({
        status: 403,
      });
      expect(await at.rest.call(MAINTAINER, `/groups/${id}`, undefined, 'DELETE')).toEqual({
        status: 200,
        body: { id },
      });
      expect(told()).toEqual([
        { resource: 'groups', id, change: 'deleted', reachUnchanged: false },
        { resource: 'policies', id: undefined, change: 'updated', reachUnchanged: true },
      ]);
      expect((await at.rest.call(TEACHER, `/groups/${id}`)).status).toBe(404);
      expect(await at.rest.refusedWrite(MAINTAINER, `/groups/${id}`, undefined, 'DELETE')).toMatchObject({
        status: 404,
      });
    });
  });

  describe('PUT /groups/{id}/permissions', () => {
    const permit = (id: string, body: object) => at.rest.call(MAINTAINER, `/groups/${id}/permissions`, body);
    const permitted = (id: string) =>
      at.rest.read(MAINTAINER, `/groups/${id}/permissions`, groupPermissionListSchema);

    it('says which tutors see the group, and tells their consoles', async () => {
      const { id } = await make();
      at.rest.published.length = 0;
      expect(await permit(id, { permissions: ['tutor-teacher', 'tutor-teacher'] })).toMatchObject({
        body: { permissions: ['tutor-teacher'] },
      });
      expect(told()).toEqual([
        { resource: 'groups', id, change: 'updated', reachUnchanged: false },
        { resource: 'tutors', id: 'tutor-teacher', change: 'updated', reachUnchanged: false },
      ]);
      expect((await at.rest.call(TEACHER, `/groups/${id}`)).status).toBe(200);
      at.rest.published.length = 0;
      await permit(id, { permissions: ['tutor-teacher'] });
      expect(told()).toEqual([{ resource: 'groups', id, change: 'updated', reachUnchanged: true }]);
      await permit(id, { permissions: [] });
      expect((await at.rest.call(TEACHER, `/groups/${id}`)).status).toBe(404);
    });

    it('keeps what others have changed meanwhile', async () => {
      const { id } = await make();
      await permit(id, { permissions: ['tutor-teacher'] });
      await permit(id, { permissions: ['tutor-maintainer'], former: [] });
      expect(await permitted(id)).toEqual(['tutor-maintainer', 'tutor-teacher']);
    });

    it('refuses who is no tutor of the site, and changes nothing', async () => {
      const { id } = await make();
      await permit(id, { permissions: ['tutor-teacher'] });
      for (const stranger of ['tutor-other', 'r-u-00001', 'nobody']) {
        const body = { permissions: ['tutor-maintainer', stranger] };
        expect(await at.rest.refusedWrite(MAINTAINER, `/groups/${id}/permissions`, body)).toMatchObject({
          status: 400,
          field: 'permissions',
          message: expect.stringContaining(stranger),
        });
      }
      expect(await permitted(id)).toEqual(['tutor-teacher']);
      expect(
        await at.rest.refusedWrite(TEACHER, at.pathOf('7A Mathematics', '/permissions'), {
          permissions: ['tutor-teacher'],
        }),
      ).toMatchObject({ status: 403 });
    });
  });

  it('lists the tutors of the site, with nothing but their names', async () => {
    const tutors = await at.rest.read(MAINTAINER, '/tutors/site/riverside', v.array(siteTutorSchema));
    expect(tutors.map(({ id }) => id)).toEqual(expect.arrayContaining(['tutor-teacher', 'tutor-maintainer']));
    expect(Object.keys(tutors[0] ?? {}).sort()).toEqual(['id', 'name', 'primaryEmail', 'properties']);
    const [first] = await at.rest.read(
      MAINTAINER,
      '/tutors/site/riverside?limit=1',
      v.array(siteTutorSchema),
    );
    expect(first).toEqual(tutors[0]);
    expect(await at.rest.refusal(TEACHER, '/tutors/site/riverside')).toMatchObject({ status: 403 });
    expect(await at.rest.refusal(MAINTAINER, '/tutors/site/hillcrest')).toMatchObject({ status: 404 });
  });

  it('counts who is in each group, and who may see it', async () => {
    const counts = await at.rest.read(MAINTAINER, '/groups/counts', groupCountListSchema);
    for (const name of ['Chess Club', 'Computer Suite 1', 'Room 7A', 'All devices']) {
      const found = counts.find(({ id }) => id === at.rest.idOf(name));
      const tutors = await at.rest.read(
        MAINTAINER,
        at.pathOf(name, '/permissions'),
        groupPermissionListSchema,
      );
      expect(found).toMatchObject({ members: (await at.memberIds(name)).length, tutors: tutors.length });
    }
    expect(await at.rest.refusal(TEACHER, '/groups/counts')).toMatchObject({ status: 403 });
  });

  describe('POST /groups/patterns/matches', () => {
    const ask = (patterns: unknown) =>
      at.rest.call(MAINTAINER, '/groups/patterns/matches', { patterns }, 'POST');

    it.each([[['RS-7A-*', ' cb-7a-* ']], [['7a']], [['*']], [[]], [['nothing-like-it']], [['page-*']]])(
      'means by %j the devices that a group of these has',
      async (patterns) => {
        const { id } = await make({ ...lab, name: `Lab ${patterns.join()}` });
        await at.rest.call(MAINTAINER, `/groups/${id}/patterns`, {
          patterns: patterns.map((each) => each.trim()),
        });
        const members = await at.rest.read(
          MAINTAINER,
          `/groups/${id}/members`,
          v.array(v.looseObject({ id: v.string() })),
        );
        at.rest.published.length = 0;
        const noted = () => at.rest.store.db.selectFrom('resource_logs').select('id').execute();
        const before = await noted();
        const { status, body } = await ask(patterns);
        expect(status).toBe(200);
        expect(await noted()).toEqual(before);
        const { count, of, devices } = v.parse(patternMatchesSchema, body);
        expect(count).toBe(members.length);
        expect(of).toBeGreaterThanOrEqual(120);
        const ids = new Set(members.map((member) => member.id));
        expect(devices).toHaveLength(Math.min(100, count));
        expect(devices.every((device) => ids.has(device.id))).toBe(true);
        expect(at.rest.published).toEqual([]);
      },
    );

    it.each([
      [Array.from({ length: 10_000 }, (_, i) => `lab-${i}`), 'patterns'],
      [['x'.repeat(256)], 'patterns.0'],
      [[' '], 'patterns.0'],
      ['*', 'patterns'],
      [[1], 'patterns.0'],
    ])('refuses %#', async (patterns, field) => {
      expect(
        await at.rest.refusedWrite(MAINTAINER, '/groups/patterns/matches', { patterns }, 'POST'),
      ).toMatchObject({ status: 400, field });
    });

    it('is not kept busy by patterns that would try each way of a name', async () => {
      const hostile = Array.from({ length: 1_000 }, (_, i) => `${'*a'.repeat(120)}${i}`);
      const began = performance.now();
      const { body } = await ask(hostile);
      expect(v.parse(patternMatchesSchema, body)).toMatchObject({ count: 0, devices: [] });
      expect(performance.now() - began).toBeLessThan(5_000);
    });

    it('answers the newest of several questions', async () => {
      const patterns = Array.from({ length: 1_000 }, (_, i) => `${'*rs'.repeat(60)}${i}`);
      const answers = await Promise.all([ask(patterns), ask(patterns), ask(['*'])]);
      expect(answers.at(-1)?.status).toBe(200);
    });

    it('is for maintainers', async () => {
      expect(
        await at.rest.refusedWrite(TEACHER, '/groups/patterns/matches', { patterns: ['*'] }, 'POST'),
      ).toMatchObject({ status: 403 });
    });
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { groupSchema } from '#protocol/rest/group.ts';
import { groupMemberListSchema } from '#protocol/rest/group-member.ts';
import { BACK_ENDS } from '../store/open-test-store.ts';
import { MAINTAINER, openTestRest, TEACHER, type TestRest } from './open-test-rest.ts';

const LONG_MS = 60_000;
const NOW = Date.UTC(2026, 10, 2, 9);

describe.each(BACK_ENDS)('changing groups on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd, () => NOW);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(() => {
    rest.published.length = 0;
  });

  const pathOf = (name: string, below = '') => `/groups/${rest.idOf(name)}${below}`;
  const read = (name: string) => rest.read(MAINTAINER, pathOf(name), groupSchema);
  const memberIds = async (name: string) =>
    (await rest.read(MAINTAINER, pathOf(name, '/members'), groupMemberListSchema)).map(({ id }) => id);
  const suite = { definitionName: 'deviceGroup', name: 'Computer Suite 1' };

  describe('PUT /groups/{id}', () => {
    it('replaces what the body names, and nothing else', async () => {
      const before = await read('Computer Suite 1');
      const wol = { enabled: false, periods: [{ day: 0, time: '06:00' }] };
      const { status, body } = await rest.call(MAINTAINER, pathOf('Computer Suite 1'), { ...suite, wol });
      expect(status).toBe(200);
      expect(body).toEqual({ ...before, wol });
      expect(await read('Computer Suite 1')).toEqual({ ...before, wol });
      const renamed = { definitionName: 'deviceGroup', name: '  Suite One ' };
      await rest.call(MAINTAINER, pathOf('Computer Suite 1'), renamed);
      expect(await read('Computer Suite 1')).toEqual({ ...before, wol, name: 'Suite One' });
    });

    it('keeps the layout of the wall, restrictions and host names, each beside what was there', async () => {
      const gridLayout = {
        positions: { 'c-1': { x: 10.5, y: -3 } },
        ...{ backgroundImageKey: 'room.png', backgroundImageUrl: null, bgWidth: 800, bgHeight: 600 },
        zoomPercent: 120,
      };
      const put = async (fields: object) => {
        const answer = await rest.call(MAINTAINER, pathOf('Computer Suite 1'), {
          ...{ definitionName: 'deviceGroup', name: 'Computer Suite 1', global: false },
          ...fields,
        });
        expect(answer.status).toBe(200);
      };
      await put({ settings: { other: 1 } });
      await put({ settings: { gridLayout } });
      await put({ restrictions: { hostnames: true }, properties: { permittedHostnames: ['lab-1'] } });
      const { settings, restrictions, properties, permissions, policies } = await read('Computer Suite 1');
      expect(settings).toEqual({ other: 1, gridLayout });
      expect(restrictions).toEqual({ hostnames: true });
      expect(properties.permittedHostnames).toEqual(['lab-1']);
      expect(permissions).toEqual(expect.any(Array));
      expect(policies).toEqual(expect.any(Array));
    });

    it('takes back what it gave of where a group comes from, and refuses anything else', async () => {
      const { meta, source, nativeIdf, integrationId } = await read('Computer Suite 1');
      const name = { definitionName: 'deviceGroup', name: 'Suite One' };
      const origin = { meta, source, nativeIdf, integrationId };
      expect((await rest.call(MAINTAINER, pathOf('Computer Suite 1'), { ...name, ...origin })).status).toBe(
        200,
      );
      expect(
        await rest.refusedWrite(MAINTAINER, pathOf('Computer Suite 1'), { ...name, source: 'google' }),
      ).toMatchObject({ status: 400, field: 'source' });
    });

    it.each([
      [{ permissions: ['tutor-teacher'] }, 'permissions'],
      [{ policies: [] }, 'policies'],
      [{ members: [] }, 'members'],
      [{ nonsense: 1 }, 'nonsense'],
      [
        { settings: { gridLayout: { positions: { c: { x: 'left', y: 0 } } } } },
        'settings.gridLayout.positions.c.x',
      ],
      [{ settings: { gridLayout: { zoomPercent: -1 } } }, 'settings.gridLayout.zoomPercent'],
      [{ settings: { text: 'x'.repeat(300_000) } }, 'settings'],
      [{ restrictions: 'none' }, 'restrictions'],
    ])('drops nothing without a word: %#', async (fields, field) => {
      const before = await read('Computer Suite 1');
      const body = { definitionName: 'deviceGroup', name: 'Computer Suite 1', ...fields };
      expect(await rest.refusedWrite(MAINTAINER, pathOf('Computer Suite 1'), body)).toMatchObject({
        ...{ status: 400, code: 'invalid', field },
      });
      expect(await read('Computer Suite 1')).toEqual(before);
    });

    it('tells consoles, without having everybody’s reach asked for again, and is written down', async () => {
      const id = rest.idOf('Computer Suite 1');
      await rest.call(MAINTAINER, pathOf('Computer Suite 1'), suite);
      expect(rest.published).toEqual([
        {
          ...{ tenant: 'demo', site: 'riverside', resource: 'groups', id, change: 'updated', at: NOW },
          reachUnchanged: true,
        },
      ]);
      const logged = await rest.store.db
        .selectFrom('resource_logs')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(logged).toMatchObject({
        ...{ tutor_id: 'tutor-maintainer', resource_type: 'groups', resource_id: id },
        ...{ parameters: { method: 'PUT', path: `/v1/groups/${id}` }, logged_time: new Date(NOW) },
      });
    });

    it.each([
      [{ name: ' ' }, { status: 400, field: 'name', message: 'name: Field is required' }],
      [{ name: 'x'.repeat(256) }, { status: 400, field: 'name', message: 'name: Max 255 characters' }],
      [
        { wol: { enabled: true, periods: [] } },
        {
          ...{ status: 400, field: 'wol.periods' },
          message: 'A schedule that is enabled needs at least one period.',
        },
      ],
      [{ wol: { enabled: true, periods: [{ day: 7, time: '08:00' }] } }, { status: 400, code: 'invalid' }],
      [{ wol: { enabled: true, periods: [{ day: 1, time: '8:00' }] } }, { status: 400, code: 'invalid' }],
      [
        { definitionName: 'userGroup' },
        { status: 409, code: 'conflict', message: 'A group stays of the kind that it was made.' },
      ],
    ])('refuses %j', async (changes, refused) => {
      const before = await read('Computer Suite 1');
      expect(
        await rest.refusedWrite(MAINTAINER, pathOf('Computer Suite 1'), { ...suite, ...changes }),
      ).toMatchObject(refused);
      expect(await read('Computer Suite 1')).toEqual(before);
      expect(rest.published).toEqual([]);
    });

    it('gives no group of people a wake schedule', async () => {
      const wol = { enabled: false, periods: [] };
      const body = { definitionName: 'userGroup', name: '7A Mathematics', wol };
      expect(await rest.refusedWrite(MAINTAINER, pathOf('7A Mathematics'), body)).toEqual({
        ...{ status: 400, code: 'invalid', field: 'wol' },
        message: 'Only groups of devices have a wake schedule.',
      });
    });
  });

  describe('PUT /groups/{id}/members', () => {
    it('replaces the members, named twice or not', async () => {
      const members = ['r-u-00003', 'r-u-00001', 'r-u-00003'];
      const { status, body } = await rest.call(MAINTAINER, pathOf('Chess Club', '/members'), { members });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: rest.idOf('Chess Club') });
      expect(await memberIds('Chess Club')).toEqual(['r-u-00003', 'r-u-00001']);
      expect(rest.published).toMatchObject([{ resource: 'groups', id: rest.idOf('Chess Club') }]);
      // Everybody in it may have another reach now.
      expect(rest.published[0]).not.toHaveProperty('reachUnchanged');
      await rest.call(MAINTAINER, pathOf('Chess Club', '/members'), { members: [] });
      expect(await memberIds('Chess Club')).toEqual([]);
    });

    it('takes devices for a group of devices', async () => {
      const members = ['r-d-00002', 'r-d-00005'];
      await rest.call(MAINTAINER, pathOf('Exam Laptops', '/members'), { members });
      expect(await memberIds('Exam Laptops')).toEqual(['r-d-00005', 'r-d-00002']);
    });

    it('names ids that it does not know, and changes nothing', async () => {
      await rest.call(MAINTAINER, pathOf('Exam Laptops', '/members'), { members: ['r-d-00002'] });
      // The last is of another site.
      const members = ['r-d-00001', 'r-u-00001', 'nobody', 'h-d-00001'];
      expect(await rest.refusedWrite(MAINTAINER, pathOf('Exam Laptops', '/members'), { members })).toEqual({
        ...{ status: 400, code: 'invalid', field: 'members' },
        message: 'The site has no devices with these ids: r-u-00001, nobody, h-d-00001.',
      });
      expect(await memberIds('Exam Laptops')).toEqual(['r-d-00002']);
      const many = Array.from({ length: 30 }, (_, i) => `x-${i}`);
      const { message } = await rest.refusedWrite(MAINTAINER, pathOf('Chess Club', '/members'), {
        members: many,
      });
      expect(message).toContain('no people');
      expect(message).toContain('x-9 and 20 more');
    });

    it('keeps ids that look like code as what they are', async () => {
      const members = ["'; drop table groups; --"];
      expect(
        await rest.refusedWrite(MAINTAINER, pathOf('Chess Club', '/members'), { members }),
      ).toMatchObject({ status: 400, code: 'invalid' });
      expect(await read('Chess Club')).toBeDefined();
    });

    it.each([{}, { members: 'r-u-00001' }, { members: [''] }, { members: [7] }])(
      'refuses %j',
      async (body) => {
        expect(await rest.refusedWrite(MAINTAINER, pathOf('Chess Club', '/members'), body)).toMatchObject({
          ...{ status: 400, code: 'invalid', field: expect.stringMatching(/^members/) },
        });
      },
    );

    it('keeps what another maintainer has changed since the editing began', async () => {
      const put = (members: string[], former?: string[]) =>
        rest.call(MAINTAINER, pathOf('Chess Club', '/members'), { members, ...(former && { former }) });
      const former = ['r-u-00001', 'r-u-00002', 'r-u-00003'];
      await put(former);
      // One removes the first, the other adds a fourth: both began with the same three.
      await put(['r-u-00002', 'r-u-00003'], former);
      await put([...former, 'r-u-00004'], former);
      expect((await memberIds('Chess Club')).sort()).toEqual(['r-u-00002', 'r-u-00003', 'r-u-00004']);
      // It is taken back as it was made.
      await put(former, [...former, 'r-u-00004']);
      expect((await memberIds('Chess Club')).sort()).toEqual(['r-u-00002', 'r-u-00003']);
    });

    it('leaves groups alone whose members come from elsewhere', async () => {
      expect(
        await rest.refusedWrite(MAINTAINER, pathOf('9A Geography', '/members'), { members: [] }),
      ).toMatchObject({
        ...{ status: 409, code: 'conflict' },
        message: 'This group comes from a directory: who is in it is changed there.',
      });
      expect(
        await rest.refusedWrite(MAINTAINER, pathOf('Room 7A', '/members'), { members: [] }),
      ).toMatchObject({
        ...{ status: 409, code: 'conflict', message: 'The members of this group are found by its patterns.' },
      });
    });
  });

  describe('PUT /groups/{id}/patterns', () => {
    it('replaces them in their order, and with them the members', async () => {
      const patterns = ['RS-8A-*', ' CB-7A-02 '];
      await rest.call(MAINTAINER, pathOf('All Chromebooks', '/patterns'), { patterns });
      expect((await read('All Chromebooks')).patterns).toEqual(['RS-8A-*', 'CB-7A-02']);
      expect(await memberIds('All Chromebooks')).toContain('r-d-00002');
      expect(await memberIds('All Chromebooks')).not.toContain('r-d-00004');
      expect(rest.published).toMatchObject([{ resource: 'groups', id: rest.idOf('All Chromebooks') }]);
    });

    it('keeps what another maintainer has changed since the editing began', async () => {
      const put = (patterns: string[], former?: string[]) =>
        rest.call(MAINTAINER, pathOf('All Chromebooks', '/patterns'), {
          patterns,
          ...(former && { former }),
        });
      await put(['a', 'b']);
      await put(['b'], ['a', 'b']);
      await put(['c', 'a', 'b'], ['a', 'b']);
      expect((await read('All Chromebooks')).patterns).toEqual(['c', 'b']);
    });

    it('matches every device with none', async () => {
      await rest.call(MAINTAINER, pathOf('All Chromebooks', '/patterns'), { patterns: [] });
      expect(await memberIds('All Chromebooks')).toHaveLength(120);
    });

    it('refuses blank ones, and groups that have members', async () => {
      expect(
        await rest.refusedWrite(MAINTAINER, pathOf('Room 7A', '/patterns'), { patterns: ['a', ' '] }),
      ).toMatchObject({ status: 400, field: 'patterns.1' });
      expect(
        await rest.refusedWrite(MAINTAINER, pathOf('Chess Club', '/patterns'), { patterns: [] }),
      ).toMatchObject({ status: 409, message: 'This group has members, and no patterns.' });
    });
  });

  describe('POST /groups/{id}/sync', () => {
    const sync = (name: string) => rest.call(MAINTAINER, pathOf(name, '/sync'), {}, 'POST');

    it('reads the members anew from the directory, and says when', async () => {
      const before = await memberIds('9A Geography');
      const { status, body } = await sync('9A Geography');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        meta: { courseName: 'Geography 9A, 2026/27', lastSync: new Date(NOW).toISOString() },
      });
      const after = await memberIds('9A Geography');
      // Two have joined the course since the group was last brought up to date.
      expect(after).toEqual(expect.arrayContaining(before));
      expect(after).toHaveLength(before.length + 2);
      expect(rest.published).toMatchObject([
        { resource: 'groups', reachUnchanged: false },
        { resource: 'syncs' },
      ]);
      rest.published.length = 0;
      expect((await sync('9A Geography')).status).toBe(200);
      expect(rest.published[0]).toMatchObject({ resource: 'groups', reachUnchanged: true });
    });

    it('takes out who has left, and leaves out who is no person of the site', async () => {
      const members = ['R-U-1@nowhere.example', await emailOf('r-u-00041')];
      await rest.store.db
        .updateTable('directory_courses')
        .set({ members: JSON.stringify(members) })
        .where('id', '=', `course-${rest.idOf('11A Physics')}`)
        .execute();
      await sync('11A Physics');
      expect(await memberIds('11A Physics')).toEqual(['r-u-00041']);
    });

    const emailOf = async (id: string) => {
      const query = rest.store.db.selectFrom('users').select('email').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).email?.toUpperCase() ?? '';
    };

    it('notes it at the jobs that bring the site’s groups', async () => {
      await sync('9A Geography');
      const jobs = await rest.store.db
        .selectFrom('sync_jobs')
        .select(['id', 'last_ran', 'merge_status'])
        .where('last_ran', '=', new Date(NOW))
        .execute();
      expect(jobs).toMatchObject([{ id: 'sync-riverside-classes', merge_status: { success: true } }]);
    });

    it('may be asked for by whoever sees the group, and by no other', async () => {
      expect(await rest.refusedWrite(TEACHER, pathOf('9A Geography', '/sync'), {}, 'POST')).toMatchObject({
        ...{ status: 404, code: 'not-found', message: 'There is no such group.' },
      });
      expect(await rest.refusedWrite(TEACHER, pathOf('Chess Club', '/sync'), {}, 'POST')).toMatchObject({
        ...{ status: 409, code: 'conflict', message: 'This group comes from no directory.' },
      });
    });

    it('says why a directory cannot be read', async () => {
      const use = (fields: { integration_id?: string; native_idf?: string }) =>
        rest.store.db.updateTable('groups').set(fields).where('id', '=', rest.idOf('11A Physics')).execute();
      const enable = (disabled: boolean) =>
        rest.store.db
          .updateTable('integrations')
          .set({ disabled })
          .where('id', '=', 'google-schools')
          .execute();
      const refused = async () =>
        (await rest.refusedWrite(MAINTAINER, pathOf('11A Physics', '/sync'), {}, 'POST')).message;
      await use({ native_idf: 'course-gone' });
      expect(await refused()).toBe(
        'The directory “Demo directory” does not have this group’s course any more.',
      );
      await use({ integration_id: 'google-schools' });
      expect(await refused()).toBe('The directory “Google for schools” is switched off.');
      await enable(false);
      expect(await refused()).toBe('The directory “Google for schools” cannot be read from here.');
      await enable(true);
    });
  });

  it('is for group maintainers only, except the sync', async () => {
    const members = { members: [] };
    for (const [path, body] of [
      ['', { definitionName: 'userGroup', name: 'Mine' }],
      ['/members', members],
      ['/patterns', { patterns: [] }],
    ] as const) {
      expect(await rest.refusedWrite(TEACHER, pathOf('7A Mathematics', path), body)).toMatchObject({
        ...{ status: 403, code: 'forbidden' },
      });
      for (const group of ['/groups/no-such-group', pathOf('Hillcrest 7A'), '/groups/g-other']) {
        expect(await rest.refusedWrite(MAINTAINER, `${group}${path}`, body)).toMatchObject({
          ...{ status: 404, code: 'not-found' },
        });
      }
    }
    expect(rest.published).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { groupRestFor, NOW } from '../fakes/group-rest.ts';
import { MAINTAINER, TEACHER } from '../fakes/open-test-rest.ts';

describe.each(BACK_ENDS)('changing groups on %s', (backEnd) => {
  const at = groupRestFor(backEnd);
  const { pathOf, read } = at;
  const suite = { definitionName: 'deviceGroup', name: 'Computer Suite 1' };

  describe('PUT /groups/{id}', () => {
    it('replaces what the body names, and nothing else', async () => {
      const before = await read('Computer Suite 1');
      const wol = { enabled: false, periods: [{ day: 0, time: '06:00' }] };
      const { status, body } = await at.rest.call(MAINTAINER, pathOf('Computer Suite 1'), { ...suite, wol });
      expect(status).toBe(200);
      expect(body).toEqual({ ...before, wol });
      expect(await read('Computer Suite 1')).toEqual({ ...before, wol });
      const renamed = { definitionName: 'deviceGroup', name: '  Suite One ' };
      await at.rest.call(MAINTAINER, pathOf('Computer Suite 1'), renamed);
      expect(await read('Computer Suite 1')).toEqual({ ...before, wol, name: 'Suite One' });
    });

    it('answers with the time and the name that the notification of the change has', async () => {
      const { app, published } = at.rest;
      const answer = await app.inject({
        method: 'PUT',
        url: `/v1${pathOf('Computer Suite 1')}`,
        headers: { authorization: `Bearer ${MAINTAINER}`, 'tenant-key': 'demo' },
        payload: suite,
      });
      expect(published.at(-1)?.at).toBeTypeOf('number');
      expect(answer.headers['change-time']).toBe(String(published.at(-1)?.at));
      expect(answer.headers.changed).toBe(`groups#${published.at(-1)?.id}`);
    });

    it('keeps the layout of the wall, restrictions and host names, each beside what was there', async () => {
      const gridLayout = {
        positions: { 'c-1': { x: 10.5, y: -3 } },
        backgroundImageKey: 'room.png',
        backgroundImageUrl: null,
        bgWidth: 800,
        bgHeight: 600,
        zoomPercent: 120,
      };
      const put = async (fields: object) => {
        const answer = await at.rest.call(MAINTAINER, pathOf('Computer Suite 1'), {
          definitionName: 'deviceGroup',
          name: 'Computer Suite 1',
          global: false,
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

    it.each(['settings', 'properties'])('lets %s not grow without end, part by part', async (field) => {
      const path = pathOf('Computer Suite 1');
      const put = (fields: object) => ({ definitionName: 'deviceGroup', name: 'Suite One', [field]: fields });
      const half = 'x'.repeat(150_000);
      expect((await at.rest.call(MAINTAINER, path, put({ first: half }))).status).toBe(200);
      expect(await at.rest.refusedWrite(MAINTAINER, path, put({ second: half }))).toMatchObject({
        status: 400,
        code: 'invalid',
        field,
      });
      const kept = (await read('Computer Suite 1'))[field as 'settings'];
      expect(kept).toMatchObject({ first: half });
      expect(kept).not.toHaveProperty('second');
      // A value that replaces the first one has room.
      expect((await at.rest.call(MAINTAINER, path, put({ first: null, second: half }))).status).toBe(200);
      await at.rest.call(MAINTAINER, path, put({ second: null }));
    });

    it('takes back what it gave of where a group comes from, and refuses anything else', async () => {
      const { meta, source, nativeIdf, integrationId } = await read('Computer Suite 1');
      const name = { definitionName: 'deviceGroup', name: 'Suite One' };
      const origin = { meta, source, nativeIdf, integrationId };
      expect(
        (await at.rest.call(MAINTAINER, pathOf('Computer Suite 1'), { ...name, ...origin })).status,
      ).toBe(200);
      expect(
        await at.rest.refusedWrite(MAINTAINER, pathOf('Computer Suite 1'), { ...name, source: 'google' }),
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
      expect(await at.rest.refusedWrite(MAINTAINER, pathOf('Computer Suite 1'), body)).toMatchObject({
        status: 400,
        code: 'invalid',
        field,
      });
      expect(await read('Computer Suite 1')).toEqual(before);
    });

    it('tells consoles, without having everybody’s reach asked for again, and is written down', async () => {
      const id = at.rest.idOf('Computer Suite 1');
      await at.rest.call(MAINTAINER, pathOf('Computer Suite 1'), suite);
      expect(at.rest.published).toEqual([
        {
          tenant: 'demo',
          site: 'riverside',
          resource: 'groups',
          id,
          change: 'updated',
          at: NOW,
          reachUnchanged: true,
        },
      ]);
      const logged = await at.rest.store.db
        .selectFrom('resource_logs')
        .selectAll()
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      expect(logged).toMatchObject({
        tutor_id: 'tutor-maintainer',
        resource_type: 'groups',
        resource_id: id,
        parameters: { method: 'PUT', path: `/v1/groups/${id}` },
        logged_time: new Date(NOW),
      });
    });

    it.each([
      [{ name: ' ' }, { status: 400, field: 'name', message: 'name: Field is required' }],
      [{ name: 'x'.repeat(256) }, { status: 400, field: 'name', message: 'name: Max 255 characters' }],
      [
        { wol: { enabled: true, periods: [] } },
        {
          status: 400,
          field: 'wol.periods',
          message: 'A schedule that is enabled needs at least one period.',
        },
      ],
      [{ wol: { enabled: true, periods: [{ day: 7, time: '08:00' }] } }, { status: 400, code: 'invalid' }],
      [{ wol: { enabled: true, periods: [{ day: 1, time: '8:00' }] } }, { status: 400, code: 'invalid' }],
      [
        { definitionName: 'userGroup' },
        { status: 409, code: 'conflict', message: 'This group is not of the kind that it was before.' },
      ],
    ])('refuses %j', async (changes, refused) => {
      const before = await read('Computer Suite 1');
      expect(
        await at.rest.refusedWrite(MAINTAINER, pathOf('Computer Suite 1'), { ...suite, ...changes }),
      ).toMatchObject(refused);
      expect(await read('Computer Suite 1')).toEqual(before);
      expect(at.rest.published).toEqual([]);
    });

    it('gives no group of people a wake schedule', async () => {
      const wol = { enabled: false, periods: [] };
      const body = { definitionName: 'userGroup', name: '7A Mathematics', wol };
      expect(await at.rest.refusedWrite(MAINTAINER, pathOf('7A Mathematics'), body)).toEqual({
        status: 400,
        code: 'invalid',
        field: 'wol',
        message: 'Only groups of devices have a wake schedule.',
      });
    });
  });

  it('is for group maintainers only, except the sync', async () => {
    const members = { members: [] };
    for (const [path, body] of [
      ['', { definitionName: 'userGroup', name: 'Mine' }],
      ['/members', members],
      ['/patterns', { patterns: [] }],
    ] as const) {
      expect(await at.rest.refusedWrite(TEACHER, pathOf('7A Mathematics', path), body)).toMatchObject({
        status: 403,
        code: 'forbidden',
      });
      for (const group of ['/groups/no-such-group', pathOf('Hillcrest 7A'), '/groups/g-other']) {
        expect(await at.rest.refusedWrite(MAINTAINER, `${group}${path}`, body)).toMatchObject({
          status: 404,
          code: 'not-found',
        });
      }
    }
    expect(at.rest.published).toEqual([]);
  });
});

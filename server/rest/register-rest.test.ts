import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tagLinkListSchema } from '#protocol/rest/admin/site.ts';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';
import { roleLinkListSchema, roleListSchema } from '#protocol/rest/role.ts';
import { siteDocumentListSchema, tagListSchema } from '#protocol/rest/site.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import {
  ADMIN,
  MAINTAINER,
  MAINTAINING,
  MANAGER,
  MANAGER_ON_SITE,
  onRiverside,
  openTestRest,
  RUNNER,
  TEACHER,
  type TestRest,
  tokenOf,
} from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;

describe.each(BACK_ENDS)('the REST service on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(() => {
    rest.published.length = 0;
  });

  describe('who may call', () => {
    it('refuses a missing or bad token, other kinds of token, and other tenants', async () => {
      const ask = async (headers: Record<string, string>) =>
        (await rest.app.inject({ url: '/v1/groups', headers })).statusCode;
      const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'tenant-key': 'demo' });
      expect(await ask({ 'tenant-key': 'demo' })).toBe(401);
      expect(await ask(bearer('nonsense'))).toBe(401);
      expect(await ask(bearer(tokenOf({ kind: 'device', sub: 'c', site: 'riverside' })))).toBe(403);
      expect(await ask({ authorization: `Bearer ${TEACHER}` })).toBe(400);
      expect(await ask({ ...bearer(TEACHER), 'tenant-key': 'other' })).toBe(403);
      expect(await ask(bearer(TEACHER))).toBe(200);
    });

    it('gives a device the ICE servers, and nothing else', async () => {
      const { id } = await rest.store.db
        .insertInto('clients')
        .values({
          tenant: 'demo',
          id: 'c-ice',
          site_id: 'riverside',
          device_id: null,
          user_id: 'somebody',
          auth_type: 'session',
          user_name: 'Ada',
          hostname: 'PC',
          type: 'extension',
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const device = (change: object = {}) =>
        tokenOf({ kind: 'device', sub: id, clientId: id, site: 'riverside', ...change });
      expect(await rest.call(device(), '/stun/creds')).toEqual({
        status: 200,
        body: { iceServers: [{ urls: 'stun:localhost', username: id }] },
      });
      for (const path of ['/groups', '/users', '/tutors/self', '/site-runners/self/wake-targets?tutorId=t']) {
        expect(await rest.refusal(device(), path), path).toEqual({ status: 403, code: 'forbidden' });
      }
      const refused = { status: 403, code: 'forbidden' };
      const gone = device({ sub: 'c-gone', clientId: 'c-gone' });
      expect(await rest.refusal(gone, '/stun/creds')).toEqual(refused);
      expect(await rest.refusal(device({ site: 'hillcrest' }), '/stun/creds')).toEqual(refused);
      expect(await rest.refusal(device({ tenant: 'other' }), '/stun/creds')).toEqual(refused);
      expect(await rest.refusal(RUNNER, '/stun/creds')).toEqual(refused);
    });

    it('gives no ICE servers to who has signed out, though the token still holds', async () => {
      const token = tokenOf({
        ...onRiverside,
        sub: 'tutor-teacher',
        roles: ['consoleUser'],
        jti: 'family.1',
      });
      expect((await rest.call(token, '/stun/creds')).status).toBe(200);
      rest.endedSessions.add('family.1');
      expect(await rest.refusal(token, '/stun/creds')).toEqual({ status: 401, code: 'unauthorized' });
    });

    it('answers unknown paths with an error document, to callers only', async () => {
      expect(await rest.refusal(TEACHER, '/nothing')).toEqual({ status: 404, code: 'not-found' });
      expect(await rest.refusal('nonsense', '/nothing')).toEqual({ status: 401, code: 'unauthorized' });
    });

    it('refuses a tutor whose site was taken away, and roles that the tutor has lost', async () => {
      const newcomer = tokenOf({ ...onRiverside, sub: 'tutor-newcomer', roles: MAINTAINING });
      expect(await rest.refusal(newcomer, '/groups')).toEqual({ status: 403, code: 'forbidden' });
      const forged = tokenOf({ ...onRiverside, sub: 'tutor-teacher', roles: MAINTAINING });
      expect(await rest.refusal(forged, '/users')).toEqual({ status: 403, code: 'forbidden' });
    });

    it.each([
      ['a site', tokenOf({ ...onRiverside, sub: 'tutor-newcomer', roles: MAINTAINING })],
      ['the admin realm', tokenOf({ sub: 'tutor-teacher', realm: 'admin', roles: ['superAdmin'] })],
    ])('refuses even their own to a tutor who has lost %s since', async (_what, token) => {
      const { sub } = JSON.parse(Buffer.from(token, 'base64url').toString());
      for (const path of ['/tutors/self', '/stun/creds', `/rolelinks?tutorId=${sub}`]) {
        expect(await rest.refusal(token, path), path).toEqual({ status: 403, code: 'forbidden' });
      }
      const { status } = await rest.call(token, '/tutors/self', { preferences: { favouriteGroups: [] } });
      expect(status).toBe(403);
      expect(rest.published).toEqual([]);
    });

    it('never lets an answer into a cache', async () => {
      const headers = { authorization: `Bearer ${TEACHER}`, 'tenant-key': 'demo' };
      const answer = await rest.app.inject({ url: '/v1/groups', headers });
      expect(answer.headers['cache-control']).toBe('no-store');
    });
  });

  describe('the tutor', () => {
    it('reads themself', async () => {
      const tutor = await rest.read(TEACHER, '/tutors/self', tutorSchema);
      expect(tutor).toMatchObject({ id: 'tutor-teacher', primaryEmail: 'teacher@demo.example' });
      expect(tutor.permissions).toHaveLength(7);
      expect(tutor.permissions[0]).toBe(rest.idOf('7A Mathematics'));
      expect(tutor.liveRooms).toEqual(['room-3', 'room-2', 'room-1']);
    });

    it('saves preferences, and nothing else of what is sent back', async () => {
      const tutor = await rest.read(TEACHER, '/tutors/self', tutorSchema);
      const favouriteGroups = [rest.idOf('Chess Club')];
      const sent = {
        ...tutor,
        name: 'Somebody Else',
        permissions: ['x'],
        preferences: { favouriteGroups, dense: true },
      };
      expect((await rest.call(TEACHER, '/tutors/self', sent)).status).toBe(200);
      const saved = await rest.read(TEACHER, '/tutors/self', tutorSchema);
      expect(saved).toEqual({ ...tutor, preferences: { favouriteGroups, dense: true } });
      expect(rest.published).toEqual([
        { tenant: 'demo', resource: 'tutors', id: 'tutor-teacher', change: 'updated', at: 42 },
      ]);
    });

    it.each([
      [{}, 'preferences'],
      [{ preferences: { favouriteGroups: 'g' } }, 'preferences.favouriteGroups'],
      [{ preferences: { favouriteGroups: [1] } }, 'preferences.favouriteGroups.0'],
      [{ preferences: { favouriteGroups: ['\u0000'] } }, 'preferences.favouriteGroups.0'],
      [{ preferences: { favouriteGroups: [], theme: '\ud800' } }, 'preferences.theme'],
    ])('refuses %o', async (body, field) => {
      const answer = await rest.call(TEACHER, '/tutors/self', body);
      expect(answer.status).toBe(400);
      expect(v.parse(errorDocumentSchema, answer.body)).toMatchObject({ code: 'invalid', field });
      expect(rest.published).toEqual([]);
    });

    it.each([
      ['64 KiB', { text: 'ü'.repeat(33_000) }],
      ['64 preferences', Object.fromEntries(Array.from({ length: 64 }, (_, n) => [`key-${n}`, n]))],
    ])('keeps no more than %s', async (most, more) => {
      const body = { preferences: { favouriteGroups: [], ...more } };
      expect(await rest.refusedWrite(TEACHER, '/tutors/self', body)).toMatchObject({
        status: 400,
        code: 'invalid',
        field: 'preferences',
        message: expect.stringContaining(most),
      });
      expect(rest.published).toEqual([]);
    });

    it('a change of preferences is in the log of changes, from the admin realm as well', async () => {
      const body = { preferences: { favouriteGroups: [] } };
      const logged = async (tutor: string) =>
        (
          await rest.store.db
            .selectFrom('resource_logs')
            .select(['site_id', 'resource_type', 'resource_id', 'parameters'])
            .where('tutor_id', '=', tutor)
            .where('resource_type', '=', 'tutors')
            .where('id', 'like', 'resource-0000%')
            .execute()
        ).at(-1);
      const request = { method: 'PUT', path: '/v1/tutors/self', from: '127.0.0.1' };
      const row = (name: string) => ({ resource_type: 'tutors', parameters: { ...request, name } });
      expect((await rest.call(MAINTAINER, '/tutors/self', body)).status).toBe(200);
      expect(await logged('tutor-maintainer')).toEqual({
        ...row('Mika Maintainer'),
        site_id: 'riverside',
        resource_id: 'tutor-maintainer',
      });
      expect((await rest.call(ADMIN, '/tutors/self', body)).status).toBe(200);
      expect(await logged('tutor-admin')).toEqual({
        ...row('Ada Admin'),
        site_id: null,
        resource_id: 'tutor-admin',
      });
    });

    it('changes come so often a minute', async () => {
      const body = { preferences: { favouriteGroups: [] } };
      const codes: number[] = [];
      for (let n = 0; n < 61; n += 1)
        codes.push((await rest.call(MANAGER_ON_SITE, '/tutors/self', body)).status);
      expect(codes.filter((code) => code === 200)).toHaveLength(60);
      expect(codes.at(-1)).toBe(429);
      expect(rest.security).toContainEqual(
        expect.objectContaining({ what: 'limit-reached', reason: 'rest-calls' }),
      );
    });

    it('lists tutors in the admin realm only', async () => {
      const list = await rest.read(ADMIN, '/tutors?limit=10', v.array(tutorSchema));
      expect(list).toHaveLength(10);
      expect(await rest.read(MANAGER, '/tutors/tutor-teacher', tutorSchema)).toMatchObject({
        name: 'Tess Teacher',
      });
      expect(await rest.refusal(ADMIN, '/tutors/nobody')).toEqual({ status: 404, code: 'not-found' });
      expect(await rest.refusal(ADMIN, '/tutors/tutor-other')).toEqual({ status: 404, code: 'not-found' });
      for (const token of [TEACHER, MAINTAINER, MANAGER_ON_SITE]) {
        expect(await rest.refusal(token, '/tutors')).toEqual({ status: 403, code: 'forbidden' });
        expect(await rest.refusal(token, '/tutors/tutor-teacher')).toEqual({
          status: 403,
          code: 'forbidden',
        });
      }
      const forged = tokenOf({ sub: 'tutor-teacher', realm: 'admin', roles: ['superAdmin'] });
      expect(await rest.refusal(forged, '/tutors')).toEqual({ status: 403, code: 'forbidden' });
    });
  });

  describe('the tenant', () => {
    it('shows its sites as a tree, its tags and their links to managers', async () => {
      const sites = await rest.read(MANAGER, '/sites', siteDocumentListSchema);
      expect(sites.map(({ name }) => name)).toEqual(['Hillcrest Campus', 'Riverside School']);
      expect(sites[0]?.subnodes.map(({ name }) => name)).toEqual(['Hillcrest Sixth Form']);
      expect(sites[1]?.tags).toEqual(['city', 'secondary']);
      expect(await rest.read(MANAGER, '/tags', tagListSchema)).toHaveLength(4);
      expect(await rest.read(ADMIN, '/taglinks', tagLinkListSchema)).toHaveLength(4);
      expect((await rest.read(ADMIN, '/roles', roleListSchema)).filter(({ hidden }) => hidden)).toHaveLength(
        1,
      );
    });

    it.each(['/sites', '/tags', '/taglinks', '/roles'])('refuses %s to everyone else', async (path) => {
      expect(await rest.refusal(TEACHER, path)).toEqual({ status: 403, code: 'forbidden' });
      expect(await rest.refusal(MAINTAINER, path)).toEqual({ status: 403, code: 'forbidden' });
    });

    it('shows role links of anyone to managers, and to everyone their own', async () => {
      const links = await rest.read(ADMIN, '/rolelinks?tutorId=tutor-manager', roleLinkListSchema);
      expect(links.map(({ siteId, canGrant }) => [siteId, canGrant])).toEqual([
        ['hillcrest', true],
        ['riverside', true],
      ]);
      expect(await rest.read(TEACHER, '/rolelinks?tutorId=tutor-teacher', roleLinkListSchema)).toHaveLength(
        3,
      );
      expect(await rest.refusal(TEACHER, '/rolelinks?tutorId=tutor-admin')).toMatchObject({ status: 403 });
      expect(await rest.refusal(ADMIN, '/rolelinks')).toEqual({ status: 400, code: 'invalid' });
    });
  });
});

import * as v from 'valibot';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RoleLink } from '#protocol/rest/role.ts';
import { roleChangesAnswerSchema, roleLinkListSchema, roleLinkSchema } from '#protocol/rest/role.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import {
  ADMIN,
  MANAGER,
  onRiverside,
  openTestRest,
  TEACHER,
  type TestRest,
  tokenOf,
} from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
/** A tutor with consoleUser and the right to grant it on both schools. */
const OTHER_ADMIN = tokenOf({ sub: 'tutor-001', realm: 'admin', roles: ['superAdmin'] });

describe.each(BACK_ENDS)('role links on %s', (backEnd) => {
  let rest: TestRest;
  let links: readonly { id: string }[];
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  const rows = () => rest.store.db.selectFrom('role_links').selectAll();
  beforeEach(async () => {
    links = await rows().execute();
    rest.published.length = 0;
  });
  afterEach(async () => {
    await rest.store.db.deleteFrom('role_links').execute();
    await rest.store.db
      .insertInto('role_links')
      .values(links as Awaited<ReturnType<ReturnType<typeof rows>['execute']>>)
      .execute();
    rest.published.length = 0;
  });

  const post = (token: string, body: { tutorId: string } & Partial<RoleLink>) =>
    rest.call(token, `/rolelinks?tutorId=${body.tutorId}`, { canGrant: false, ...body }, 'POST');
  const linksOf = (tutorId: string) => rest.read(ADMIN, `/rolelinks?tutorId=${tutorId}`, roleLinkListSchema);
  const linkOf = async (tutorId: string, of: Partial<RoleLink>) => {
    const found = (await linksOf(tutorId)).find((link) =>
      Object.entries(of).every(([name, value]) => link[name as keyof RoleLink] === value),
    );
    if (!found) throw new Error(`${tutorId} has no such link`);
    return found;
  };
  const remove = (token: string, tutorId: string, id: string) =>
    rest.call(token, `/rolelinks/${id}?tutorId=${tutorId}`, undefined, 'DELETE');
  const makeSuperAdmin = async (tutorId: string) =>
    v.parse(roleLinkSchema, (await post(ADMIN, { tutorId, roleId: 'superAdmin', global: true })).body);

  it('are given without grant, then with it, and taken away; consoles hear of the tutor whose they are', async () => {
    const made = await post(ADMIN, { tutorId: 'tutor-teacher', roleId: 'eventViewer', tagId: 'pilot' });
    expect(made).toMatchObject({ status: 200, body: { tagId: 'pilot', canGrant: false, global: false } });
    const { id } = v.parse(roleLinkSchema, made.body);
    const path = `/rolelinks/${id}?tutorId=tutor-teacher`;
    const body = { tutorId: 'tutor-teacher', roleId: 'eventViewer', tagId: 'pilot', canGrant: true };
    expect(await rest.call(ADMIN, path, body)).toMatchObject({ status: 200, body: { id, canGrant: true } });
    expect(await linkOf('tutor-teacher', { id })).toMatchObject({ canGrant: true });
    expect(await remove(ADMIN, 'tutor-teacher', id)).toEqual({ status: 200, body: { id } });
    await expect(linkOf('tutor-teacher', { id })).rejects.toThrow();
    expect(rest.published.map(({ resource, id: of, change, site }) => [resource, of, change, site])).toEqual([
      ['rolelinks', 'tutor-teacher', 'created', undefined],
      ['rolelinks', 'tutor-teacher', 'updated', undefined],
      ['rolelinks', 'tutor-teacher', 'deleted', undefined],
    ]);
  });

  it('stay as they are where the role is given twice, and nobody is told', async () => {
    const body = { tutorId: 'tutor-manager', roleId: 'consoleUser', siteId: 'riverside' };
    const before = await linkOf('tutor-manager', { siteId: 'riverside' });
    expect(await post(ADMIN, body)).toEqual({ status: 200, body: before });
    expect(before.canGrant).toBe(true);
    expect(rest.published).toEqual([]);
  });

  it('of a super admin take effect with the next call, when they are taken away', async () => {
    const link = await makeSuperAdmin('tutor-001');
    const deletion = () => rest.refusedWrite(OTHER_ADMIN, '/tutors/nobody', undefined, 'DELETE');
    expect(await deletion()).toMatchObject({ status: 404 });
    await remove(ADMIN, 'tutor-001', link.id);
    expect(await deletion()).toMatchObject({ status: 403 });
  });

  it('of a site take effect with the next call, when they are taken away', async () => {
    const link = await linkOf('tutor-teacher', { roleId: 'consoleUser' });
    expect((await rest.call(TEACHER, '/groups')).status).toBe(200);
    await remove(ADMIN, 'tutor-teacher', link.id);
    expect((await rest.call(TEACHER, '/groups')).status).toBe(403);
  });

  describe('of a manager’s colleague', () => {
    it('are given and taken where the manager may give them', async () => {
      const body = { tutorId: 'tutor-newcomer', roleId: 'consoleUser', siteId: 'hillcrest' };
      const made = await post(MANAGER, body);
      expect(made.status).toBe(200);
      expect((await remove(MANAGER, 'tutor-newcomer', v.parse(roleLinkSchema, made.body).id)).status).toBe(
        200,
      );
    });

    it.each([
      ['with grant', { siteId: 'hillcrest', canGrant: true }],
      ['that the manager does not hold', { roleId: 'groupMaintainer', siteId: 'hillcrest' }],
      ['on a site where the manager does not hold it', { siteId: 'hillcrest-sixth-form' }],
      ['for a tag of sites on which the manager holds it', { tagId: 'city' }],
      ['that is hidden', { roleId: 'debugAdmin', siteId: 'hillcrest' }],
      ['for the whole tenant', { roleId: 'superAdmin', global: true }],
      ['for themselves', { tutorId: 'tutor-manager', siteId: 'hillcrest-sixth-form' }],
      ['for a super admin', { tutorId: 'tutor-admin', siteId: 'hillcrest' }],
    ])('are not given %s', async (_what, different) => {
      const answer = await post(MANAGER, { tutorId: 'tutor-newcomer', roleId: 'consoleUser', ...different });
      expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } });
      expect(await rows().execute()).toHaveLength(links.length);
      expect(rest.published).toEqual([]);
    });

    it('are not taken from a super admin, nor from somebody who may give them; nor is that changed', async () => {
      const ofAdmin = await linkOf('tutor-admin', { roleId: 'consoleUser', siteId: 'hillcrest' });
      expect(await remove(MANAGER, 'tutor-admin', ofAdmin.id)).toMatchObject({ status: 403 });
      const body = { tutorId: 'tutor-newcomer', roleId: 'consoleUser', siteId: 'hillcrest', canGrant: true };
      const { id } = v.parse(roleLinkSchema, (await post(ADMIN, body)).body);
      expect(await remove(MANAGER, 'tutor-newcomer', id)).toMatchObject({ status: 403 });
      const path = `/rolelinks/${id}?tutorId=tutor-newcomer`;
      expect(await rest.call(MANAGER, path, { ...body, canGrant: false })).toMatchObject({ status: 403 });
      expect(await linkOf('tutor-newcomer', { id })).toMatchObject({ canGrant: true });
    });

    it('are taken on the sites where the manager may give them, and on no other', async () => {
      const wish = { tutorId: 'tutor-newcomer', roleId: 'consoleUser' };
      const idAt = async (siteId: string) =>
        v.parse(roleLinkSchema, (await post(ADMIN, { ...wish, siteId })).body).id;
      const [there, here] = [await idAt('hillcrest-sixth-form'), await idAt('hillcrest')];
      expect(await remove(MANAGER, 'tutor-newcomer', there)).toMatchObject({
        status: 403,
        body: { message: 'You can only give and take roles that you hold here yourself.' },
      });
      expect(await remove(MANAGER, 'tutor-newcomer', here)).toMatchObject({ status: 200 });
      expect((await linksOf('tutor-newcomer')).map(({ id }) => id)).toEqual([there]);
    });

    it('are given through a tag that the manager holds with grant', async () => {
      const link = await post(ADMIN, {
        tutorId: 'tutor-manager',
        roleId: 'eventViewer',
        tagId: 'sixth-form',
        canGrant: true,
      });
      expect(link.status).toBe(200);
      const wish = { tutorId: 'tutor-newcomer', roleId: 'eventViewer' };
      expect((await post(MANAGER, { ...wish, siteId: 'hillcrest-sixth-form' })).status).toBe(200);
      expect((await post(MANAGER, { ...wish, tagId: 'sixth-form' })).status).toBe(200);
      expect((await post(MANAGER, { ...wish, siteId: 'hillcrest' })).status).toBe(403);
    });
  });

  describe('that cannot be', () => {
    it.each([
      ['no place', {}, 400],
      ['two places', { siteId: 'riverside', tagId: 'city' }, 400],
      ['a global role on a site', { roleId: 'superAdmin', siteId: 'riverside' }, 400],
      ['another role everywhere', { global: true }, 400],
      ['a site that is not there', { siteId: 'nowhere' }, 404],
      ['a tag that is not there', { tagId: 'nothing' }, 404],
      ['a tag of another tenant', { tagId: 'other-tag' }, 404],
      ['a role that is not there', { roleId: 'nothing', siteId: 'riverside' }, 404],
      ['a tutor of another tenant', { tutorId: 'tutor-other', siteId: 'riverside' }, 404],
    ])('are refused: %s', async (_what, different, status) => {
      expect(
        await post(ADMIN, { tutorId: 'tutor-teacher', roleId: 'eventViewer', ...different }),
      ).toMatchObject({
        status,
      });
      expect(await rows().execute()).toHaveLength(links.length);
    });

    it('are refused where body and address name different tutors, or the link is another tutor’s', async () => {
      const body = { tutorId: 'tutor-newcomer', roleId: 'eventViewer', siteId: 'riverside', canGrant: false };
      expect(await rest.call(ADMIN, '/rolelinks?tutorId=tutor-teacher', body, 'POST')).toMatchObject({
        status: 400,
      });
      const { id } = await linkOf('tutor-teacher', { roleId: 'consoleUser' });
      expect(await remove(ADMIN, 'tutor-newcomer', id)).toMatchObject({ status: 404 });
      expect(await remove(ADMIN, 'tutor-teacher', '%00')).toMatchObject({ status: 404 });
    });
  });

  describe('many at once', () => {
    const all = async (token: string, tutorId: string, changes: object[]) => {
      const answer = await rest.call(token, `/rolelinks/changes?tutorId=${tutorId}`, { changes }, 'POST');
      return { status: answer.status, ...v.parse(roleChangesAnswerSchema, answer.body) };
    };

    it('are made or refused one by one, and said once', async () => {
      const { id } = await linkOf('tutor-teacher', { roleId: 'policyUser' });
      const { status, refusals } = await all(ADMIN, 'tutor-teacher', [
        { assign: { roleId: 'eventViewer', siteId: 'hillcrest' } },
        { assign: { roleId: 'eventViewer', siteId: 'nowhere' } },
        { remove: id },
        { remove: 'gone already' },
      ]);
      expect(status).toBe(200);
      expect(refusals).toEqual([null, 'This site is not there any more.', null, null]);
      expect(rest.published).toHaveLength(1);
      const held = (await linksOf('tutor-teacher')).map(({ roleId, siteId }) => `${roleId} ${siteId}`);
      expect(held).toContain('eventViewer hillcrest');
      expect(held).not.toContain('policyUser riverside');
    });

    it('are decided by the same rule for managers', async () => {
      const { refusals } = await all(MANAGER, 'tutor-newcomer', [
        { assign: { roleId: 'consoleUser', siteId: 'hillcrest' } },
        { assign: { roleId: 'consoleUser', siteId: 'hillcrest-sixth-form' } },
        { assign: { roleId: 'superAdmin', global: true } },
      ]);
      expect(refusals.map((each) => each === null)).toEqual([true, false, false]);
    });

    it('have a limit', async () => {
      const changes = Array.from({ length: 501 }, () => ({ remove: 'x' }));
      expect(
        await rest.call(ADMIN, '/rolelinks/changes?tutorId=tutor-teacher', { changes }, 'POST'),
      ).toMatchObject({ status: 400 });
    });
  });

  describe('of the last super admin', () => {
    const superLink = () => linkOf('tutor-admin', { roleId: 'superAdmin' });

    it('stay, whoever would take them away, and so does the tutor', async () => {
      const { id } = await superLink();
      expect(await remove(ADMIN, 'tutor-admin', id)).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      });
      const path = '/rolelinks/changes?tutorId=tutor-admin';
      expect((await rest.call(ADMIN, path, { changes: [{ remove: id }] }, 'POST')).body).toMatchObject({
        refusals: [expect.stringContaining('only super admin')],
      });
      expect(await rest.call(ADMIN, '/tutors/tutor-admin', undefined, 'DELETE')).toMatchObject({
        status: 409,
      });
      expect(await superLink()).toMatchObject({ id });
    });

    it('stay when two super admins take theirs away in the same moment', async () => {
      const other = await makeSuperAdmin('tutor-001');
      const { id } = await superLink();
      const answers = await Promise.all([
        remove(ADMIN, 'tutor-admin', id),
        remove(OTHER_ADMIN, 'tutor-001', other.id),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    });

    it('stay when two super admins take each other’s away in the same moment', async () => {
      const other = await makeSuperAdmin('tutor-001');
      const { id } = await superLink();
      const answers = await Promise.all([
        remove(ADMIN, 'tutor-001', other.id),
        remove(OTHER_ADMIN, 'tutor-admin', id),
      ]);
      // The second caller is no longer a super admin.
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
    });

    it('may go as soon as there is another one', async () => {
      await makeSuperAdmin('tutor-001');
      expect((await remove(ADMIN, 'tutor-admin', (await superLink()).id)).status).toBe(200);
    });
  });

  it('are read by oneself in a session of a site', async () => {
    const me = tokenOf({ ...onRiverside, sub: 'tutor-teacher', roles: ['consoleUser'] });
    expect((await rest.call(me, '/rolelinks?tutorId=tutor-teacher')).status).toBe(200);
    expect(
      (await post(me, { tutorId: 'tutor-teacher', roleId: 'eventViewer', siteId: 'riverside' })).status,
    ).toBe(403);
  });
});

import { describe, expect, it } from 'vitest';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { groupRestFor, NOW } from '../fakes/group-rest.ts';
import { MAINTAINER, TEACHER } from '../fakes/open-test-rest.ts';

describe.each(BACK_ENDS)('bringing groups up to date on %s', (backEnd) => {
  const at = groupRestFor(backEnd);
  const { pathOf, memberIds } = at;

  describe('POST /groups/{id}/sync', () => {
    const sync = (name: string) => at.rest.call(MAINTAINER, pathOf(name, '/sync'), {}, 'POST');

    it('reads the members anew from the directory, and says when', async () => {
      const before = await memberIds('9A Geography');
      const { status, body } = await sync('9A Geography');
      expect(status).toBe(200);
      expect(body).toMatchObject({
        meta: { courseName: 'Geography 9A, 2026/27', lastSync: new Date(NOW).toISOString() },
      });
      const after = await memberIds('9A Geography');
      // Two students have joined the course since the last sync.
      expect(after).toEqual(expect.arrayContaining(before));
      expect(after).toHaveLength(before.length + 2);
      expect(body).toMatchObject({ synced: { added: 2, removed: 0 } });
      expect(at.rest.published).toMatchObject([
        { resource: 'groups', reachUnchanged: false },
        { resource: 'syncs' },
      ]);
      at.rest.published.length = 0;
      expect((await sync('9A Geography')).status).toBe(200);
      expect(at.rest.published[0]).toMatchObject({ resource: 'groups', reachUnchanged: true });
    });

    it('takes out who has left, and leaves out who is no person of the site', async () => {
      const members = ['R-U-1@nowhere.example', await emailOf('r-u-00041')];
      await at.rest.store.db
        .updateTable('directory_courses')
        .set({ members: JSON.stringify(members) })
        .where('id', '=', `course-${at.rest.idOf('11A Physics')}`)
        .execute();
      await sync('11A Physics');
      expect(await memberIds('11A Physics')).toEqual(['r-u-00041']);
    });

    const emailOf = async (id: string) => {
      const query = at.rest.store.db.selectFrom('users').select('email').where('id', '=', id);
      return (await query.executeTakeFirstOrThrow()).email?.toUpperCase() ?? '';
    };

    it('may be asked for by whoever sees the group, and by no other', async () => {
      expect(await at.rest.refusedWrite(TEACHER, pathOf('9A Geography', '/sync'), {}, 'POST')).toMatchObject({
        status: 404,
        code: 'not-found',
        message: 'There is no such group.',
      });
      expect(await at.rest.refusedWrite(TEACHER, pathOf('Chess Club', '/sync'), {}, 'POST')).toMatchObject({
        status: 409,
        code: 'conflict',
        message: 'This group comes from no directory.',
      });
    });

    it('says why a directory cannot be read', async () => {
      const use = (fields: { integration_id?: string; native_idf?: string }) =>
        at.rest.store.db
          .updateTable('groups')
          .set(fields)
          .where('id', '=', at.rest.idOf('11A Physics'))
          .execute();
      const set = (id: string, disabled: boolean) =>
        at.rest.store.db.updateTable('integrations').set({ disabled }).where('id', '=', id).execute();
      const refused = async () =>
        (await at.rest.refusedWrite(MAINTAINER, pathOf('11A Physics', '/sync'), {}, 'POST')).message;
      await use({ native_idf: 'course-gone' });
      expect(await refused()).toBe(
        'The directory “Demo directory” does not have this group’s course any more.',
      );
      await use({ integration_id: 'microsoft-campus' });
      expect(await refused()).toBe('The directory “Microsoft campus” is switched off.');
      await set('microsoft-campus', false);
      expect(await refused()).toBe(
        'The directory “Microsoft campus” cannot be read from here: the platform has no client id for its provider.',
      );
      await set('microsoft-campus', true);
    });
  });
});

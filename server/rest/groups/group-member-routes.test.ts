import { describe, expect, it } from 'vitest';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { groupRestFor } from '../fakes/group-rest.ts';
import { MAINTAINER } from '../fakes/open-test-rest.ts';

describe.each(BACK_ENDS)('changing the members of groups on %s', (backEnd) => {
  const at = groupRestFor(backEnd);
  const { pathOf, read, memberIds } = at;

  describe('PUT /groups/{id}/members', () => {
    it('replaces the members, named twice or not', async () => {
      const members = ['r-u-00003', 'r-u-00001', 'r-u-00003'];
      const { status, body } = await at.rest.call(MAINTAINER, pathOf('Chess Club', '/members'), { members });
      expect(status).toBe(200);
      expect(body).toMatchObject({ id: at.rest.idOf('Chess Club') });
      expect(await memberIds('Chess Club')).toEqual(['r-u-00003', 'r-u-00001']);
      expect(at.rest.published).toMatchObject([{ resource: 'groups', id: at.rest.idOf('Chess Club') }]);
      // Access of all members may have changed.
      expect(at.rest.published[0]).not.toHaveProperty('reachUnchanged');
      await at.rest.call(MAINTAINER, pathOf('Chess Club', '/members'), { members: [] });
      expect(await memberIds('Chess Club')).toEqual([]);
    });

    it('takes devices for a group of devices', async () => {
      const members = ['r-d-00002', 'r-d-00005'];
      await at.rest.call(MAINTAINER, pathOf('Exam Laptops', '/members'), { members });
      expect(await memberIds('Exam Laptops')).toEqual(['r-d-00005', 'r-d-00002']);
    });

    it('names ids that it does not know, and changes nothing', async () => {
      await at.rest.call(MAINTAINER, pathOf('Exam Laptops', '/members'), { members: ['r-d-00002'] });
      // The last id belongs to another site.
      const members = ['r-d-00001', 'r-u-00001', 'nobody', 'h-d-00001'];
      expect(await at.rest.refusedWrite(MAINTAINER, pathOf('Exam Laptops', '/members'), { members })).toEqual(
        {
          status: 400,
          code: 'invalid',
          field: 'members',
          message: 'The site has no devices with these ids: r-u-00001, nobody, h-d-00001.',
        },
      );
      expect(await memberIds('Exam Laptops')).toEqual(['r-d-00002']);
      const many = Array.from({ length: 30 }, (_, i) => `x-${i}`);
      const { message } = await at.rest.refusedWrite(MAINTAINER, pathOf('Chess Club', '/members'), {
        members: many,
      });
      expect(message).toContain('no people');
      expect(message).toContain('x-9 and 20 more');
    });

    it('keeps ids that look like code as what they are', async () => {
      const members = ["'; drop table groups; --"];
      expect(
        await at.rest.refusedWrite(MAINTAINER, pathOf('Chess Club', '/members'), { members }),
      ).toMatchObject({ status: 400, code: 'invalid' });
      expect(await read('Chess Club')).toBeDefined();
    });

    it.each([{}, { members: 'r-u-00001' }, { members: [''] }, { members: [7] }])(
      'refuses %j',
      async (body) => {
        expect(await at.rest.refusedWrite(MAINTAINER, pathOf('Chess Club', '/members'), body)).toMatchObject({
          status: 400,
          code: 'invalid',
          field: expect.stringMatching(/^members/),
        });
      },
    );

    it('keeps what another maintainer has changed since the editing began', async () => {
      const put = (members: string[], former?: string[]) =>
        at.rest.call(MAINTAINER, pathOf('Chess Club', '/members'), { members, ...(former && { former }) });
      const former = ['r-u-00001', 'r-u-00002', 'r-u-00003'];
      await put(former);
      // Both changes start from the same three members: one removes the first, the other adds a fourth.
      await put(['r-u-00002', 'r-u-00003'], former);
      await put([...former, 'r-u-00004'], former);
      expect((await memberIds('Chess Club')).sort()).toEqual(['r-u-00002', 'r-u-00003', 'r-u-00004']);
      // Undo reverts only its own change.
      await put(former, [...former, 'r-u-00004']);
      expect((await memberIds('Chess Club')).sort()).toEqual(['r-u-00002', 'r-u-00003']);
    });

    it('leaves groups alone whose members come from elsewhere', async () => {
      expect(
        await at.rest.refusedWrite(MAINTAINER, pathOf('9A Geography', '/members'), { members: [] }),
      ).toMatchObject({
        status: 409,
        code: 'conflict',
        message: 'This group comes from a directory: who is in it is changed there.',
      });
      expect(
        await at.rest.refusedWrite(MAINTAINER, pathOf('Room 7A', '/members'), { members: [] }),
      ).toMatchObject({
        status: 409,
        code: 'conflict',
        message: 'The members of this group are found by its patterns.',
      });
    });
  });

  describe('PUT /groups/{id}/patterns', () => {
    it('replaces them in their order, and with them the members', async () => {
      const patterns = ['RS-8A-*', ' CB-7A-02 '];
      await at.rest.call(MAINTAINER, pathOf('All Chromebooks', '/patterns'), { patterns });
      expect((await read('All Chromebooks')).patterns).toEqual(['RS-8A-*', 'CB-7A-02']);
      expect(await memberIds('All Chromebooks')).toContain('r-d-00002');
      expect(await memberIds('All Chromebooks')).not.toContain('r-d-00004');
      expect(at.rest.published).toMatchObject([{ resource: 'groups', id: at.rest.idOf('All Chromebooks') }]);
    });

    it('keeps what another maintainer has changed since the editing began', async () => {
      const put = (patterns: string[], former?: string[]) =>
        at.rest.call(MAINTAINER, pathOf('All Chromebooks', '/patterns'), {
          patterns,
          ...(former && { former }),
        });
      await put(['a', 'b']);
      await put(['b'], ['a', 'b']);
      await put(['c', 'a', 'b'], ['a', 'b']);
      expect((await read('All Chromebooks')).patterns).toEqual(['c', 'b']);
    });

    it('matches every device with none', async () => {
      await at.rest.call(MAINTAINER, pathOf('All Chromebooks', '/patterns'), { patterns: [] });
      expect(await memberIds('All Chromebooks')).toHaveLength(120);
    });

    it.each([
      [Array.from({ length: 10_000 }, (_, i) => `lab-${i}`), 'patterns'],
      [['x'.repeat(256)], 'patterns.0'],
    ])(
      'keeps those it had where there are more than it takes, or longer ones: %#',
      async (patterns, field) => {
        const before = (await read('All Chromebooks')).patterns;
        const refused = await at.rest.refusedWrite(MAINTAINER, pathOf('All Chromebooks', '/patterns'), {
          patterns,
        });
        expect(refused).toMatchObject({ status: 400, field });
        expect((await read('All Chromebooks')).patterns).toEqual(before);
      },
    );

    it('refuses blank ones, and groups that have members', async () => {
      expect(
        await at.rest.refusedWrite(MAINTAINER, pathOf('Room 7A', '/patterns'), { patterns: ['a', ' '] }),
      ).toMatchObject({ status: 400, field: 'patterns.1' });
      expect(
        await at.rest.refusedWrite(MAINTAINER, pathOf('Chess Club', '/patterns'), { patterns: [] }),
      ).toMatchObject({ status: 409, message: 'This group has members, and no patterns.' });
    });
  });
});

import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceListSchema } from '#protocol/rest/device.ts';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';
import { groupListSchema, groupSchema } from '#protocol/rest/group.ts';
import { groupMemberListSchema, groupPatternListSchema } from '#protocol/rest/group-member.ts';
import { policyApplicationListSchema, policyListSchema } from '#protocol/rest/policy.ts';
import { tagListSchema } from '#protocol/rest/site.ts';
import { stunCredentialsSchema } from '#protocol/rest/stun-credentials.ts';
import { userListSchema } from '#protocol/rest/user.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import {
  ADMIN,
  MAINTAINER,
  MANAGER_ON_SITE,
  openTestRest,
  TEACHER,
  type TestRest,
} from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;

describe.each(BACK_ENDS)('reading a site on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);

  it('finds nothing by an id that cannot be kept', async () => {
    for (const path of ['/groups/g%00', '/users/u%00', '/devices/d%00', '/groups/g%00/policies'])
      expect(await rest.refusal(MAINTAINER, path), path).toEqual({ status: 404, code: 'not-found' });
  });

  describe('groups', () => {
    const names = async (token: string) =>
      (await rest.read(token, '/groups', groupListSchema)).map(({ name }) => name);

    it('shows a tutor the permitted ones, a group maintainer all of the site', async () => {
      const teachers = await names(TEACHER);
      expect(teachers[0]).toBe('7A Mathematics');
      expect(teachers).toHaveLength(7);
      expect(await names(MAINTAINER)).toHaveLength(16);
      expect(await names(MAINTAINER)).not.toContain('Hillcrest 7A');
      expect(await names(MANAGER_ON_SITE)).toEqual(['7A Mathematics']);
    });

    it('answers one, with its patterns if it has some', async () => {
      const group = await rest.read(TEACHER, `/groups/${rest.idOf('Room 7A')}`, groupSchema);
      expect(group).toMatchObject({ definitionName: 'deviceMatchGroup', patterns: ['RS-7A-*', 'CB-7A-*'] });
      expect(
        await rest.read(TEACHER, `/groups/${rest.idOf('Room 7A')}/patterns`, groupPatternListSchema),
      ).toHaveLength(2);
    });

    it('treats a group that the tutor may not see as if it were not there', async () => {
      for (const path of ['', '/members', '/patterns', '/policies']) {
        for (const id of [rest.idOf('All devices'), rest.idOf('Hillcrest 7A'), 'no-such-group']) {
          expect(await rest.refusal(TEACHER, `/groups/${id}${path}`)).toEqual({
            status: 404,
            code: 'not-found',
          });
        }
        expect(await rest.refusal(MAINTAINER, `/groups/${rest.idOf('Hillcrest 7A')}${path}`)).toMatchObject({
          status: 404,
        });
        expect(await rest.refusal(MAINTAINER, `/groups/g-other${path}`)).toMatchObject({ status: 404 });
      }
    });

    it('lists those of a person, as far as the tutor may see them', async () => {
      const namesOf = async (token: string) => {
        const groups = await rest.read(token, '/users/r-u-00006/groups', groupListSchema);
        return groups.map(({ name }) => name);
      };
      expect(await namesOf(MAINTAINER)).toEqual(['7A Mathematics', 'Chess Club']);
      expect(await namesOf(MANAGER_ON_SITE)).toEqual(['7A Mathematics']);
      expect(await rest.refusal(TEACHER, '/users/nobody/groups')).toEqual({ status: 404, code: 'not-found' });
    });

    it('lists members of all three kinds of group', async () => {
      const members = (token: string, name: string) =>
        rest.read(token, `/groups/${rest.idOf(name)}/members`, groupMemberListSchema);
      const maths = await members(TEACHER, '7A Mathematics');
      expect(maths).toHaveLength(33);
      expect(maths.every(({ kind }) => kind === 'user')).toBe(true);
      const matching = await members(TEACHER, 'Room 7A');
      expect(matching).toHaveLength(33);
      expect(matching.every(({ kind }) => kind === 'device')).toBe(true);
      expect(await members(MAINTAINER, 'All devices')).toHaveLength(120);
      const suite = await members(MAINTAINER, 'Computer Suite 1');
      expect(suite.length).toBeGreaterThan(0);
      expect(suite.every((member) => member.kind === 'device' && member.type === 'windowsAgent')).toBe(true);
    });

    it('lists the policies that are applied to one', async () => {
      const path = `/groups/${rest.idOf('7A Mathematics')}/policies`;
      const applied = await rest.read(TEACHER, path, policyApplicationListSchema);
      expect(applied).toHaveLength(2);
      expect(applied[0]).toMatchObject({
        disabled: false,
        meta: { icon: { icon: expect.stringMatching(/^mdi-/) } },
      });
    });
  });

  describe('paging', () => {
    it('goes through a list by descending id, each item once', async () => {
      const seen: string[] = [];
      for (let last: string | undefined; ; ) {
        const path = `/users?limit=50&_sort=id&_order=desc${last ? `&_lt_id=${last}` : ''}`;
        const page = await rest.read(MAINTAINER, path, userListSchema);
        seen.push(...page.map(({ id }) => id));
        if (page.length < 50) break;
        last = page.at(-1)?.id;
      }
      const whole = await rest.read(MAINTAINER, '/users', userListSchema);
      expect(seen).toEqual(whole.map(({ id }) => id));
      expect(seen).toEqual([...seen].sort().reverse());
    });

    it('pages members and tenant lists in the same way', async () => {
      const path = `/groups/${rest.idOf('All devices')}/members`;
      const first = await rest.read(MAINTAINER, `${path}?limit=2`, groupMemberListSchema);
      const next = await rest.read(
        MAINTAINER,
        `${path}?limit=2&_lt_id=${first[1]?.id}`,
        groupMemberListSchema,
      );
      expect([...first, ...next].map(({ id }) => id)).toEqual([
        'r-d-00120',
        'r-d-00119',
        'r-d-00118',
        'r-d-00117',
      ]);
      const tags = await rest.read(ADMIN, '/tags?limit=3', tagListSchema);
      expect(tags.map(({ id }) => id)).toEqual(['sixth-form', 'secondary', 'pilot']);
      expect(await rest.read(ADMIN, '/tags?limit=3&_lt_id=pilot', tagListSchema)).toHaveLength(1);
    });

    it.each(['limit=0', 'limit=501', 'limit=x', '_order=asc', '_sort=name'])('refuses ?%s', async (query) => {
      const { status, body } = await rest.call(MAINTAINER, `/groups?${query}`);
      expect(status).toBe(400);
      const document = v.parse(errorDocumentSchema, body);
      expect(document.code).toBe('invalid');
      expect(query).toContain(document.field);
      expect(document.messages).toHaveLength(1);
    });
  });

  describe('the site', () => {
    it('shows users and devices to group maintainers only', async () => {
      expect((await rest.read(MAINTAINER, '/users', userListSchema)).length).toBeGreaterThan(100);
      expect(await rest.read(MAINTAINER, '/devices', deviceListSchema)).toHaveLength(120);
      expect(await rest.refusal(TEACHER, '/users')).toEqual({ status: 403, code: 'forbidden' });
      expect(await rest.refusal(TEACHER, '/devices')).toEqual({ status: 403, code: 'forbidden' });
    });

    it('shows its policies, of the private ones only the own', async () => {
      expect(await rest.read(TEACHER, '/policies', policyListSchema)).toHaveLength(14);
      await rest.store.db
        .insertInto('policies')
        .values({
          tenant: 'demo',
          id: 'p-own',
          site_id: 'riverside',
          name: 'Own',
          global: false,
          owner_id: 'tutor-teacher',
        })
        .execute();
      expect(await rest.read(TEACHER, '/policies', policyListSchema)).toHaveLength(15);
      expect(await rest.read(MAINTAINER, '/policies', policyListSchema)).toHaveLength(14);
    });

    it('is not there in the admin realm', async () => {
      for (const path of [
        '/groups',
        '/policies',
        '/users',
        '/devices',
        `/groups/${rest.idOf('7A Mathematics')}`,
      ]) {
        expect(await rest.refusal(ADMIN, path)).toEqual({ status: 403, code: 'forbidden' });
      }
    });

    it('gives STUN credentials to every tutor', async () => {
      const credentials = await rest.read(TEACHER, '/stun/creds', stunCredentialsSchema);
      expect(credentials.iceServers[0]?.username).toBe('tutor-teacher');
    });
  });
});

import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Providers } from '#directories/directories.ts';
import {
  GOOGLE_STAND_IN_CLIENT,
  type GoogleStandIn,
  startGoogleStandIn,
} from '#directories/stand-ins/google-stand-in.ts';
import {
  MICROSOFT_STAND_IN_CLIENT,
  type MicrosoftStandIn,
  startMicrosoftStandIn,
} from '#directories/stand-ins/microsoft-stand-in.ts';
import type { StandInPerson } from '#directories/stand-ins/stand-in-school.ts';
import { groupSchema } from '#protocol/rest/group.ts';
import { coursePageSchema, groupPageSchema } from '#protocol/rest/integration.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import {
  ADMIN,
  MAINTAINER,
  MANAGER_ON_SITE,
  openTestRest,
  TEACHER,
  type TestRest,
  tokenOf,
} from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const GOOGLE = 'google-schools';
const MICROSOFT = 'microsoft-campus';
const AT_HILLCREST = tokenOf({
  site: 'hillcrest',
  realm: 'console',
  sub: 'tutor-admin',
  roles: ['consoleUser', 'groupMaintainer'],
});

type Course = { id: string; name: string };

describe.each(BACK_ENDS)('directories on %s', (backEnd) => {
  let rest: TestRest;
  let google: GoogleStandIn;
  let microsoft: MicrosoftStandIn;
  let now = 1_000;

  beforeAll(async () => {
    [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
    const providers: Providers = {
      google: { client: GOOGLE_STAND_IN_CLIENT, places: google.places },
      microsoft: { client: MICROSOFT_STAND_IN_CLIENT, places: microsoft.places },
    };
    rest = await openTestRest(backEnd, () => (now += 1_000), undefined, providers);
    const { db } = rest.store;
    await db.updateTable('integrations').set({ disabled: false }).where('id', '=', MICROSOFT).execute();
    await rest.secrets.keep({ tenant: 'demo', integrationId: GOOGLE }, google.refreshToken);
    await db
      .insertInto('integrations')
      .values({ tenant: 'other', id: 'theirs', name: 'Theirs', service: 'google', disabled: false })
      .execute();
  }, LONG_MS);
  afterAll(async () => {
    await rest.dispose();
    await Promise.all([google.close(), microsoft.close()]);
  }, LONG_MS);
  beforeEach(() => {
    rest.published.length = 0;
  });

  async function page(
    token: string,
    path: string,
  ): Promise<{ courses: Course[]; next?: string | undefined }> {
    if (!path.includes('mygroups')) return rest.read(token, path, coursePageSchema);
    const { groups, next } = await rest.read(token, path, groupPageSchema);
    return { courses: groups, next };
  }
  async function allOf(token: string, path: string): Promise<Course[]> {
    const found: Course[] = [];
    let after = '';
    do {
      const { courses, next = '' } = await page(token, `${path}${after}`);
      found.push(...courses);
      after = next && `?after=${encodeURIComponent(next)}`;
    } while (after);
    return found;
  }

  describe('GET /integrations', () => {
    it('names them to group maintainers, and says where they are to administrators', async () => {
      const { body } = await rest.call(MAINTAINER, '/integrations');
      expect(body).toEqual([
        { id: MICROSOFT, name: 'Microsoft campus', service: 'microsoft', disabled: false },
        { id: GOOGLE, name: 'Google for schools', service: 'google', disabled: false },
        { id: 'demo-directory', name: 'Demo directory', service: 'internal', disabled: false },
      ]);
      expect((await rest.call(ADMIN, `/integrations/${GOOGLE}`)).body).toMatchObject({
        config: { domain: 'riverside.example', adminEmail: 'admin@demo.example' },
      });
    });

    it('is for nobody else, and shows no other tenant’s', async () => {
      expect(await rest.refusal(TEACHER, '/integrations')).toEqual({ status: 403, code: 'forbidden' });
      expect(await rest.refusal(TEACHER, `/integrations/${GOOGLE}`)).toMatchObject({ status: 403 });
      expect(await rest.refusal(MAINTAINER, '/integrations/theirs')).toMatchObject({ status: 404 });
      expect(await rest.refusal(MAINTAINER, '/integrations/theirs/google/mycourses')).toMatchObject({
        status: 404,
      });
    });

    it('holds nothing that lets anybody in, and neither does the database in the clear', async () => {
      await rest.store.db
        .updateTable('integrations')
        .set({ config: JSON.stringify({ domain: 'riverside.example', tempToken: 'let-me-in' }) })
        .where('id', '=', GOOGLE)
        .execute();
      const answers = [await rest.call(ADMIN, '/integrations'), await rest.call(MAINTAINER, '/integrations')];
      expect(JSON.stringify(answers)).not.toContain('let-me-in');
      const rows = await rest.store.db.selectFrom('integration_secrets').selectAll().execute();
      expect(rows).toHaveLength(1);
      expect(JSON.stringify([rows, answers])).not.toContain(google.refreshToken);
    });
  });

  describe.each([
    [GOOGLE, 'google/mycourses'],
    [MICROSOFT, 'microsoft/mygroups'],
  ])('GET /integrations/%s/%s', (id, list) => {
    const path = `/integrations/${id}/${list}`;
    const place = () => (id === GOOGLE ? google : microsoft);

    it('answers what the tutor teaches there, a page at a time', async () => {
      const found = await allOf(MAINTAINER, path);
      expect(found.map(({ name }) => name)).toEqual(
        expect.arrayContaining(['Mathematics 7A', 'Science 8A', 'Chess club']),
      );
      expect(found).toHaveLength(place().school.courses.length);
    });

    it('is for group maintainers', async () => {
      for (const token of [TEACHER, MANAGER_ON_SITE, ADMIN])
        expect(await rest.refusal(token, path)).toEqual({ status: 403, code: 'forbidden' });
      const other = path.replace(list, list.startsWith('google') ? 'microsoft/mygroups' : 'google/mycourses');
      expect(await rest.refusal(MAINTAINER, other)).toMatchObject({ status: 404 });
    });

    it('takes the place in the list only from whom it was given to', async () => {
      const { next = '' } = await page(MAINTAINER, path);
      expect(next).not.toContain('127.0.0.1');
      const after = `${path}?after=${encodeURIComponent(next)}`;
      expect((await rest.call(MAINTAINER, after)).status).toBe(200);
      expect(await rest.refusal(AT_HILLCREST, after)).toMatchObject({ status: 400 });
      const forged = `${path}?after=${encodeURIComponent('http://127.0.0.1:1/v1.0/users')}`;
      expect(await rest.refusal(MAINTAINER, forged)).toMatchObject({ status: 400 });
    });

    it('says how long to wait, and what else is the matter', async () => {
      place().provoke({ name: 'throttle', seconds: 30 }, { path: id === GOOGLE ? '/courses' : '/memberOf' });
      const answer = await rest.app.inject({
        url: `/v1${path}`,
        headers: { authorization: `Bearer ${MAINTAINER}`, 'tenant-key': 'demo' },
      });
      expect(answer.statusCode).toBe(429);
      expect(answer.headers['retry-after']).toBe('30');
      expect(answer.json()).toMatchObject({ retryAfter: 30, message: expect.stringContaining('30 seconds') });
      place().provoke({ name: 'fail', status: 500 }, { times: 3 });
      expect(await rest.refusal(MAINTAINER, path)).toEqual({ status: 503, code: 'unreachable' });
    });
  });

  describe.each([
    [GOOGLE, 'google/mycourses'],
    [MICROSOFT, 'microsoft/mygroups'],
  ])('a group that comes from %s', (id, list) => {
    const place = () => (id === GOOGLE ? google : microsoft);
    const course = (name: string) => {
      const found = place().school.courses.find((each) => each.name === name);
      if (!found) throw new Error(`no course ${name}`);
      return found;
    };

    const courseId = async (name: string, token = MAINTAINER) => {
      const own = await allOf(token, `/integrations/${id}/${list}`);
      return own.find((each) => each.name === name)?.id ?? '';
    };
    const importing = async (name: string, token = MAINTAINER) => ({
      definitionName: 'userGroup',
      name: `${name} of ${id}`,
      integrationId: id,
      nativeIdf: await courseId(name, token),
      source: 'somewhere',
      meta: { courseName: 'As it was called' },
    });
    async function importOf(name: string, token = MAINTAINER): Promise<string> {
      const body = await importing(name, token);
      const answer = await rest.call(token, '/groups', body, 'POST');
      if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
      return v.parse(groupSchema, answer.body).id;
    }
    const groupsNamed = (name: string) =>
      rest.store.db.selectFrom('groups').select('id').where('name', '=', name).execute();
    /** The id of a group that an earlier test imported. */
    let history = '';
    const sync = (groupId: string) => rest.call(MAINTAINER, `/groups/${groupId}/sync`, {}, 'POST');
    const emailsOf = async (groupId: string) => {
      const rows = await rest.store.db
        .selectFrom('group_members')
        .innerJoin('users', 'users.id', 'group_members.user_id')
        .select(['users.email', 'users.name', 'users.site_id'])
        .where('group_members.group_id', '=', groupId)
        .execute();
      return rows.map(({ email }) => email).toSorted();
    };
    const emails = (people: readonly StandInPerson[]) => people.map(({ email }) => email).toSorted();

    it.each(['Science 8A', 'Orchestra'])(
      'has who learns in %s, those whom the site did not know too',
      async (name) => {
        const answer = await rest.call(MAINTAINER, '/groups', await importing(name), 'POST');
        const { students } = course(name);
        expect(answer).toMatchObject({
          status: 200,
          body: { meta: { courseName: name, lastSync: expect.any(String) }, source: id.split('-')[0] },
        });
        const people = { resource: 'users', change: 'created' };
        // People whom the other directory has imported exist already.
        expect(rest.published).toMatchObject([
          { resource: 'groups', change: 'created', reachUnchanged: false },
          ...(id === GOOGLE ? [people] : []),
        ]);
        const groupId = v.parse(groupSchema, answer.body).id;
        expect(await emailsOf(groupId)).toEqual(emails(students));
        expect((await sync(groupId)).body).toMatchObject({ synced: { added: 0, removed: 0 } });
      },
    );

    it('is of a course of the tutor’s own', async () => {
      const body = await importing('Science 8B');
      const own = place().school.courses.find(({ name }) => name === 'Science 8B');
      const teachers = own?.teachers.splice(0);
      expect(await rest.refusedWrite(MAINTAINER, '/groups', body, 'POST')).toMatchObject({
        status: 400,
        field: 'nativeIdf',
      });
      own?.teachers.push(...(teachers ?? []));
      expect(await rest.refusedWrite(AT_HILLCREST, '/groups', body, 'POST')).toMatchObject({
        field: 'nativeIdf',
      });
      expect(await rest.refusedWrite(TEACHER, '/groups', body, 'POST')).toMatchObject({ status: 403 });
      const theirs = { ...body, integrationId: 'theirs' };
      expect(await rest.refusedWrite(MAINTAINER, '/groups', theirs, 'POST')).toMatchObject({
        field: 'integrationId',
      });
      expect(await groupsNamed(body.name)).toEqual([]);
    });

    it('is not there where the directory could not be read', async () => {
      const body = await importing('Science 8B');
      const members = id === GOOGLE ? '/students' : '/members/';
      place().provoke({ name: 'throttle', seconds: 30 }, { path: members });
      expect(await rest.refusedWrite(MAINTAINER, '/groups', body, 'POST')).toMatchObject({ status: 429 });
      expect(await groupsNamed(body.name)).toEqual([]);
      expect((await rest.call(MAINTAINER, '/groups', body, 'POST')).status).toBe(200);
    });

    it('makes people of its own site only, with their names', async () => {
      const name = id === GOOGLE ? 'Mathematics 9B' : 'Mathematics 10B';
      const fresh = course(name).students.at(-1) as StandInPerson;
      await importOf(name);
      const { db } = rest.store;
      const rows = await db.selectFrom('users').selectAll().where('email', '=', fresh.email).execute();
      expect(rows).toEqual([expect.objectContaining({ site_id: 'riverside', name: fresh.name })]);
      const admin = place().school.people.find(
        ({ email }) => email === 'admin@demo.example',
      ) as StandInPerson;
      course(name).teachers.push(admin);
      await importOf(name, AT_HILLCREST);
      const both = await db.selectFrom('users').select('site_id').where('email', '=', fresh.email).execute();
      expect(both.map(({ site_id }) => site_id).toSorted()).toEqual(['hillcrest', 'riverside']);
    });

    it('follows who comes and goes, and knows people by more than their addresses', async () => {
      const name = 'History 10A';
      const groupId = await importOf(name);
      history = groupId;
      const { students } = course(name);
      const stayed = students[1] as StandInPerson;
      const before = stayed.email;
      stayed.email = `married.${before}`;
      const newcomer = course('Music 7A').students[0] as StandInPerson;
      students.splice(0, 1, newcomer);
      expect((await sync(groupId)).body).toMatchObject({ synced: { added: 1, removed: 1 } });
      const expected = [...students.map(({ email }) => (email === stayed.email ? before : email))].toSorted();
      expect(await emailsOf(groupId)).toEqual(expected);
    });

    it('has somebody back who was deleted from the site and is still there', async () => {
      const groupId = await importOf('English 11A');
      const { user_id } = await rest.store.db
        .selectFrom('group_members')
        .select('user_id')
        .where('group_id', '=', groupId)
        .limit(1)
        .executeTakeFirstOrThrow();
      expect((await rest.call(MAINTAINER, `/users/${user_id}`, undefined, 'DELETE')).status).toBe(200);
      expect((await sync(groupId)).body).toMatchObject({ synced: { added: 1, removed: 0 } });
    });

    it.each([
      ['is throttled on a later page', { name: 'throttle', seconds: 60 }, 429],
      ['breaks off', { name: 'cut' }, 503],
      ['floods', { name: 'flood' }, 502],
    ] as const)('keeps its members where the directory %s', async (_what, fault, status) => {
      const groupId = history;
      const before = await emailsOf(groupId);
      // Microsoft would send only changes; without a cursor everything is read.
      await rest.store.db
        .updateTable('groups')
        .set({ directory_cursor: null })
        .where('id', '=', groupId)
        .execute();
      const members = id === GOOGLE ? '/students' : '/members/';
      place().provoke(fault, { path: members, times: 3 });
      const answer = await sync(groupId);
      expect(answer.status).toBe(status);
      expect(await emailsOf(groupId)).toEqual(before);
      expect(before.length).toBeGreaterThan(20);
      // Uses up the remaining failures.
      while ((await sync(groupId)).status !== 200);
    });

    it('keeps its members where the consent has expired, and says what to do', async () => {
      const groupId = history;
      const before = await emailsOf(groupId);
      place().expireConsent();
      const refused = await rest.refusedWrite(MAINTAINER, `/groups/${groupId}/sync`, {}, 'POST');
      expect(refused).toMatchObject({ status: 409, message: expect.stringContaining('consent') });
      expect(await emailsOf(groupId)).toEqual(before);
    });
  });
});

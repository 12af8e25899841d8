import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tutorInvitesAnswerSchema } from '#protocol/rest/admin/tutor-invite.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { ADMIN, openTestRest, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const INTERNAL = 'demo-directory';

describe.each(BACK_ENDS)('inviting tutors on %s', (backEnd) => {
  let rest: TestRest;
  let now = 0;
  beforeAll(async () => {
    rest = await openTestRest(backEnd, () => now);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(() => {
    now += 60_000;
    rest.published.length = 0;
  });

  const invite = (emailToImport: string, integrationId = INTERNAL) =>
    rest.call(ADMIN, '/tutors/import', { integrationId, queryConfig: { emailToImport } }, 'POST');
  const bulk = (emails: readonly string[], roles?: object, integrationId = INTERNAL) =>
    rest.call(
      ADMIN,
      '/tutors/importbulk',
      {
        integrationId,
        queryConfigs: emails.map((emailToImport) => ({ emailToImport })),
        ...(roles && { bulkRolesToApply: { sites: roles } }),
      },
      'POST',
    );
  const tutorOf = (email: string) =>
    rest.store.db.selectFrom('tutors').selectAll().where('primary_email', '=', email).executeTakeFirst();
  const rolesOf = async (email: string) => {
    const rows = await rest.store.db
      .selectFrom('role_links')
      .innerJoin('tutors', 'tutors.id', 'role_links.tutor_id')
      .select(['role_id', 'site_id', 'can_grant'])
      .where('primary_email', '=', email)
      .orderBy('role_id')
      .execute();
    return rows.map((row) => `${row.role_id} ${row.site_id} ${row.can_grant}`);
  };

  it('makes a tutor without a name, who is told of', async () => {
    const { status, body } = await invite('  Nora.New@school.example ');
    expect(status).toBe(200);
    expect(v.parse(tutorSchema, body)).toMatchObject({ name: null, primaryEmail: 'Nora.New@school.example' });
    expect(rest.published).toMatchObject([{ resource: 'tutors', change: 'created', reachUnchanged: true }]);
  });

  it('says who is a tutor already, whatever the letters’ case', async () => {
    expect(await invite('TEACHER@demo.example')).toMatchObject({
      status: 409,
      body: { message: 'This person is a tutor already.' },
    });
    expect(rest.published).toEqual([]);
  });

  it.each([
    ['nonsense', INTERNAL, 400],
    ['', INTERNAL, 400],
    [`${'a'.repeat(320)}@school.example`, INTERNAL, 400],
    ['nul\0@school.example', INTERNAL, 400],
    ['ann@school.example', 'nothing', 404],
    ['ann@school.example', 'microsoft-campus', 409],
  ])('refuses %j from %s', async (email, integrationId, status) => {
    expect(await invite(email, integrationId)).toMatchObject({ status });
    expect(await tutorOf(email.replace('\0', ''))).toBeUndefined();
  });

  it('makes many with roles, and says of the others why not; again it changes nothing', async () => {
    const emails = [
      'b1@school.example',
      'b2@school.example',
      'B1@school.example',
      'nonsense',
      'teacher@demo.example',
    ];
    const roles = {
      riverside: { consoleUser: 'active', eventViewer: 'active' },
      hillcrest: { consoleUser: 'active' },
    };
    const before = await rolesOf('teacher@demo.example');
    const { status, body } = await bulk(emails, roles);
    expect(status).toBe(200);
    expect(v.parse(tutorInvitesAnswerSchema, body)).toEqual({
      successCount: 2,
      failureCount: 3,
      errors: {
        'B1@school.example': 'This address stands in the list twice.',
        nonsense: 'This is not a valid e-mail address.',
        'teacher@demo.example': 'This person is a tutor already.',
      },
      existing: ['teacher@demo.example'],
    });
    const given = [
      'consoleUser hillcrest false',
      'consoleUser riverside false',
      'eventViewer riverside false',
    ];
    expect((await rolesOf('b1@school.example')).sort()).toEqual(given);
    expect((await rolesOf('b2@school.example')).sort()).toEqual(given);
    expect(await rolesOf('teacher@demo.example')).toEqual(before);
    rest.published.length = 0;

    const again = await bulk(emails, { riverside: { policyUser: 'active' } });
    expect(v.parse(tutorInvitesAnswerSchema, again.body)).toMatchObject({ successCount: 0, failureCount: 5 });
    expect((await rolesOf('b1@school.example')).sort()).toEqual(given);
    expect(rest.published).toEqual([]);
  });

  it.each([
    ['super admin', { riverside: { superAdmin: 'active' } }, 400],
    ['a hidden role', { riverside: { debugAdmin: 'active' } }, 400],
    ['a role that is not there', { riverside: { nothing: 'active' } }, 400],
    ['a site that is not there', { nowhere: { consoleUser: 'active' } }, 400],
    ['something else than active', { riverside: { consoleUser: 'inactive' } }, 400],
  ])('makes nobody with %s', async (_what, roles, status) => {
    expect(await bulk(['c1@school.example'], roles)).toMatchObject({ status });
    expect(await tutorOf('c1@school.example')).toBeUndefined();
  });

  it('has a limit for a call, and one for a minute', async () => {
    const emails = (count: number, name: string) =>
      Array.from({ length: count }, (_, at) => `${name}${at}@nowhere`);
    const tooMany = await bulk(emails(201, 'a'));
    expect(tooMany).toMatchObject({ status: 400 });
    expect(JSON.stringify(tooMany.body)).toContain('At most 200 people can be invited at once.');
    for (const name of ['b', 'c', 'd']) expect((await bulk(emails(200, name))).status).toBe(200);
    expect(await bulk(emails(1, 'e'))).toMatchObject({ status: 429 });
    now += 60_000;
    expect((await bulk(emails(1, 'e'))).status).toBe(200);
  });

  it('makes one tutor of two invitations in the same moment', async () => {
    const answers = await Promise.all([invite('once@school.example'), invite('ONCE@school.example')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

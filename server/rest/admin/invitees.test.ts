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
import { tutorInvitesAnswerSchema } from '#protocol/rest/admin/tutor-invite.ts';
import { tutorSchema } from '#protocol/rest/tutor.ts';
import { ADMIN, openTestRest, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const NOBODY = 'nobody@riverside.example';
const GOOGLE = 'google-schools';
const MICROSOFT = 'microsoft-campus';

describe.each([
  [GOOGLE, 'Google for schools', '/users'],
  [MICROSOFT, 'Microsoft campus', '/users'],
] as const)('people who are invited out of %s', (integrationId, directoryName, path) => {
  let rest: TestRest;
  let google: GoogleStandIn;
  let microsoft: MicrosoftStandIn;
  beforeAll(async () => {
    [google, microsoft] = await Promise.all([startGoogleStandIn(), startMicrosoftStandIn()]);
    const providers: Providers = {
      google: { client: GOOGLE_STAND_IN_CLIENT, places: google.places },
      microsoft: { client: MICROSOFT_STAND_IN_CLIENT, places: microsoft.places },
    };
    rest = await openTestRest('pglite', undefined, undefined, providers);
    await rest.store.db.updateTable('integrations').set({ disabled: false }).execute();
    await rest.secrets.keep({ tenant: 'demo', integrationId: GOOGLE }, google.refreshToken);
  }, LONG_MS);
  afterAll(async () => {
    await rest.dispose();
    await Promise.all([google.close(), microsoft.close()]);
  }, LONG_MS);

  const place = () => (integrationId === GOOGLE ? google : microsoft);
  /** `count` people of the directory whom no earlier test has invited. */
  let next = 0;
  const known = (count: number) => {
    next += count;
    return place()
      .school.people.filter(isStudent)
      .slice(next - count, next);
  };
  const countTutors = async () => (await rest.store.db.selectFrom('tutors').select('id').execute()).length;
  const invite = (emailToImport: string) =>
    rest.call(ADMIN, '/tutors/import', { integrationId, queryConfig: { emailToImport } }, 'POST');
  async function bulk(emails: readonly string[]) {
    const queryConfigs = emails.map((emailToImport) => ({ emailToImport }));
    const answer = await rest.call(ADMIN, '/tutors/importbulk', { integrationId, queryConfigs }, 'POST');
    expect(answer.status).toBe(200);
    return v.parse(tutorInvitesAnswerSchema, answer.body);
  }
  beforeEach(() => place().calm());

  it('have the name that the directory says', async () => {
    const [one, two] = known(2);
    const { status, body } = await invite(one?.email ?? '');
    expect(status).toBe(200);
    expect(v.parse(tutorSchema, body)).toMatchObject({ name: one?.name, primaryEmail: one?.email });
    expect(await bulk([two?.email ?? ''])).toMatchObject({ successCount: 1, failureCount: 0 });
    const made = rest.store.db
      .selectFrom('tutors')
      .select('name')
      .where('primary_email', '=', two?.email ?? '');
    expect(await made.executeTakeFirst()).toEqual({ name: two?.name });
  });

  it('are not made where the directory does not know them', async () => {
    const message = `The directory “${directoryName}” knows nobody with this address.`;
    expect(await invite(NOBODY)).toMatchObject({
      status: 400,
      body: { code: 'invalid', field: 'emailToImport', message },
    });
    const [one] = known(1);
    expect(await bulk([NOBODY, one?.email ?? ''])).toEqual({
      successCount: 1,
      failureCount: 1,
      errors: { [NOBODY]: message },
      existing: [],
    });
  });

  it.each([
    ['is away', () => place().provoke({ name: 'cut' }, { path, times: Infinity }), 503, 'does not answer.'],
    [
      'has too much to do',
      () => place().provoke({ name: 'throttle', seconds: 600 }, { path, times: Infinity }),
      429,
      'has too much to do: try again in 600 seconds.',
    ],
  ])(
    'are all refused while the directory %s',
    async (_what, begin, status, text) => {
      const emails = known(40).map(({ email }) => email);
      const before = await countTutors();
      begin();
      const single = await invite(emails[0] ?? '');
      expect(single.status).toBe(status);
      expect(JSON.stringify(single.body)).toContain(text);
      const callsBefore = place().calls.length;
      const answer = await bulk(emails);
      expect(answer).toMatchObject({ successCount: 0, failureCount: 40 });
      for (const email of emails) expect(answer.errors[email]).toContain(text);
      // Eight in parallel with at most three attempts each, then no further requests.
      expect(place().calls.length - callsBefore).toBeLessThanOrEqual(24);
      expect(await countTutors()).toBe(before);
      place().calm();
      expect(await bulk(emails)).toMatchObject({ successCount: 40, failureCount: 0 });
    },
    LONG_MS,
  );

  it('are all refused once its consent has ended', async () => {
    const emails = known(3).map(({ email }) => email);
    const before = await countTutors();
    place().expireConsent();
    const message = `The directory “${directoryName}” does not let the platform in any more. Ask an administrator to give consent to it again.`;
    expect(await invite(emails[0] ?? '')).toMatchObject({ status: 409, body: { message } });
    const { successCount, errors } = await bulk(emails);
    expect(successCount).toBe(0);
    expect(errors).toEqual(Object.fromEntries(emails.map((email) => [email, message])));
    expect(await countTutors()).toBe(before);
  });
});

const isStudent = ({ unit }: { unit: string }) => unit.startsWith('/Students');

import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { errorDocumentSchema } from '#protocol/rest/error-document.ts';
import { type FeedbackDiagnostics, feedbackReceiptSchema } from '#protocol/rest/feedback.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { ADMIN, onRiverside, openTestRest, TEACHER, type TestRest, tokenOf } from './fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const HOUR_MS = 3_600_000;

const diagnostics: FeedbackDiagnostics = {
  appVersion: '1.0.0',
  browser: 'Browser/1',
  realm: 'console',
  site: 'Riverside School',
  page: '/group/$groupId',
  connection: 'connected',
  dropped: 'none',
};

describe.each(BACK_ENDS)('feedback on %s', (backEnd) => {
  let rest: TestRest;
  let now = Date.parse('2026-03-02T08:00:00Z');
  beforeAll(async () => {
    rest = await openTestRest(backEnd, () => now);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);
  beforeEach(async () => {
    await rest.store.db.deleteFrom('feedback_reports').execute();
  });

  const send = async (token: string, payload: object) => {
    const answer = await rest.app.inject({
      method: 'POST',
      url: '/v1/feedback',
      headers: { authorization: `Bearer ${token}`, 'tenant-key': 'demo' },
      payload,
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.json() as unknown };
  };
  const kept = () => rest.store.db.selectFrom('feedback_reports').selectAll().execute();

  it('keeps a report with its tutor, tenant and site, and answers its id', async () => {
    const { status, body } = await send(TEACHER, {
      message: '  The wall is empty\n',
      contact: 'teacher@demo.example',
      diagnostics,
    });
    expect(status).toBe(200);
    expect(await kept()).toEqual([
      {
        tenant: 'demo',
        id: v.parse(feedbackReceiptSchema, body).id,
        site_id: 'riverside',
        tutor_id: 'tutor-teacher',
        message: 'The wall is empty',
        contact: 'teacher@demo.example',
        diagnostics,
        created_at: new Date(now),
      },
    ]);
  });

  it('takes one from the admin realm, which has no site, and without anything but the words', async () => {
    expect((await send(ADMIN, { message: 'No tags', contact: '' })).status).toBe(200);
    expect(await kept()).toMatchObject([
      { site_id: null, tutor_id: 'tutor-admin', contact: null, diagnostics: null },
    ]);
  });

  it.each([
    ['no message', {}, 'message'],
    ['an empty message', { message: ' \n ' }, 'message'],
    ['a long message', { message: 'x'.repeat(5_001) }, 'message'],
    ['a text that cannot be kept', { message: 'a\u0000' }, 'message'],
    ['a long contact', { message: 'x', contact: 'x'.repeat(256) }, 'contact'],
    [
      'diagnostics that were not asked for',
      { message: 'x', diagnostics: { ...diagnostics, token: 't' } },
      'diagnostics.token',
    ],
    [
      'diagnostics that are no text',
      { message: 'x', diagnostics: { ...diagnostics, page: {} } },
      'diagnostics.page',
    ],
  ])('refuses %s with the field and the reason', async (_what, payload, field) => {
    const { status, body } = await send(TEACHER, payload);
    expect(status).toBe(400);
    const { code, messages, ...rest } = v.parse(errorDocumentSchema, body);
    expect({ code, field: rest.field }).toEqual({ code: 'invalid', field });
    expect(messages.join().toLowerCase()).toContain(field.split('.').at(-1));
    expect(await kept()).toEqual([]);
  });

  it('refuses a tutor who has lost the site', async () => {
    const newcomer = tokenOf({ ...onRiverside, sub: 'tutor-newcomer', roles: ['consoleUser'] });
    expect((await send(newcomer, { message: 'x' })).status).toBe(403);
    expect(await kept()).toEqual([]);
  });

  it('takes twenty an hour from a tutor, also of many at once, and says when the next may come', async () => {
    const answers = await Promise.all(Array.from({ length: 25 }, () => send(TEACHER, { message: 'x' })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(await kept()).toHaveLength(20);
    now += HOUR_MS - 90_000;
    const refused = await send(TEACHER, { message: 'x' });
    expect(refused.status).toBe(429);
    expect(refused.headers['retry-after']).toBe('90');
    expect(v.parse(errorDocumentSchema, refused.body)).toMatchObject({
      code: 'too-many-requests',
      message: 'You have sent 20 reports within an hour. Please try again in 2 minutes.',
    });
    expect((await send(ADMIN, { message: 'Somebody else' })).status).toBe(200);
    now += 90_000;
    expect((await send(TEACHER, { message: 'x' })).status).toBe(200);
  });
});

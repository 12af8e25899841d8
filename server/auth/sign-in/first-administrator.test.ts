import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthFixture, createAuthFixture } from '../fakes/auth-fixture.ts';
import { issueSetUpCodes } from './set-up-codes.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

describe('POST /lms-actions/create-admin', () => {
  const create = async (tenant: string, email: string, setUpCode = 'AAAAA-BBBBB-CCCCC-DDDDD') =>
    at.call('POST', '/lms-actions/create-admin', {
      tenant,
      body: { data: await at.idToken({ email }), setUpCode },
    });

  it('asks for the set-up code of the tenant, which the next start replaces', async () => {
    const [first, ...others] = await issueSetUpCodes(at.store.db);
    expect(first).toMatchObject({
      tenant: 'empty',
      code: expect.stringMatching(/^([2-9A-Z]{5}-){3}[2-9A-Z]{5}$/),
    });
    expect(others).toEqual([]);
    await issueSetUpCodes(at.store.db);
    const data = await at.idToken({ email: 'eve@new.example' });
    expect(
      (await at.call('POST', '/lms-actions/create-admin', { tenant: 'empty', body: { data } })).status,
    ).toBe(400);
    expect(await create('empty', 'eve@new.example', first?.code)).toMatchObject({
      status: 403,
      body: { message: expect.stringMatching(/^This set-up code is not right\./) },
    });
    const kept = await at.store.db.selectFrom('set_up_codes').selectAll().execute();
    expect(JSON.stringify(kept)).not.toContain(first?.code.replaceAll('-', ''));
  });

  it('a wrong code is an event of its own, and twenty close nobody out for longer than a minute', async () => {
    const [code] = await issueSetUpCodes(at.store.db);
    at.pass(900_000);
    for (let n = 0; n < 20; n += 1)
      expect((await create('empty', 'eve@new.example')).body.code).toBe('wrong-set-up-code');
    expect(at.security.at(-1)).toMatchObject({
      what: 'set-up-code-refused',
      level: 'warn',
      tenant: 'empty',
      who: 'eve@new.example',
      address: expect.any(String),
    });
    const tooMany = await create('empty', 'head@new.example', code?.code);
    expect(tooMany).toMatchObject({
      status: 429,
      body: { message: expect.stringContaining('Wait a minute') },
    });
    expect(at.security.at(-1)).toMatchObject({ what: 'limit-reached', about: '/lms-actions/create-admin' });
    at.pass(45_000);
    expect((await create('empty', 'eve@new.example')).body.code).toBe('wrong-set-up-code');
    at.pass(900_000);
  });

  it('makes the first administrator of a tenant, and no second one', async () => {
    const [code] = await issueSetUpCodes(at.store.db);
    const typed = ` ${code?.code.toLowerCase().replaceAll('-', ' ')}`;
    const answer = await create('empty', 'head@new.example', typed);
    expect(await at.store.db.selectFrom('set_up_codes').select('tenant').execute()).toEqual([]);
    expect(answer.status).toBe(200);
    const link = await at.store.db
      .selectFrom('role_links')
      .selectAll()
      .where('tenant', '=', 'empty')
      .executeTakeFirstOrThrow();
    expect(link).toMatchObject({ tutor_id: answer.body.tutorId, global: true, can_grant: true });
    expect(await create('empty', 'eve@new.example')).toMatchObject({
      status: 403,
      body: { message: 'New School already has an administrator, who can add others.' },
    });
  });

  it('refuses a tenant that has one, and a credential that is none', async () => {
    expect((await create('demo', 'tess@demo.example')).status).toBe(403);
    const answer = await at.call('POST', '/lms-actions/create-admin', {
      body: { data: 'nonsense', setUpCode: 'x' },
    });
    expect(answer).toMatchObject({ status: 400, body: { message: 'Invalid Google ID Token format.' } });
  });
});

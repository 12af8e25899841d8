import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceSiteSchema, deviceTokensSchema, runnerTokensSchema } from '#protocol/auth-service.ts';
import { toJson } from '../store/database.ts';
import { type AuthFixture, CONSOLE_LOGIN, createAuthFixture } from './auth-fixture.ts';
import { pageKeyOf } from './page-key.ts';

let at: AuthFixture;
beforeAll(async () => {
  at = await createAuthFixture();
}, 60_000);
afterAll(() => at.close());

describe('POST /devices/login', () => {
  const device = {
    ...{ secret: 'site secret', type: 'windowsAgent', hostname: 'LAB-1', serialNumber: 'S1', version: '5.1' },
    user: { email: 'ann@demo.example', name: 'ann' },
  };
  const enrol = (change: object = {}) =>
    at.call('POST', '/devices/login', { body: { ...device, ...change } });
  const enrolled = async (change: object = {}) => v.parse(deviceTokensSchema, (await enrol(change)).body);

  it('enrols a device and whoever sits at it, and finds both again', async () => {
    const first = await enrolled();
    expect(first).toMatchObject({ authType: 'user', userId: 'student-1', siteId: 'riverside' });
    expect(await at.tokens.verify(first.accessToken)).toMatchObject({
      ...{ kind: 'device', sub: first.clientId, clientId: first.clientId, userId: 'student-1' },
      ...{ site: 'riverside', authType: 'user', hostname: 'LAB-1', deviceId: first.deviceId, roles: [] },
    });
    expect(at.published).toContainEqual(
      expect.objectContaining({
        resource: 'devices',
        id: first.deviceId,
        change: 'created',
        site: 'riverside',
      }),
    );
    const renamed = await enrolled({ hostname: 'LAB-2' });
    expect(renamed).toMatchObject({ clientId: first.clientId, deviceId: first.deviceId });
  });

  it('takes somebody who is not in the directory for a session', async () => {
    const guest = await enrolled({ user: { name: 'Guest' } });
    expect(guest.authType).toBe('session');
    expect((await enrolled({ user: { name: 'GUEST' } })).userId).toBe(guest.userId);
    expect((await enrolled({ user: { name: 'Other' } })).userId).not.toBe(guest.userId);
    expect((await enrolled({ user: { name: 'x', email: 'x@else.example' } })).authType).toBe('session');
  });

  it('knows two machines of one name apart by their serial numbers', async () => {
    const [a, b] = [await enrolled({ serialNumber: 'S2' }), await enrolled({ serialNumber: 'S3' })];
    expect(a.deviceId).not.toBe(b.deviceId);
  });

  it('refuses wrong and expired secrets, and bodies that are not whole', async () => {
    expect((await enrol({ secret: 'guess' })).status).toBe(401);
    expect((await enrol({ secret: 'expired secret' })).status).toBe(401);
    expect(await enrol({ hostname: '' })).toMatchObject({ status: 400, body: { field: 'hostname' } });
  });

  it('refreshes a device like a tutor', async () => {
    const { refreshToken, clientId } = await enrolled();
    const { body } = await at.call('POST', '/refresh', { bearer: refreshToken });
    expect(v.parse(deviceTokensSchema, body).clientId).toBe(clientId);
  });

  it('gives a device no tutor’s calls', async () => {
    const { accessToken } = await enrolled();
    expect((await at.call('GET', '/sites', { bearer: accessToken })).status).toBe(401);
    expect((await at.call('POST', '/login', { bearer: accessToken, body: CONSOLE_LOGIN })).status).toBe(401);
  });
});

describe('a student at the student page', () => {
  const PAGE = { origin: 'http://demo.localhost:8080' };
  const allow = (settings: object) =>
    at.store.db
      .insertInto('site_client_settings')
      .values({ tenant: 'demo', site_id: 'riverside', id: 'settings', settings: toJson({ ...settings }) })
      .onConflict((row) =>
        row.columns(['tenant', 'site_id']).doUpdateSet({ settings: toJson({ ...settings }) }),
      )
      .execute();
  const site = (secret: string, tenant?: string) =>
    at.call('POST', '/devices/site', { body: { secret }, ...(tenant && { tenant }) });
  const enrol = (user: object, change: object = {}, headers: Record<string, string> = PAGE) => {
    const device = { secret: 'site secret', type: 'extension', hostname: 'Chromium', user };
    return at.call('POST', '/devices/login', { body: { ...device, ...change }, headers });
  };
  const words = async (answer: ReturnType<typeof enrol>) => {
    const { status, body } = await answer;
    return { status, message: body.message };
  };

  it('is told which site it is and how students come in there', async () => {
    const told = { siteId: 'riverside', siteName: 'Site riverside' };
    expect(await site('site secret')).toMatchObject({ status: 200, body: { ...told, students: 'name' } });
    await allow({ wol: { enabled: true }, students: 'directory' });
    const { body, headers } = await site('site secret');
    expect(v.parse(deviceSiteSchema, body)).toEqual({ ...told, students: 'directory' });
    expect(headers['cache-control']).toBe('no-store');
    await allow({ students: 'a word of tomorrow' });
    expect((await site('site secret')).body).toMatchObject({ students: 'directory' });
  });

  it('is told nothing with a wrong or expired secret, or one of another tenant', async () => {
    expect(await site('guess')).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect((await site('expired secret')).status).toBe(401);
    expect((await site('site secret', 'empty')).status).toBe(401);
    expect(await site('x'.repeat(257))).toMatchObject({ status: 400, body: { field: 'secret' } });
  });

  it('enters a name where the site allows names, and nothing that makes a known person of them', async () => {
    await allow({ students: 'name' });
    const { body } = await enrol({ name: 'Ada' });
    expect(v.parse(deviceTokensSchema, body).authType).toBe('session');
    expect(await words(enrol({ name: 'Ada', email: 'ann@demo.example' }))).toEqual({
      ...{ status: 403, message: 'This site asks for your name, not for an e-mail address.' },
    });
    expect(await words(enrol({ name: ' ' }))).toEqual({
      status: 403,
      message: 'This site asks for your name.',
    });
  });

  it('enters an e-mail that the directory knows where the site asks for one', async () => {
    await allow({ students: 'directory' });
    const { body } = await enrol({ name: 'x', email: ' Ann@Demo.example ' });
    expect(v.parse(deviceTokensSchema, body)).toMatchObject({ authType: 'user', userId: 'student-1' });
    const refused = { status: 403, message: 'This site does not know this e-mail address.' };
    const before = await at.store.db.selectFrom('devices').select('id').execute();
    expect(await words(enrol({ name: 'x', email: 'x@else.example' }, { hostname: 'New' }))).toEqual(refused);
    expect(await words(enrol({ name: 'Ada' }))).toEqual({
      ...{ status: 403, message: 'This site asks for your school e-mail address.' },
    });
    expect(await at.store.db.selectFrom('devices').select('id').execute()).toEqual(before);
  });

  it('cannot stand in for a machine with an agent', async () => {
    await allow({ students: 'name' });
    expect((await enrol({ name: 'Ada' }, { type: 'windowsAgent' })).status).toBe(403);
  });

  it('is never taken for a machine that the site knows', async () => {
    await allow({ students: 'name' });
    const machine = { secret: 'site secret', type: 'windowsAgent', hostname: 'LAB-7', serialNumber: 'S7' };
    const login = { body: { ...machine, user: { name: 'pc' } } };
    const pc = v.parse(deviceTokensSchema, (await at.call('POST', '/devices/login', login)).body);
    const { body } = await enrol({ name: 'Ada' }, { hostname: 'lab-7', serialNumber: 'S7' });
    const page = v.parse(deviceTokensSchema, body);
    expect(page.deviceId).not.toBe(pc.deviceId);
    const again = v.parse(deviceTokensSchema, (await enrol({ name: 'Ada' }, { hostname: 'LAB-7' })).body);
    expect(again.deviceId).toBe(page.deviceId);
    const kept = await at.store.db
      .selectFrom('devices')
      .select(['type', 'hostname'])
      .where('id', '=', pc.deviceId ?? '')
      .executeTakeFirstOrThrow();
    expect(kept).toEqual({ type: 'windowsAgent', hostname: 'LAB-7' });
  });

  it('comes in with the key of its link, which opens nothing else wherever it is shown', async () => {
    await allow({ students: 'name' });
    const secret = pageKeyOf('site secret');
    expect((await site(secret)).body).toMatchObject({ siteId: 'riverside' });
    expect((await enrol({ name: 'Ada' }, { secret })).status).toBe(200);
    // As a program, which sends no Origin.
    const program = (body: object) => at.call('POST', '/devices/login', { body: { secret, ...body } });
    const machine = { type: 'windowsAgent', hostname: 'LAB-1', user: { name: 'pc' } };
    expect((await program(machine)).status).toBe(403);
    const known = { type: 'extension', hostname: 'p', user: { name: 'x', email: 'ann@demo.example' } };
    expect((await program(known)).status).toBe(403);
    expect((await site(`${secret}x`)).status).toBe(401);
    expect((await site(pageKeyOf('expired secret'))).status).toBe(401);
  });

  it('changes nothing for agents, which are no pages of the platform', async () => {
    await allow({ students: 'directory' });
    const agents: Record<string, string>[] = [{}, { origin: 'chrome-extension://abcdef' }];
    for (const headers of agents) {
      expect((await enrol({ name: 'Guest' }, {}, headers)).status).toBe(200);
      expect((await enrol({ name: 'pc' }, { type: 'windowsAgent' }, headers)).status).toBe(200);
    }
  });
});

describe('POST /runners/login', () => {
  it('lets a site runner in with its own secret only', async () => {
    const answer = await at.call('POST', '/runners/login', {
      body: { secret: 'runner secret', hostname: 'nas' },
    });
    const runner = v.parse(runnerTokensSchema, answer.body);
    expect(await at.tokens.verify(runner.accessToken)).toMatchObject({
      kind: 'runner',
      sub: 'runner-1',
      site: 'riverside',
    });
    expect(
      v.parse(runnerTokensSchema, (await at.call('POST', '/refresh', { bearer: runner.refreshToken })).body)
        .runnerId,
    ).toBe('runner-1');
    const refused = await at.call('POST', '/runners/login', {
      body: { secret: 'site secret', hostname: 'nas' },
    });
    expect(refused.status).toBe(401);
  });
});

import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hashSecret } from '#base/secrets.ts';
import { deviceSiteSchema, deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import { toJson } from '#store/database.ts';
import { type AuthFixture, createAuthFixture } from '../fakes/auth-fixture.ts';
import { createEncryption } from '../secrets/encryption.ts';
import { openPageLinks, type PageLinks } from './page-link.ts';

let at: AuthFixture;
/** Happens when a device has been admitted, and before its session begins. */
let onceAdmitted: (() => Promise<unknown>) | undefined;
beforeAll(async () => {
  at = await createAuthFixture(
    {},
    {
      enrolmentOf: (real) => ({
        ...real,
        async device(...login) {
          const admitted = await real.device(...login);
          await onceAdmitted?.();
          return admitted;
        },
      }),
    },
  );
}, 60_000);
afterAll(() => at.close());

describe('a student at the student page', () => {
  const PAGE = { origin: 'http://demo.localhost:8080' };
  const openLinks = () =>
    openPageLinks({
      db: at.store.db,
      encryption: createEncryption(Buffer.alloc(32, 7)),
      endFamily: at.endFamily,
      clock: at.now,
    });
  let links: PageLinks;
  beforeAll(async () => {
    links = await openLinks();
  });
  const RIVERSIDE = { tenant: 'demo', site: 'riverside' };
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
  const entered = async (...asked: Parameters<typeof enrol>) => {
    const { status, body } = await enrol(...asked);
    expect(status, JSON.stringify(body)).toBe(200);
    return v.parse(deviceTokensSchema, body);
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
      status: 403,
      message: 'This site asks for your name, not for an e-mail address.',
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
      status: 403,
      message: 'This site asks for your school e-mail address.',
    });
    expect(await at.store.db.selectFrom('devices').select('id').execute()).toEqual(before);
  });

  it('cannot stand in for a machine with an agent', async () => {
    await allow({ students: 'name' });
    expect((await enrol({ name: 'Ada' }, { type: 'windowsAgent' })).status).toBe(403);
  });

  it('gets a name from the platform, and is never taken for a machine that the site knows', async () => {
    await allow({ students: 'name' });
    const machine = { secret: 'site secret', type: 'windowsAgent', hostname: 'LAB-7', serialNumber: 'S7' };
    const login = { body: { ...machine, user: { name: 'pc' } } };
    const pc = v.parse(deviceTokensSchema, (await at.call('POST', '/devices/login', login)).body);
    const page = await entered({ name: 'Ada' }, { hostname: 'lab-7', serialNumber: 'S7' });
    expect(page.deviceId).not.toBe(pc.deviceId);
    expect(page.hostname).toMatch(/^page-[0-9a-f]{12}$/);
    expect(await at.tokens.verify(page.accessToken)).toMatchObject({ hostname: page.hostname });
    const kept = await at.store.db
      .selectFrom('devices')
      .select(['id', 'type', 'hostname', 'serial_number'])
      .where('id', 'in', [pc.deviceId ?? '', page.deviceId ?? ''])
      .execute();
    expect(kept).toContainEqual({
      id: pc.deviceId,
      type: 'windowsAgent',
      hostname: 'LAB-7',
      serial_number: 'S7',
    });
    expect(kept).toContainEqual({
      id: page.deviceId,
      type: 'extension',
      hostname: page.hostname,
      serial_number: null,
    });
  });

  it('is known again by the key that it was given, and by nothing that somebody else could say', async () => {
    await allow({ students: 'name' });
    const first = await entered({ name: 'Ada' });
    const { hostname, clientKey } = first;
    if (clientKey === undefined || hostname === undefined)
      throw new Error('a new page gets a key and a name');
    expect(Buffer.from(clientKey, 'base64url')).toHaveLength(32);
    const again = await entered({ name: 'ada' }, { hostname: 'whatever', clientKey });
    expect(again).toMatchObject({ clientId: first.clientId, deviceId: first.deviceId, hostname });
    expect(again.clientKey).toBeUndefined();
    const next = await entered({ name: 'Ben' }, { clientKey });
    expect(next.deviceId).toBe(first.deviceId);
    expect(next.clientId).not.toBe(first.clientId);
    for (const change of [{ hostname }, { hostname, clientKey: 'guess' }, { clientKey: first.deviceId }]) {
      const other = await entered({ name: 'Ada' }, change);
      expect([other.clientId, other.userId, other.deviceId]).not.toEqual(
        expect.arrayContaining([first.clientId]),
      );
      expect(other.deviceId).not.toBe(first.deviceId);
      expect(other.userId).not.toBe(first.userId);
      expect(other.clientKey).toBeDefined();
    }
    const rows = await at.store.db.selectFrom('devices').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(clientKey);
  });

  it('has a name that no machine and no site runner may have', async () => {
    await allow({ students: 'name' });
    const { hostname = '' } = await entered({ name: 'Ada' });
    const refused = { status: 400, body: { code: 'invalid', field: 'hostname' } };
    for (const name of [hostname, hostname.toUpperCase(), ' page-1', 'PAGE-']) {
      const machine = { type: 'extension', hostname: name };
      expect(await enrol({ name: 'Ada' }, machine, {})).toMatchObject(refused);
      const body = { secret: 'runner secret', hostname: name };
      expect(await at.call('POST', '/runners/login', { body })).toMatchObject(refused);
    }
    expect((await enrol({ name: 'Ada' }, { hostname: 'pager-1' }, {})).status).toBe(200);
  });

  it('of before, which named itself, gets its name and key at its next enrolment', async () => {
    await allow({ students: 'name' });
    const before = { tenant: 'demo', id: 'old-page', site_id: 'riverside', type: 'extension' as const };
    await at.store.db
      .insertInto('devices')
      .values({ ...before, hostname: 'page-0abc1def', client_key: 'none old-page' })
      .execute();
    for (const clientKey of [undefined, 'none old-page']) {
      const page = await entered(
        { name: 'Ada' },
        { hostname: 'page-0abc1def', ...(clientKey && { clientKey }) },
      );
      expect(page.deviceId).not.toBe('old-page');
      expect(page.clientKey).toBeDefined();
    }
  });

  it('comes in with the key of its link, which opens nothing else wherever it is shown', async () => {
    await allow({ students: 'name' });
    const secret = await links.read(RIVERSIDE);
    expect((await site(secret)).body).toMatchObject({ siteId: 'riverside' });
    expect((await enrol({ name: 'Ada' }, { secret })).status).toBe(200);
    // As a program, which sends no Origin.
    const program = (body: object) => at.call('POST', '/devices/login', { body: { secret, ...body } });
    const machine = { type: 'windowsAgent', hostname: 'LAB-1', user: { name: 'pc' } };
    expect((await program(machine)).status).toBe(403);
    const known = { type: 'extension', hostname: 'p', user: { name: 'x', email: 'ann@demo.example' } };
    expect((await program(known)).status).toBe(403);
    expect((await site(`${secret}x`)).status).toBe(401);
    expect((await site(secret, 'empty')).status).toBe(401);
  });

  it('has a link that is renewed without the secret of the site, and signs out who came in by the one of before', async () => {
    await allow({ students: 'name' });
    const before = await links.read(RIVERSIDE);
    const page = await entered({ name: 'Ada' }, { secret: before });
    const pc = await enrol({ name: 'pc' }, { type: 'windowsAgent', hostname: 'LAB-9' }, {});
    const refresh = (token: unknown) => at.call('POST', '/refresh', { bearer: String(token) });
    const secret = await links.renew(RIVERSIDE);
    expect(await links.read(RIVERSIDE)).toBe(secret);
    expect((await site(before)).status).toBe(401);
    expect((await enrol({ name: 'Ada' }, { secret: before, clientKey: page.clientKey })).status).toBe(401);
    expect((await refresh(page.refreshToken)).status).toBe(401);
    const back = await entered({ name: 'Ada' }, { secret, clientKey: page.clientKey });
    expect(back.clientId).toBe(page.clientId);
    expect((await refresh(pc.body.refreshToken)).status).toBe(200);
    expect((await site('site secret')).status).toBe(200);
  });

  it('is let in no more by a link that was renewed while the page came in, and has no session', async () => {
    await allow({ students: 'name' });
    const sessionsOf = () =>
      at.store.db
        .selectFrom('refresh_tokens')
        .select('family')
        .where('subject_kind', '=', 'device')
        .execute();
    const secret = await links.read(RIVERSIDE);
    const before = (await sessionsOf()).length;
    onceAdmitted = () => links.renew(RIVERSIDE);
    const answer = await enrol({ name: 'Bo' }, { secret });
    onceAdmitted = undefined;
    expect(answer).toMatchObject({ status: 401, body: { code: 'unauthorized' } });
    expect((await sessionsOf()).length).toBeLessThanOrEqual(before);
  });

  it('has one link, however many ask for the first one at once', async () => {
    await at.store.db.deleteFrom('page_links').execute();
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => links.read(RIVERSIDE)));
    expect(others).toEqual([first, first]);
    expect((await site(first ?? '')).status).toBe(200);
  });

  it('has a link that nobody reads in the database, not even where an earlier version wrote it', async () => {
    const key = 'page-of-an-earlier-version';
    const { db } = at.store;
    await db
      .updateTable('page_links')
      .set({ key, hash: hashSecret(key) })
      .execute();
    links = await openLinks();
    expect(await links.read(RIVERSIDE)).toBe(key);
    expect(await site(key)).toMatchObject({ status: 200 });
    expect(JSON.stringify(await db.selectFrom('page_links').selectAll().execute())).not.toContain(key);
    await db.updateTable('page_links').set({ key: 'damaged' }).execute();
    const renewed = await links.read(RIVERSIDE);
    expect((await site(renewed)).status).toBe(200);
    expect((await site(key)).status).toBe(401);
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

import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runnerOfSecret } from '#auth/secrets/site-secrets.ts';
import {
  clientRoleSchema,
  newRunnerTokenSchema,
  runnerTokenSchema,
  siteRunnerSchema,
} from '#protocol/rest/admin/site-runner.ts';
import { BACK_ENDS } from '#store/fakes/open-test-store.ts';
import { ADMIN, openTestRest, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;
const ROLES = ['dns', 'wake'];

describe.each(BACK_ENDS)('site runners in the admin realm on %s', (backEnd) => {
  let rest: TestRest;
  beforeAll(async () => {
    rest = await openTestRest(backEnd);
  }, LONG_MS);
  afterAll(() => rest.dispose(), LONG_MS);

  const list = () => rest.read(ADMIN, '/site-runners', v.array(siteRunnerSchema));
  const call = (path: string, body?: object, method?: 'POST' | 'DELETE') =>
    rest.call(ADMIN, path, body, method);
  const make = async (name: string, siteId = 'riverside') =>
    v.parse(newRunnerTokenSchema, (await call('/site-runners', { name, siteId, roles: ROLES }, 'POST')).body);
  const opens = (secret: string) => runnerOfSecret(rest.store.db, 'demo', secret);
  const problemOf = async (body: object) => {
    const { status, message } = await rest.refusedWrite(ADMIN, '/site-runners', body, 'POST');
    return { status, message: [message].flat().join() };
  };

  it('are listed with what is known of them, like the roles that they may have', async () => {
    expect(await list()).toContainEqual({
      id: 'runner-riverside',
      name: 'Riverside server room',
      siteId: 'riverside',
      roles: ROLES,
      hostname: 'rs-server-01',
      version: null,
      connectedAt: null,
      endedAt: null,
    });
    expect((await list()).map(({ id }) => id)).not.toContain('runner-other');
    expect(await rest.read(ADMIN, '/client-roles', v.array(clientRoleSchema))).toEqual([
      { id: 'dns', name: 'Name look-up' },
      { id: 'wake', name: 'Wake on LAN' },
    ]);
  });

  it('are made with a token that lets their program in, and is shown again', async () => {
    const { runnerId, secret } = await make('  Attic ');
    expect(await opens(secret)).toEqual({ runnerId, siteId: 'riverside' });
    expect((await list()).find(({ id }) => id === runnerId)).toMatchObject({ name: 'Attic', roles: ROLES });
    expect(await rest.read(ADMIN, `/sites/riverside/tokens/${runnerId}`, runnerTokenSchema)).toEqual({
      secret,
    });
    expect(rest.published).toContainEqual(
      expect.objectContaining({
        resource: 'site-runners',
        id: runnerId,
        change: 'created',
        site: 'riverside',
      }),
    );
    // The token of a runner is only found at its own site.
    expect((await call(`/sites/hillcrest/tokens/${runnerId}`)).status).toBe(404);
    expect((await call('/sites/riverside/tokens/runner-hillcrest')).status).toBe(404);
  });

  it('that have a token which nobody can show are said so', async () => {
    await rest.store.db
      .insertInto('runner_tokens')
      .values({ tenant: 'demo', id: 'old', runner_id: 'runner-hillcrest', hash: 'old', encrypted: null })
      .execute();
    expect(await rest.read(ADMIN, '/sites/hillcrest/tokens/runner-hillcrest', runnerTokenSchema)).toEqual({
      secret: null,
    });
  });

  it('are not made without a name of their own and a site', async () => {
    await make('Cellar');
    const good = { name: 'Loft', siteId: 'riverside', roles: ROLES };
    for (const [body, message] of [
      [{ ...good, name: ' ' }, 'Field is required and can’t be empty'],
      [{ ...good, name: 'x'.repeat(256) }, 'Max 255 characters'],
      [{ ...good, name: ' cELLAR' }, 'Runner name should be unique'],
      [{ ...good, siteId: 'nowhere' }, 'There is no such site.'],
      [{ ...good, roles: ['other'] }, 'There is no such client role.'],
    ] as const) {
      expect(await problemOf(body)).toEqual({ status: 400, message: expect.stringContaining(message) });
    }
    expect((await list()).map(({ name }) => name)).not.toContain('Loft');
  });

  it('that two administrators name alike at once are one', async () => {
    const made = await Promise.all(
      ['Twin', 'twin'].map((name) => call('/site-runners', { name, siteId: 'riverside' }, 'POST')),
    );
    expect(made.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('are renamed, move to another site and keep their token', async () => {
    const { runnerId, secret } = await make('Porch');
    const path = `/site-runners/${runnerId}`;
    expect((await call(path, { name: 'PORCH', siteId: 'riverside', roles: ['wake'] })).body).toMatchObject({
      name: 'PORCH',
      roles: ['wake'],
    });
    const taken = { name: 'riverside SERVER room', siteId: 'riverside' };
    expect(await rest.refusedWrite(ADMIN, path, taken)).toMatchObject({
      status: 400,
      field: 'name',
      message: 'Runner name should be unique',
    });
    await call(path, { name: 'Porch', siteId: 'hillcrest', roles: [] });
    expect(await opens(secret)).toEqual({ runnerId, siteId: 'hillcrest' });
    // The runner's connection belongs to the former site, which is notified.
    expect(rest.published.at(-1)).toMatchObject({ id: runnerId, change: 'updated', site: 'riverside' });
    expect((await call('/site-runners/none', { name: 'None', siteId: 'riverside' })).status).toBe(404);
    expect((await call('/site-runners/a%00b', { name: 'None', siteId: 'riverside' })).status).toBe(404);
  });

  it('get another token in place of the one before, and who has that is signed out', async () => {
    const { runnerId, secret } = await make('Gate');
    await rest.store.db
      .insertInto('refresh_tokens')
      .values(refreshTokenOf(runnerId, 'family-of-gate'))
      .execute();
    const { body } = await call(`/site-runners/${runnerId}/tokens/rotate`, {}, 'POST');
    const fresh = v.parse(newRunnerTokenSchema, body).secret;
    expect([await opens(secret), (await opens(fresh))?.runnerId]).toEqual([undefined, runnerId]);
    expect(rest.endedFamilies).toContain('family-of-gate');
    expect((await call('/site-runners/none/tokens/rotate', {}, 'POST')).status).toBe(404);
  });

  it('leave with all that lets their program in', async () => {
    const { runnerId, secret } = await make('Shed');
    await rest.store.db
      .insertInto('refresh_tokens')
      .values(refreshTokenOf(runnerId, 'family-of-shed'))
      .execute();
    expect((await call(`/site-runners/${runnerId}`, undefined, 'DELETE')).status).toBe(200);
    expect(await opens(secret)).toBeUndefined();
    expect(rest.published.at(-1)).toMatchObject({ id: runnerId, change: 'deleted', site: 'riverside' });
    const left = await rest.store.db
      .selectFrom('refresh_tokens')
      .select('hash')
      .where('subject_id', '=', runnerId)
      .execute();
    expect(left).toEqual([]);
    expect((await call(`/site-runners/${runnerId}`, undefined, 'DELETE')).status).toBe(404);
    expect((await call(`/sites/riverside/tokens/${runnerId}`)).status).toBe(404);
  });
});

const refreshTokenOf = (runnerId: string, family: string) => ({
  tenant: 'demo',
  hash: family,
  family,
  subject_kind: 'runner' as const,
  subject_id: runnerId,
  expires_at: new Date(Date.now() + 60_000),
});

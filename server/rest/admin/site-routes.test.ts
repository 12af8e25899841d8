import { sql } from 'kysely';
import * as v from 'valibot';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newSiteIdSchema, siteContentsSchema } from '#protocol/rest/admin/site.ts';
import { type Site, siteDocumentListSchema } from '#protocol/rest/site.ts';
import { ADMIN, DEPLOYMENT, openTestRest, type TestRest } from '../fakes/open-test-rest.ts';

const LONG_MS = 60_000;

let rest: TestRest;
beforeAll(async () => {
  rest = await openTestRest('pglite');
}, LONG_MS);
afterAll(() => rest.dispose(), LONG_MS);
beforeEach(() => {
  rest.published.length = 0;
});

const post = (path: string, body: object) => rest.call(ADMIN, path, body, 'POST');
const remove = (path: string) => rest.call(ADMIN, path, undefined, 'DELETE');
async function newSite(name: string, parentId?: string): Promise<string> {
  const { status, body } = await post('/sites', { name, ...(parentId && { parentId }) });
  expect(status).toBe(200);
  return v.parse(newSiteIdSchema, body);
}
const tree = () => rest.read(ADMIN, '/sites', siteDocumentListSchema);
function named(sites: readonly Site[], id: string): Site | undefined {
  for (const site of sites) {
    const found = site.id === id ? site : named(site.subnodes, id);
    if (found) return found;
  }
  return undefined;
}

describe('sites', () => {
  it('are made with their trimmed name, inside of another one where that is said', async () => {
    const north = await newSite('  North  ');
    const annexe = await newSite('Annexe', north);
    expect(named(await tree(), north)).toMatchObject({ name: 'North', subnodes: [{ id: annexe }] });
    expect(rest.published).toMatchObject([
      { resource: 'sites', id: north, change: 'created', tenant: 'demo', at: 42 },
      { resource: 'sites', id: annexe, change: 'created' },
    ]);
  });

  it('have a name, and no two of a tenant the same', async () => {
    const id = await newSite('Only');
    const said = async (body: object, sent = post('/sites', body)) => {
      const answer = await sent;
      return { status: answer.status, ...v.parse(v.object({ messages: v.array(v.string()) }), answer.body) };
    };
    expect(await said({ name: '   ' })).toEqual({ status: 400, messages: ['Name: Field is required'] });
    expect(await said({ name: 'x'.repeat(256) })).toEqual({
      status: 400,
      messages: ['Name: Max 255 characters'],
    });
    const taken = { status: 409, messages: ['Site with name Only already exists'] };
    expect(await said({ name: ' Only ' })).toEqual(taken);
    const other = await newSite('Other of two');
    expect(await said({}, rest.call(ADMIN, `/sites/${other}`, { name: 'Only' }))).toEqual(taken);
    expect((await rest.call(ADMIN, `/sites/${id}`, { name: 'Only' })).status).toBe(200);
    const both = await Promise.all([1, 2, 3].map(() => post('/sites', { name: 'Race' })));
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const insert = (name: string) =>
      rest.store.db.insertInto('sites').values({ tenant: 'demo', id: 'x', name, parent_id: null }).execute();
    for (const name of ['Only', ' Only', '']) await expect(insert(name)).rejects.toThrow();
  });

  it('are renamed and moved, and never inside of themselves or of what is not there', async () => {
    const [upper, middle] = [await newSite('Upper'), await newSite('Middle')];
    const lower = await newSite('Lower', middle);
    const save = (id: string, body: object) => rest.call(ADMIN, `/sites/${id}`, body);
    expect((await save(middle, { name: 'Centre', parentId: upper })).status).toBe(200);
    expect(named(await tree(), upper)?.subnodes).toMatchObject([
      { name: 'Centre', subnodes: [{ id: lower }] },
    ]);
    expect((await save(middle, { name: 'Middle' })).status).toBe(200);
    expect(named(await tree(), upper)?.subnodes).toMatchObject([{ name: 'Middle' }]);
    for (const parentId of [upper, middle, lower, 'nobody'])
      expect((await save(upper, { name: 'Upper', parentId })).status, parentId).toBe(400);
    expect((await save(middle, { name: 'Middle', parentId: null })).status).toBe(200);
    expect(named(await tree(), upper)?.subnodes).toEqual([]);
    expect(rest.published.at(-1)).toMatchObject({ resource: 'sites', id: middle, reachUnchanged: true });
    expect((await save('nobody', { name: 'X' })).status).toBe(404);
    expect((await save('%00', { name: 'X' })).status).toBe(404);
  });

  it('stay while there are others inside', async () => {
    const upper = await newSite('Above');
    const lower = await newSite('Below', upper);
    expect((await remove(`/sites/${upper}`)).status).toBe(409);
    expect((await remove(`/sites/${lower}`)).status).toBe(200);
    expect((await remove(`/sites/${upper}`)).status).toBe(200);
    expect((await remove(`/sites/${upper}`)).status).toBe(404);
  });

  it('of another tenant are not there', async () => {
    await rest.store.db
      .insertInto('sites')
      .values({ tenant: 'other', id: 'elsewhere', name: 'Elsewhere', parent_id: null })
      .execute();
    const path = '/sites/elsewhere';
    expect((await rest.call(ADMIN, path, { name: 'Mine' })).status).toBe(404);
    expect((await remove(path)).status).toBe(404);
    for (const read of [`${path}/contents`, `${path}/tokens`])
      expect((await rest.call(ADMIN, read)).status).toBe(404);
    expect((await post(`${path}/tokens/rotate`, {})).status).toBe(404);
    expect((await post('/sites', { name: 'Inside', parentId: 'elsewhere' })).status).toBe(400);
    expect((await post('/taglinks', { siteId: 'elsewhere', tagId: 'tag-city' })).status).toBe(404);
  });
});

/** Tables with a row of the site in a column `site_id`, except logs. */
async function tablesWithSite(site: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'site_id'`.execute(rest.store.db);
  const found = await Promise.all(
    rows.map(async ({ name }) => {
      const count = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(name)}
        where tenant = 'demo' and site_id = ${site}`.execute(rest.store.db);
      return (count.rows[0]?.n ?? 0) > 0 ? [name] : [];
    }),
  );
  return found.flat().sort();
}

describe('a site that is deleted', () => {
  it('says before what goes with it, and takes all of it along', { timeout: LONG_MS }, async () => {
    const { db } = rest.store;
    const counts = async (table: 'devices' | 'users' | 'groups') =>
      (
        await db
          .selectFrom(table)
          .select('id')
          .where('site_id', '=', 'riverside')
          .where('tenant', '=', 'demo')
          .execute()
      ).length;
    const contents = await rest.read(ADMIN, '/sites/riverside/contents', siteContentsSchema);
    expect(contents).toMatchObject({
      devices: await counts('devices'),
      users: await counts('users'),
      groups: await counts('groups'),
      runners: 1,
    });
    await db
      .insertInto('clients')
      .values({
        tenant: 'demo',
        id: 'client-1',
        site_id: 'riverside',
        type: 'windowsAgent',
        auth_type: 'session',
        user_id: 'anybody',
        user_name: 'Ada',
        hostname: 'LAB-1',
        last_seen_at: new Date(42),
      })
      .execute();
    const session = {
      tenant: 'demo',
      realm: null,
      site_id: null,
      expires_at: new Date(Date.now() + LONG_MS),
    };
    await db
      .insertInto('refresh_tokens')
      .values([
        { ...session, hash: 'd', family: 'd', subject_kind: 'device', subject_id: 'client-1' },
        { ...session, hash: 'r', family: 'r', subject_kind: 'runner', subject_id: 'runner-riverside' },
        {
          ...session,
          hash: 't',
          family: 't',
          subject_kind: 'tutor',
          subject_id: 'tutor-admin',
          realm: 'admin',
        },
      ])
      .execute();
    expect((await tablesWithSite('riverside')).length).toBeGreaterThan(8);
    expect((await remove('/sites/riverside')).status).toBe(200);
    expect(await tablesWithSite('riverside')).toEqual([]);
    const left = await db.selectFrom('refresh_tokens').select('hash').execute();
    expect(left).toEqual([{ hash: 't' }]);
    expect(rest.published.at(-1)).toMatchObject({ resource: 'sites', id: 'riverside', change: 'deleted' });
    const others = await db.selectFrom('devices').select('site_id').distinct().execute();
    expect(others).toContainEqual({ site_id: 'hillcrest' });
  });
});

it('says what there is to deploy', async () => {
  expect(await rest.call(ADMIN, '/deployment')).toEqual({
    status: 200,
    body: { ...DEPLOYMENT, hasCertificate: false },
  });
});

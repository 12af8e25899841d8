import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '../../store/fakes/open-test-store.ts';
import { siteOfPageKey } from '../enrolment/page-link.ts';
import { renewRunnerSecret, renewSiteSecret, runnerOfSecret, siteOfSecret } from './site-secrets.ts';

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore('pglite');
  await store.db.insertInto('tenants').values({ key: 'acme', name: 'Acme' }).execute();
  const site = { tenant: 'acme', parent_id: null };
  await store.db
    .insertInto('sites')
    .values([
      { ...site, id: 'north', name: 'North' },
      { ...site, id: 'south', name: 'South' },
    ])
    .execute();
  await store.db
    .insertInto('site_runners')
    .values({ tenant: 'acme', id: 'r-1', site_id: 'north', name: 'Cellar' })
    .execute();
}, 60_000);
afterAll(() => store.dispose());

const NOW = new Date(1_700_000_000_000);
const NORTH = { tenant: 'acme', site: 'north' };
const RUNNER = { tenant: 'acme', runner: 'r-1' };
const opens = (secret: string, tenant = 'acme') => siteOfSecret(store.db, { tenant, secret, now: NOW });

/** Every row of every table as text, as a thief of the data folder would search it. */
async function allRows(): Promise<string> {
  const tables = await sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = current_schema()`.execute(store.db);
  const texts = await Promise.all(
    tables.rows.map(async ({ name }) => {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(store.db);
      return JSON.stringify(rows);
    }),
  );
  return texts.join('\n');
}

it('keeps no secret that lets devices and site runners in', async () => {
  const secret = await renewSiteSecret(store.db, NORTH);
  const ofRunner = await renewRunnerSecret(store.db, RUNNER);
  expect(await opens(secret)).toBe('north');
  expect(await runnerOfSecret(store.db, 'acme', ofRunner)).toEqual({ runnerId: 'r-1', siteId: 'north' });
  const kept = await allRows();
  expect(kept).toContain('north');
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(ofRunner);
});

it('makes secrets of 256 bits, each another one', async () => {
  const secrets = [await renewSiteSecret(store.db, NORTH), await renewRunnerSecret(store.db, RUNNER)];
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(new Set(secrets).size).toBe(2);
});

it('opens nothing any more with the secrets of before', async () => {
  const south = await renewSiteSecret(store.db, { tenant: 'acme', site: 'south' });
  const before = await renewSiteSecret(store.db, NORTH);
  const runnerBefore = await renewRunnerSecret(store.db, RUNNER);
  await renewSiteSecret(store.db, NORTH);
  await renewRunnerSecret(store.db, RUNNER);
  expect(await opens(before)).toBeUndefined();
  expect(await runnerOfSecret(store.db, 'acme', runnerBefore)).toBeUndefined();
  expect(await opens(south)).toBe('south');
  expect(await opens(south, 'other')).toBeUndefined();
});

it('makes no secret of a site or a runner that does not exist', async () => {
  await expect(renewSiteSecret(store.db, { tenant: 'acme', site: 'west' })).rejects.toThrow();
  await expect(renewRunnerSecret(store.db, { tenant: 'acme', runner: 'r-2' })).rejects.toThrow();
});

it('takes over the secrets and student links of a database that kept them as they were', async () => {
  const secrets = { north: 'short', south: 'x'.repeat(80), east: 'ü-Ω-'.repeat(16) };
  const done = new Error('everything is as it was');
  const told = store.db.transaction().execute(async (trx) => {
    await sql`create schema before`.execute(trx);
    await sql`set local search_path to before`.execute(trx);
    const run = async (name: string) =>
      sql
        .raw(await readFile(new URL(`../../store/migrations/${name}.sql`, import.meta.url), 'utf8'))
        .execute(trx);
    await run('0001-schema');
    await sql`insert into tenants (key, name) values ('acme', 'Acme')`.execute(trx);
    for (const [site, secret] of Object.entries(secrets)) {
      await sql`insert into sites (tenant, id, name) values ('acme', ${site}, ${site})`.execute(trx);
      await sql`insert into site_tokens (tenant, id, site_id, secret, created_at) values
        ('acme', ${`${site}-old`}, ${site}, ${`older ${site}`}, to_timestamp(1)),
        ('acme', ${`${site}-new`}, ${site}, ${secret}, to_timestamp(2))`.execute(trx);
    }
    await sql`insert into site_runners (tenant, id, site_id, name) values ('acme', 'r', 'north', 'r')`.execute(
      trx,
    );
    await sql`insert into runner_tokens (tenant, id, runner_id, secret) values ('acme', 'r', 'r', 'runs')`.execute(
      trx,
    );
    await run('0008-hashed-secrets');
    for (const [site, secret] of Object.entries(secrets)) {
      expect(await siteOfSecret(trx, { tenant: 'acme', secret, now: NOW })).toBe(site);
      expect(await siteOfSecret(trx, { tenant: 'acme', secret: `older ${site}`, now: NOW })).toBe(site);
      const hmac = createHmac('sha256', secret).update('student page').digest('base64url');
      expect(await siteOfPageKey(trx, 'acme', `page-${hmac}`), site).toBe(site);
    }
    expect(await runnerOfSecret(trx, 'acme', 'runs')).toEqual({ runnerId: 'r', siteId: 'north' });
    throw done;
  });
  await expect(told).rejects.toBe(done);
});

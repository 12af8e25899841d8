import { createHmac } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestStore, type TestStore } from '#store/fakes/open-test-store.ts';
import { siteOfPageKey } from '../enrolment/page-link.ts';
import { createEncryption } from './encryption.ts';
import {
  addSiteSecret,
  readRunnerSecret,
  readSiteSecret,
  renewRunnerSecret,
  revokeSiteSecrets,
  rotateSiteSecret,
  runnerOfSecret,
  siteOfSecret,
} from './site-secrets.ts';

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

const DAY_MS = 86_400_000;
const encryption = createEncryption(Buffer.alloc(32, 7));
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

const keepAs = (id: string) => ({ id, encryption });
/** Of the site in the north, by its only secret. */
async function onlySecret(): Promise<string> {
  await revokeSiteSecrets(store.db, NORTH);
  return addSiteSecret(store.db, NORTH, keepAs('only'));
}
const shown = (now = NOW) => readSiteSecret(store.db, NORTH, { encryption, now });
const later = (days: number, ms = 0) => new Date(NOW.getTime() + days * DAY_MS + ms);

it('keeps no secret that lets devices and site runners in where somebody could read it', async () => {
  const secret = await onlySecret();
  const ofRunner = await renewRunnerSecret(store.db, RUNNER, encryption);
  expect(await opens(secret)).toBe('north');
  expect(await runnerOfSecret(store.db, 'acme', ofRunner)).toEqual({ runnerId: 'r-1', siteId: 'north' });
  const kept = await allRows();
  expect(kept).toContain('north');
  expect(kept).not.toContain(secret);
  expect(kept).not.toContain(ofRunner);
});

it('shows the last secret again, with the key outside of the database only', async () => {
  const secret = await onlySecret();
  const ofRunner = await renewRunnerSecret(store.db, RUNNER, encryption);
  const other = createEncryption(Buffer.alloc(32, 8));
  expect(await shown()).toEqual({
    name: 'readable',
    secret,
    expiry: null,
    formerExpiry: null,
    formerCount: 0,
  });
  expect(await readRunnerSecret(store.db, RUNNER, encryption)).toEqual({
    name: 'readable',
    secret: ofRunner,
  });
  expect(await readSiteSecret(store.db, NORTH, { encryption: other, now: NOW })).toMatchObject({
    name: 'unreadable',
  });
  expect(await readRunnerSecret(store.db, RUNNER, other)).toEqual({ name: 'unreadable' });
});

it('shows no secret that was put beside another site’s name', async () => {
  await onlySecret();
  await addSiteSecret(store.db, { tenant: 'acme', site: 'south' }, keepAs('of-south'));
  const of = (id: string) =>
    store.db.selectFrom('site_tokens').select('encrypted').where('id', '=', id).executeTakeFirstOrThrow();
  await store.db
    .updateTable('site_tokens')
    .set(await of('of-south'))
    .where('id', '=', 'only')
    .execute();
  expect(await shown()).toMatchObject({ name: 'unreadable' });
});

it('says that a secret which was only hashed cannot be shown', async () => {
  await revokeSiteSecrets(store.db, NORTH);
  expect(await shown()).toEqual({ name: 'none' });
  const secret = await addSiteSecret(store.db, NORTH, { id: 'renewed', encryption: undefined });
  expect(await opens(secret)).toBe('north');
  expect(await shown()).toMatchObject({ name: 'unreadable' });
});

it('makes secrets of 256 bits, each another one', async () => {
  const secrets = [await onlySecret(), await renewRunnerSecret(store.db, RUNNER, encryption)];
  for (const secret of secrets) expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
  expect(new Set(secrets).size).toBe(2);
});

it('lets the old secrets open a site for five days beside the new one, and no longer for a third one', async () => {
  const first = await onlySecret();
  const opensAt = (secret: string, now: Date) =>
    siteOfSecret(store.db, { tenant: 'acme', secret, now }).then((site) => site !== undefined);
  const second = await rotateSiteSecret(store.db, NORTH, { encryption, now: NOW });
  expect(await shown()).toEqual({
    name: 'readable',
    secret: second,
    expiry: null,
    formerExpiry: later(5).toISOString(),
    formerCount: 1,
  });
  expect([await opensAt(first, later(5, -1)), await opensAt(first, later(5))]).toEqual([true, false]);
  const third = await rotateSiteSecret(store.db, NORTH, { encryption, now: later(3) });
  expect(await shown(later(3))).toMatchObject({
    secret: third,
    formerExpiry: later(8).toISOString(),
    formerCount: 2,
  });
  expect([await opensAt(first, later(5)), await opensAt(second, later(8, -1))]).toEqual([false, true]);
  expect([await opensAt(second, later(8)), await opensAt(third, later(400))]).toEqual([false, true]);
});

it('opens nothing any more with secrets that were revoked', async () => {
  const south = await addSiteSecret(store.db, { tenant: 'acme', site: 'south' }, keepAs('south'));
  const before = await onlySecret();
  const beside = await rotateSiteSecret(store.db, NORTH, { encryption, now: NOW });
  const runnerBefore = await renewRunnerSecret(store.db, RUNNER, encryption);
  expect(await revokeSiteSecrets(store.db, NORTH)).toBe(true);
  expect(await revokeSiteSecrets(store.db, NORTH)).toBe(false);
  await renewRunnerSecret(store.db, RUNNER, encryption);
  expect([await opens(before), await opens(beside)]).toEqual([undefined, undefined]);
  expect(await runnerOfSecret(store.db, 'acme', runnerBefore)).toBeUndefined();
  expect(await opens(south)).toBe('south');
  expect(await opens(south, 'other')).toBeUndefined();
});

it('makes no secret of a site or a runner that does not exist', async () => {
  const west = { tenant: 'acme', site: 'west' };
  await expect(rotateSiteSecret(store.db, west, { encryption, now: NOW })).rejects.toThrow();
  await expect(renewRunnerSecret(store.db, { tenant: 'acme', runner: 'r-2' }, encryption)).rejects.toThrow();
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

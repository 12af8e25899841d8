import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from './database.ts';
import { openTestStore, type TestStore } from './fakes/open-test-store.ts';
import { refreshStatistics } from './statistics.ts';

const DEVICES = 2_000;

let store: TestStore;
beforeEach(async () => {
  store = await openTestStore('pglite', 5);
}, 120_000);
afterEach(() => store.dispose());

/** How many rows of devices are looked at and not taken. */
async function rowsReadInVain(db: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`
    explain (analyze, timing off) select wanted.serial, found.id
    from (values ('S-1'), ('S-2'), ('none')) wanted(serial)
    left join lateral (select id from devices where tenant = 'demo' and site_id = 'riverside'
      and serial_number = nullif(wanted.serial, '') limit 1) found on true`.execute(db);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  return [...plan.matchAll(/Rows Removed by Filter: (\d+)/g)].reduce(
    (sum, [, count]) => sum + Number(count),
    0,
  );
}

it('let a device be found by its serial number without reading the devices of the whole site', async () => {
  const { db } = store;
  await sql`
    insert into devices (tenant, site_id, id, hostname, serial_number, type)
    select 'demo', 'riverside', 'd-' || n, 'HOST-' || n, 'S-' || n, 'extension'
    from generate_series(1, ${sql.lit(DEVICES)}) n`.execute(db);
  await refreshStatistics(db, 'devices');
  expect(await rowsReadInVain(db)).toBe(0);
});

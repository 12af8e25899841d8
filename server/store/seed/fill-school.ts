/**
 * What `--school` adds to the demo's first site: as many devices and people as a large school has, with everything
 * that hangs on them. The students of the demo stay as they are; the same number gives the same school.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import type { SiteKey } from '../site-key.ts';
import { fillAlerts } from './fill-alerts.ts';
import { fillDirectory } from './fill-directory.ts';
import { fillGroups } from './fill-groups.ts';
import { fillPolicies } from './fill-policies.ts';
import { planStudents, RIVERSIDE } from './school.ts';
import { DEMO_SITE, DEMO_TENANT } from './seed-database.ts';
import { seedInventory } from './seed-inventory.ts';

const RIVERSIDE_KEY: SiteKey = { tenant: DEMO_TENANT, site: DEMO_SITE };

/**
 * Answers how many devices were added: none where the school has as many already, because a school is filled up and
 * never made smaller, or where the database has no demo. All or nothing.
 */
export function fillSchool(db: Kysely<Database>, size: number): Promise<number> {
  return db.transaction().execute(async (trx) => {
    const tenant = await trx
      .selectFrom('tenants')
      .select('properties')
      .where('key', '=', DEMO_TENANT)
      .forUpdate()
      .executeTakeFirst();
    const before = tenant?.properties.demoStudents;
    if (before === undefined || before >= size) return 0;
    await addStudents(trx, before, size);
    await trx
      .updateTable('tenants')
      .set({ properties: toJson({ ...tenant?.properties, demoStudents: size }) })
      .where('key', '=', DEMO_TENANT)
      .execute();
    // The embedded database does not look at its tables by itself.
    await sql`analyze`.execute(trx);
    return size - before;
  });
}

async function addStudents(trx: Transaction<Database>, before: number, size: number): Promise<void> {
  const planned = planStudents(RIVERSIDE, size).slice(before);
  const students = await fillDirectory(trx, RIVERSIDE_KEY, planned);
  const groups = await fillGroups(trx, RIVERSIDE_KEY, students);
  await fillPolicies(trx, RIVERSIDE_KEY, { before, students, groups });
  await fillAlerts(trx, RIVERSIDE_KEY, { before, students, groups });
  await seedInventory(trx, RIVERSIDE_KEY, students);
}

/**
 * Fills the demo's first site (`--school`) with the devices and people of a large school, and all their data.
 * Existing students stay unchanged; the same number always gives the same school.
 */
import { type Kysely, sql, type Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { fillAlerts } from './fill-alerts.ts';
import { fillDirectory } from './fill-directory.ts';
import { fillGroups } from './fill-groups.ts';
import { fillPolicies } from './fill-policies.ts';
import { planStudents, RIVERSIDE } from './school.ts';
import { DEMO_SITE, DEMO_TENANT } from './seed-database.ts';
import { seedInventory } from './seed-inventory.ts';

const RIVERSIDE_KEY: SiteKey = { tenant: DEMO_TENANT, site: DEMO_SITE };

/**
 * Returns the number of added devices; zero where the school is large enough already (it never shrinks), or
 * where the database has no demo tenant. Runs in one transaction.
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
    // The embedded database does not collect statistics itself.
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

/** Creates the demo tenant, with enough data to page, search and filter. References determine the order. */
import type { Transaction } from 'kysely';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { HILLCREST, planStudents, RIVERSIDE, SIXTH_FORM } from './school.ts';
import { seedDirectory } from './seed-directory.ts';
import { seedGroups } from './seed-groups.ts';
import { seedIntegrations } from './seed-integrations.ts';
import { seedInventory } from './seed-inventory.ts';
import { seedLogs } from './seed-logs.ts';
import { seedPolicies } from './seed-policies.ts';
import { seedRooms } from './seed-rooms.ts';
import { seedSites } from './seed-sites.ts';
import { seedTutors } from './seed-tutors.ts';

export const DEMO_TENANT = 'demo';
export const DEMO_SITE = 'riverside';

export type SeedOptions = {
  /** Number of students of the first site, each with a device. */
  students: number;
};

const HILLCREST_STUDENTS = 24;
const SIXTH_FORM_STUDENTS = 8;

export async function seedDatabase(trx: Transaction<Database>, { students }: SeedOptions): Promise<void> {
  const tenant = DEMO_TENANT;
  await trx
    .insertInto('tenants')
    .values({ key: tenant, name: 'Demo Schools', properties: toJson({ demoStudents: students }) })
    .execute();
  await seedSites(trx, tenant);
  const riverside = planStudents(RIVERSIDE, students);
  const hillcrest = planStudents(HILLCREST, HILLCREST_STUDENTS);
  await seedDirectory(trx, { tenant, site: DEMO_SITE }, riverside);
  await seedDirectory(trx, { tenant, site: 'hillcrest' }, hillcrest);
  await seedDirectory(
    trx,
    { tenant, site: 'hillcrest-sixth-form' },
    planStudents(SIXTH_FORM, SIXTH_FORM_STUDENTS),
  );
  await seedIntegrations(trx, tenant);
  const groups = await seedGroups(trx, tenant, { riverside, hillcrest });
  const tutors = await seedTutors(trx, tenant, groups);
  const policies = await seedPolicies(trx, tenant, { groups, students: riverside });
  await seedRooms(trx, tenant, { groups, students: riverside });
  await seedLogs(trx, tenant, { groups, tutors, policies, students: riverside });
  await seedInventory(trx, { tenant, site: DEMO_SITE }, riverside);
}

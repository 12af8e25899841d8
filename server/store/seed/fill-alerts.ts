import type { Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { matchesDevicePatterns } from '#domain/devices/device-pattern.ts';
import { createRandom } from '#domain/samples/random.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { clientIdOf } from './fill-directory.ts';
import type { FilledGroup } from './fill-groups.ts';
import { insertAll } from './insert-all.ts';
import { numberOf, type Student } from './school.ts';
import { describeEvent } from './seed-logs.ts';

/** The demo's own alerts are from the last days; these are older. */
const NEWEST_DAYS_AGO = 3;
const DAY_MS = 86_400_000;
const INTERVAL_MS = 90_000;

type Parts = {
  before: number;
  students: readonly Student[];
  groups: readonly FilledGroup[];
};

/** Adds one alert for each of these students who is in the directory. */
export async function fillAlerts(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
  { before, students, groups }: Parts,
): Promise<void> {
  const random = createRandom(before + 61);
  const groupsOf = await createMemberships(trx, { tenant, site }, groups, students);
  const policies = await inTenant(trx, tenant)
    .selectFrom('policies')
    .select(['id', 'name'])
    .where('site_id', '=', site)
    .execute();
  const people = students.filter(({ user }) => user !== undefined);
  const newest = Date.now() - NEWEST_DAYS_AGO * DAY_MS;
  await insertAll(
    trx,
    'user_logs',
    people.map((student, index) => ({
      tenant,
      site_id: site,
      id: `log-0-${String(before).padStart(5, '0')}-${String(index + 1).padStart(6, '0')}`,
      time_triggered: new Date(newest - (people.length - index) * INTERVAL_MS),
      ...describeEvent(random, { student, index }, { groups: groupsOf(student), policies }),
      client_id: clientIdOf(student),
    })),
  );
}

/** The groups of a student: filled groups, and the site's device match groups. */
async function createMemberships(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
  filled: readonly FilledGroup[],
  students: readonly Student[],
) {
  const rows = await trx
    .selectFrom('group_patterns')
    .innerJoin('groups', (join) =>
      join
        .onRef('groups.tenant', '=', 'group_patterns.tenant')
        .onRef('groups.id', '=', 'group_patterns.group_id'),
    )
    .select(['groups.id', 'group_patterns.pattern'])
    .where('groups.tenant', '=', tenant)
    .where('groups.site_id', '=', site)
    .execute();
  const ids = new Set(filled.map(({ id }) => id));
  const byName = rows
    .filter(({ id }) => !ids.has(id))
    .map(({ id, pattern }) => ({
      id,
      has: ({ device }: Student) => matchesDevicePatterns(device.hostname, [pattern]),
    }));
  const all = [...filled, ...byName];
  const known = new Map(
    students.map((student) => [numberOf(student), all.filter((group) => group.has(student))]),
  );
  return (student: Student) => known.get(numberOf(student)) ?? [];
}

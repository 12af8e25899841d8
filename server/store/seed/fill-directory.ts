import type { Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import { createRandom } from '#domain/samples/random.ts';
import type { Database } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { insertAll } from './insert-all.ts';
import { numberOf, type Student } from './school.ts';
import { deviceRow, userRows } from './seed-directory.ts';

const DAY_MS = 86_400_000;
const NEVER_USED = 0.04;
const MAX_SEEN_DAYS = 30;
const WITH_ALIAS = 0.03;
const ALIASES = ['Spare', 'Teacher’s desk', 'Front row', 'Window seat', 'Loan device', 'Exam hall'];
/** Repeated versions are more frequent; the newest is on most devices. */
const VERSIONS = {
  windowsAgent: ['4.2.1', '4.2.1', '4.2.1', '4.2.0', '4.1.7', '3.9.12'],
  extension: ['3.8.0', '3.8.0', '3.8.0', '3.7.4', '3.6.1'],
};

/**
 * Inserts the users and devices of these students, and the clients of used devices. Returns the students; a
 * machine that is already enrolled without a known user replaces that student's planned machine.
 */
export async function fillDirectory(
  trx: Transaction<Database>,
  site: SiteKey,
  planned: readonly Student[],
): Promise<readonly Student[]> {
  const enrolled = await enrolledMachines(trx, site);
  const students = planned.map((student) => {
    const id = enrolled.get(student.device.serialNumber);
    return id === undefined ? student : { ...student, device: { ...student.device, id } };
  });
  const added = students.filter(({ device }) => !enrolled.has(device.serialNumber)).map(withUse);
  await insertAll(
    trx,
    'users',
    students.flatMap((student) => userRows(site, student)),
  );
  await insertAll(
    trx,
    'devices',
    added.map((student) => ({
      ...deviceRow(site, student),
      alias: student.alias,
      last_seen_at: student.lastSeen,
    })),
  );
  await insertAll(
    trx,
    'clients',
    added.flatMap((student) => clientRows(site, student)),
  );
  return students;
}

async function enrolledMachines(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
): Promise<ReadonlyMap<string | null, string>> {
  const rows = await inTenant(trx, tenant)
    .selectFrom('devices')
    .select(['id', 'serial_number'])
    .where('site_id', '=', site)
    .where('serial_number', 'is not', null)
    .execute();
  return new Map(rows.map(({ id, serial_number }) => [serial_number, id]));
}

type UsedStudent = Student & { lastSeen: Date | null; alias: string | null };

/** Adds the version and last use of a device, and an alias for a few. */
function withUse(student: Student): UsedStudent {
  const { device } = student;
  const random = createRandom(numberOf(student));
  const agoMs = random.below(MAX_SEEN_DAYS * DAY_MS);
  return {
    ...student,
    device: {
      ...device,
      version: random.pick(VERSIONS[device.type]),
    },
    lastSeen: random.chance(NEVER_USED) ? null : new Date(Date.now() - agoMs),
    alias: random.chance(WITH_ALIAS) ? random.pick(ALIASES) : null,
  };
}

/** Id of the client of a filled student's device. */
export const clientIdOf = ({ device }: Pick<Student, 'device'>) => `${device.id}-client`;

function clientRows({ tenant, site }: SiteKey, { user, name, device, lastSeen }: UsedStudent) {
  if (lastSeen === null) return [];
  return [
    {
      tenant,
      site_id: site,
      id: clientIdOf({ device }),
      device_id: device.id,
      user_id: user?.id ?? `${device.id}-guest`,
      auth_type: user ? ('user' as const) : ('session' as const),
      user_name: name.full,
      hostname: device.hostname,
      type: device.type,
      version: device.version,
      last_seen_at: lastSeen,
    },
  ];
}

import type { Transaction } from 'kysely';
import type { SiteKey } from '#base/site-key.ts';
import type { GroupDefinition } from '#protocol/rest/group.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { inTenant } from '../in-tenant.ts';
import { insertAll } from './insert-all.ts';
import { numberOf, RIVERSIDE, type Student } from './school.ts';

/** A group of a filled school. Device match groups have `patterns`; `has` selects the members of others. */
export type FilledGroup = {
  id: string;
  name: string;
  definition: GroupDefinition;
  patterns?: readonly string[];
  wol?: { enabled: boolean; periods: { day: number; time: string }[] };
  has(student: Student): boolean;
};

/** Ids of added groups sort below those of the demo's own groups, which therefore come first in lists. */
const id = (kind: string, name: string | number) => `g-0-${kind}-${name}`;
/** Every second student has a Chromebook. */
const STUDENTS_PER_TROLLEY = 150;
const SCHOOL_DAYS = [1, 2, 3, 4, 5];

/**
 * Creates a form and a room for each class, a group for each year with its desktops, trolleys of Chromebooks,
 * and a group of all students. Returns the groups of these students. Existing groups only get the new
 * members.
 */
export async function fillGroups(
  trx: Transaction<Database>,
  { tenant, site }: SiteKey,
  students: readonly Student[],
): Promise<readonly FilledGroup[]> {
  const groups = planGroups(students);
  const rows = await inTenant(trx, tenant).selectFrom('groups').select('id').execute();
  const known = new Set(rows.map((row) => row.id));
  const added = groups.filter((group) => !known.has(group.id));
  await insertAll(
    trx,
    'groups',
    added.map(({ wol, ...group }) => ({
      tenant,
      id: group.id,
      site_id: site,
      name: group.name,
      definition_name: group.definition,
      properties: toJson({ permittedHostnames: [] }),
      wol: wol ? toJson(wol) : null,
      wake_sent_at: wol?.enabled ? lastWake() : null,
    })),
  );
  await insertAll(
    trx,
    'group_patterns',
    added.flatMap((group) =>
      (group.patterns ?? []).map((pattern, position) => ({ tenant, group_id: group.id, position, pattern })),
    ),
  );
  await insertAll(
    trx,
    'group_members',
    groups.flatMap((group) => memberRows(tenant, group, students)),
  );
  return groups;
}

function planGroups(students: readonly Student[]): FilledGroup[] {
  const classes = [...new Set(students.map(({ className }) => className))];
  const years = [...new Set(classes.map(yearOf))];
  const trolleys = [...new Set(students.map(trolleyOf))];
  return [
    { id: id('all', 'students'), name: 'All students', definition: 'userGroup', has: () => true },
    ...years.flatMap(groupsOfYear),
    ...trolleys.map(
      (trolley): FilledGroup => ({
        id: id('trolley', String(trolley).padStart(3, '0')),
        name: `Chromebook trolley ${trolley}`,
        definition: 'deviceGroup',
        has: (student) => student.device.type === 'extension' && trolleyOf(student) === trolley,
      }),
    ),
    ...classes.flatMap(groupsOfClass),
  ];
}

function groupsOfYear(year: number): FilledGroup[] {
  const isOfYear = ({ className }: Student) => yearOf(className) === year;
  return [
    { id: id('year', year), name: `Year ${year}`, definition: 'userGroup', has: isOfYear },
    {
      id: id('desktops', year),
      name: `Desktops of year ${year}`,
      definition: 'deviceGroup',
      wol: { enabled: year % 2 === 1, periods: SCHOOL_DAYS.map((day) => ({ day, time: '07:30' })) },
      has: (student) => isOfYear(student) && student.device.type === 'windowsAgent',
    },
  ];
}

function groupsOfClass(className: string): FilledGroup[] {
  const has = (student: Student) => student.className === className;
  const patterns = Object.values(RIVERSIDE.prefix).map((prefix) => `${prefix}-${className}-*`);
  return [
    { id: id('form', className), name: `Form ${className}`, definition: 'userGroup', has },
    {
      id: id('room', className),
      name: `Room ${className}`,
      definition: 'deviceMatchGroup',
      patterns,
      has,
    },
  ];
}

const yearOf = (className: string) => Number.parseInt(className, 10);

const trolleyOf = (student: Student) => 1 + Math.floor(numberOf(student) / STUDENTS_PER_TROLLEY);

function memberRows(tenant: string, group: FilledGroup, students: readonly Student[]) {
  if (group.definition === 'deviceMatchGroup') return [];
  const isOfUsers = group.definition === 'userGroup';
  const members = students.filter(group.has).map(({ user, device }) => ({
    tenant,
    group_id: group.id,
    user_id: isOfUsers ? (user?.id ?? null) : null,
    device_id: isOfUsers ? null : device.id,
  }));
  // Guests are in no group of users.
  return members.filter(({ user_id, device_id }) => user_id !== null || device_id !== null);
}

/** 7:30 today, or yesterday if that is still to come. */
function lastWake(): Date {
  const at = new Date();
  at.setHours(7, 30, 0, 0);
  if (at.getTime() > Date.now()) at.setDate(at.getDate() - 1);
  return at;
}

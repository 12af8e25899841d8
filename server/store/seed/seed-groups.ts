import type { Transaction } from 'kysely';
import { matchesDevicePatterns } from '#domain/devices/device-pattern.ts';
import type { GroupDefinition } from '#protocol/rest/group.ts';
import type { Database } from '../database.ts';
import { toJson } from '../database.ts';
import { insertAll } from './insert-all.ts';
import type { Student } from './school.ts';
import { DEMO_DIRECTORY } from './seed-integrations.ts';

export type SeededGroup = {
  id: string;
  site: string;
  name: string;
  /** Whether the person or the device is in it. */
  has(student: Student, index: number): boolean;
};

type GroupPlan = {
  site: 'riverside' | 'hillcrest';
  name: string;
  definition: GroupDefinition;
  /** Selects the students whose users or devices are members; device match groups have `patterns` instead. */
  has?: (student: Student, index: number) => boolean;
  patterns?: string[];
  permittedHostnames?: string[];
  wol?: { enabled: boolean; periods: { day: number; time: string }[] };
  /** The course of the directory that it was imported from. */
  course?: string;
};

const classOf = (name: string) => (student: Student) => student.className === name;
const SCHOOL_DAYS = [1, 2, 3, 4, 5];
const mornings = SCHOOL_DAYS.map((day) => ({ day, time: '07:45' }));

/** In the order of lists, which sort by descending id; the first group is the start of the demonstration. */
const PLANS: readonly GroupPlan[] = [
  { site: 'riverside', name: '7A Mathematics', definition: 'userGroup', has: classOf('7A') },
  { site: 'riverside', name: 'Room 7A', definition: 'deviceMatchGroup', patterns: ['RS-7A-*', 'CB-7A-*'] },
  { site: 'riverside', name: '8A English', definition: 'userGroup', has: classOf('8A') },
  {
    site: 'riverside',
    name: '9A Geography',
    definition: 'userGroup',
    has: classOf('9A'),
    course: 'Geography 9A, 2026/27',
  },
  { site: 'riverside', name: '10A Computing', definition: 'userGroup', has: classOf('10A') },
  {
    site: 'riverside',
    name: '11A Physics',
    definition: 'userGroup',
    has: classOf('11A'),
    course: 'Physics 11A',
  },
  { site: 'riverside', name: '12A Further Mathematics', definition: 'userGroup', has: classOf('12A') },
  { site: 'riverside', name: '7B Art', definition: 'userGroup', has: classOf('7B') },
  {
    site: 'riverside',
    name: 'Chess Club',
    definition: 'userGroup',
    has: (_student, index) => index % 17 === 5,
  },
  {
    site: 'riverside',
    name: 'Science Block',
    definition: 'userGroup',
    has: classOf('8B'),
    permittedHostnames: ['science-block'],
  },
  {
    site: 'riverside',
    name: 'Computer Suite 1',
    definition: 'deviceGroup',
    has: (student) => student.className === '10A' && student.device.type === 'windowsAgent',
    wol: { enabled: true, periods: mornings },
  },
  {
    site: 'riverside',
    name: 'Library Chromebooks',
    definition: 'deviceGroup',
    has: (student, index) => student.device.type === 'extension' && index % 9 === 3,
  },
  {
    site: 'riverside',
    name: 'Exam Laptops',
    definition: 'deviceGroup',
    has: (student) => student.className === '11A',
    wol: { enabled: false, periods: [{ day: 1, time: '08:15' }] },
  },
  { site: 'riverside', name: 'All Chromebooks', definition: 'deviceMatchGroup', patterns: ['CB-*'] },
  { site: 'riverside', name: 'All devices', definition: 'deviceMatchGroup', patterns: ['*'] },
  { site: 'hillcrest', name: 'Hillcrest 7A', definition: 'userGroup', has: classOf('7A') },
  { site: 'hillcrest', name: 'Hillcrest devices', definition: 'deviceMatchGroup', patterns: ['*'] },
  // Devices that join through the student page under any name: the hostname of each page matches.
  { site: 'riverside', name: 'Student pages', definition: 'deviceMatchGroup', patterns: ['page-*'] },
];

/** Returns the groups in the order of the lists. */
export async function seedGroups(
  trx: Transaction<Database>,
  tenant: string,
  students: SitesStudents,
): Promise<SeededGroup[]> {
  const groups = PLANS.map((plan, index) => ({ plan, id: `g-${900 - index}` }));
  const yesterday = new Date(Date.now() - DAY_MS);
  await insertAll(
    trx,
    'groups',
    groups.map(({ id, plan }) => ({
      tenant,
      id,
      site_id: plan.site,
      name: plan.name,
      definition_name: plan.definition,
      global: false,
      properties: toJson({ permittedHostnames: plan.permittedHostnames ?? [] }),
      wol: plan.wol ? toJson(plan.wol) : null,
      integration_id: plan.course ? DEMO_DIRECTORY : null,
      source: plan.course ? 'internal' : null,
      native_idf: plan.course ? courseOf(id) : null,
      meta: plan.course ? toJson({ courseName: plan.course, lastSync: yesterday.toISOString() }) : null,
      restrictions: null,
      settings: null,
    })),
  );
  await insertAll(
    trx,
    'group_members',
    groups.flatMap(({ id, plan }) =>
      students[plan.site]
        .filter((student, index) => plan.has?.(student, index) ?? false)
        .slice(plan.course === undefined ? 0 : JOINED_SINCE)
        .map(({ user, device }) =>
          plan.definition === 'userGroup'
            ? { tenant, group_id: id, user_id: user?.id ?? null, device_id: null }
            : { tenant, group_id: id, user_id: null, device_id: device.id },
        )
        // Guests are not in the directory, and so in no group of users.
        .filter(({ user_id, device_id }) => user_id !== null || device_id !== null),
    ),
  );
  await insertAll(
    trx,
    'group_patterns',
    groups.flatMap(({ id, plan }) =>
      (plan.patterns ?? []).map((pattern, position) => ({ tenant, group_id: id, position, pattern })),
    ),
  );
  await seedCourses(trx, tenant, { groups, students });
  return groups.map(({ id, plan }) => ({
    id,
    site: plan.site,
    name: plan.name,
    has: (student, index) =>
      plan.patterns
        ? matchesDevicePatterns(student.device.hostname, plan.patterns)
        : (plan.has?.(student, index) ?? false),
  }));
}

type PlannedGroup = { plan: GroupPlan; id: string };
type SitesStudents = Record<GroupPlan['site'], readonly Student[]>;

/** Inserts the current courses of the directory; the groups are older, as of their last sync. */
async function seedCourses(
  trx: Transaction<Database>,
  tenant: string,
  { groups, students }: { groups: readonly PlannedGroup[]; students: SitesStudents },
): Promise<void> {
  const courses = groups.flatMap(({ id, plan }) => {
    if (plan.course === undefined) return [];
    const course = { tenant, integration_id: DEMO_DIRECTORY, id: courseOf(id), name: plan.course };
    const members = students[plan.site].filter((student, index) => plan.has?.(student, index) ?? false);
    const emails = members.flatMap(({ user }) => (user ? [user.email] : []));
    return [{ ...course, members: toJson(emails) }];
  });
  const newcomers = students.riverside.flatMap(({ user, className }) =>
    user && className === COURSE_TO_IMPORT.className ? [user.email] : [],
  );
  const { id, name } = COURSE_TO_IMPORT;
  const toImport = { tenant, integration_id: DEMO_DIRECTORY, id, name, members: toJson(newcomers) };
  await insertAll(trx, 'directory_courses', [...courses, toImport]);
}

/** A course without a group, so that an import can be tried. */
const COURSE_TO_IMPORT = { id: 'course-chemistry-8b', name: 'Chemistry 8B', className: '8B' };

/** Number of students who have joined a course since the last sync. */
const JOINED_SINCE = 2;
const DAY_MS = 86_400_000;
const courseOf = (groupId: string) => `course-${groupId}`;

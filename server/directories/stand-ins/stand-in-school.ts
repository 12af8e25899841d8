/**
 * The school of the directory stand-ins: the students of the demo school, some new ones, and classes of the
 * demo's tutors. It is computed without other input, so that it is the same at every start.
 */
import { createHash } from 'node:crypto';
import { accountOf } from '#store/seed/demo-accounts.ts';
import { drawNames, mailbox } from '#store/seed/names.ts';
import { DIRECTORY_SIZE, planStudents, RIVERSIDE, type Student } from '#store/seed/school.ts';

const STAND_IN_DOMAIN = 'riverside.example';
export const STAND_IN_ADMIN = 'admin@demo.example';
/** The id of the school's directory at Microsoft. */
export const STAND_IN_TENANT = '7f0c2a52-5d0e-4f2a-9a55-1f2f4c0c9f10';

/** `number` determines the person's ids at both providers. `unit`: path of the person's unit. */
export type StandInPerson = { number: number; name: string; email: string; unit: string };
/** Google lists only the Chromebooks, Microsoft the other devices. */
export type StandInDevice = {
  number: number;
  serialNumber: string;
  hostname: string;
  model: string;
  isChromebook: boolean;
  user: string | undefined;
  unit: string;
};
export type StandInCourse = {
  number: number;
  name: string;
  section: string;
  kind: 'course' | 'group';
  /** The tutors to which `mycourses` shows the course. */
  teachers: StandInPerson[];
  students: StandInPerson[];
};
/** Numbers of additional people and devices, which are computed on demand: see `stand-in-crowd.ts`. */
export type StandInCrowd = { people: number; devices: number };
export type StandInSchool = {
  people: StandInPerson[];
  courses: StandInCourse[];
  devices: StandInDevice[];
  /** Paths of all units: organisational units at Google, nested groups at Microsoft. */
  units: string[];
  crowd: StandInCrowd;
};

/** The demo's tutors as people of the directory. */
const TEACHERS = ['maintainer@demo.example', 'teacher@demo.example', STAND_IN_ADMIN].map(
  (email, index): StandInPerson => ({
    number: 9_000 + index,
    name: accountOf(email).name,
    email,
    unit: '/Staff',
  }),
);
/** The first tutor teaches all of them, the second Mathematics. */
const SUBJECTS = ['Mathematics', 'English', 'Science', 'History', 'Music'];
/** Number of students in each class that the platform does not know. */
const NEW_IN_CLASS = 2;
const NEW_SEED = 41;

/** For example, `7A` is in year 7. */
const yearOf = (className: string) => `Year ${className.replace(/\D.*/, '')}`;

/** Each stand-in gets its own school, so that changes stay separate. */
export function createStandInSchool(crowd: StandInCrowd = { people: 0, devices: 0 }): StandInSchool {
  const planned = planStudents(RIVERSIDE, DIRECTORY_SIZE);
  const classes = classesOf(planned);
  const [first, second] = TEACHERS as [StandInPerson, StandInPerson];
  const courses = [...classes].flatMap(([className, students], row) =>
    SUBJECTS.map(
      (subject, column): StandInCourse => ({
        number: 100 + row * SUBJECTS.length + column,
        name: `${subject} ${className}`,
        section: yearOf(className),
        kind: 'course',
        teachers: column === 0 ? [first, second] : [first],
        students: [...students],
      }),
    ),
  );
  const everybody = [...classes.values()].flat();
  const clubs = ['Chess club', 'Orchestra', 'Debating'].map(
    (name, index): StandInCourse => ({
      number: 900 + index,
      name,
      section: 'Meets after school',
      kind: 'group',
      teachers: [first],
      students: everybody.filter((_, place) => place % 37 === index),
    }),
  );
  const people = [...TEACHERS, ...everybody];
  const devices = planned.map(toDevice);
  const units = unitsOf([...people, ...devices].map(({ unit }) => unit));
  return { people, courses: [...courses, ...clubs], devices, units, crowd: { ...crowd } };
}

/** The students that the platform knows, and some new ones. */
function classesOf(planned: readonly Student[]): Map<string, StandInPerson[]> {
  const classes = new Map<string, StandInPerson[]>();
  for (const [index, { user, name, className }] of planned.entries()) {
    if (!user) continue;
    const list = classes.get(className) ?? [];
    const unit = `/Students/${yearOf(className)}`;
    list.push({ number: 1_000 + index, name: name.full, email: user.email, unit });
    classes.set(className, list);
  }
  const names = drawNames(classes.size * NEW_IN_CLASS, NEW_SEED);
  let number = 5_000;
  for (const [className, list] of classes)
    for (const name of names.splice(0, NEW_IN_CLASS)) {
      const email = `${mailbox(name)}.new@${STAND_IN_DOMAIN}`;
      list.push({ number: number++, name: name.full, email, unit: `/Students/${yearOf(className)}` });
    }
  return classes;
}

function toDevice({ device, user, className }: Student, index: number): StandInDevice {
  const isChromebook = device.type === 'extension';
  return {
    number: 1_000 + index,
    serialNumber: device.serialNumber,
    hostname: device.hostname,
    model: isChromebook ? 'Chromebook 14' : 'Laptop 14',
    isChromebook,
    user: user?.email,
    unit: `/Devices/${yearOf(className)}`,
  };
}

/** All organisational units of the paths, each after the units above it. */
function unitsOf(paths: readonly string[]): string[] {
  const above = (path: string): string[] =>
    path === '' ? [] : [...above(path.replace(/\/[^/]*$/, '')), path];
  return [...new Set(paths.flatMap(above))].toSorted();
}

/** An id in Microsoft's format. */
export function guidOf(kind: 'user' | 'group' | 'device', number: number | string): string {
  const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

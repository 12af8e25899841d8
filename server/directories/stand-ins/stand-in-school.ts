/**
 * The school that the stand-ins of directories know: the students of the demo school, some who are new there, and classes
 * of the demo's tutors. It is worked out from nothing else, so that every start has the same.
 */
import { createHash } from 'node:crypto';
import { accountOf } from '../../store/seed/demo-accounts.ts';
import { drawNames, mailbox } from '../../store/seed/names.ts';
import { DIRECTORY_SIZE, planStudents, RIVERSIDE, type Student } from '../../store/seed/school.ts';

const STAND_IN_DOMAIN = 'riverside.example';
export const STAND_IN_ADMIN = 'admin@demo.example';
/** The id of the school's directory at Microsoft. */
export const STAND_IN_TENANT = '7f0c2a52-5d0e-4f2a-9a55-1f2f4c0c9f10';

/** `number` gives it an id of the one or the other provider. `unit`: the path of the unit that it is in. */
export type StandInPerson = { number: number; name: string; email: string; unit: string };
/** Google has the Chromebooks alone, Microsoft the others. */
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
  /** Whom `mycourses` shows it to. */
  teachers: StandInPerson[];
  students: StandInPerson[];
};
/** How many more, who are worked out when they are asked for: see `stand-in-crowd.ts`. */
export type StandInCrowd = { people: number; devices: number };
export type StandInSchool = {
  people: StandInPerson[];
  courses: StandInCourse[];
  devices: StandInDevice[];
  /** Paths of all units: organisational units at Google, groups in groups at Microsoft. */
  units: string[];
  crowd: StandInCrowd;
};

/** Whom the demo's tutors are there. */
const TEACHERS = ['maintainer@demo.example', 'teacher@demo.example', STAND_IN_ADMIN].map(
  (email, index): StandInPerson => ({
    number: 9_000 + index,
    name: accountOf(email).name,
    email,
    unit: '/Staff',
  }),
);
/** The first teaches them all, the second Mathematics. */
const SUBJECTS = ['Mathematics', 'English', 'Science', 'History', 'Music'];
/** In each class, so many whom the platform does not know. */
const NEW_IN_CLASS = 2;
const NEW_SEED = 41;

/** `7A` is in year 7. */
const yearOf = (className: string) => `Year ${className.replace(/\D.*/, '')}`;

/** Made anew for each stand-in: what changes there stays there. */
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

/** The students whom the platform knows, and some who are new. */
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

/** With those above them, which come first. */
function unitsOf(paths: readonly string[]): string[] {
  const above = (path: string): string[] =>
    path === '' ? [] : [...above(path.replace(/\/[^/]*$/, '')), path];
  return [...new Set(paths.flatMap(above))].toSorted();
}

/** An id as Microsoft gives them. */
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

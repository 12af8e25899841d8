/**
 * The school that the stand-ins of directories know: the students of the demo school, some who are new there, and classes
 * of the demo's tutors. It is worked out from nothing else, so that every start has the same.
 */
import { createHash } from 'node:crypto';
import { accountOf } from '../../identity/demo-accounts.ts';
import { drawNames, mailbox } from '../../store/seed/names.ts';
import { DIRECTORY_SIZE, planStudents, RIVERSIDE } from '../../store/seed/school.ts';

const STAND_IN_DOMAIN = 'riverside.example';
const STAND_IN_ADMIN = 'admin@demo.example';
/** The id of the school's directory at Microsoft. */
export const STAND_IN_TENANT = '7f0c2a52-5d0e-4f2a-9a55-1f2f4c0c9f10';

/** `number` gives it an id of the one or the other provider. */
export type StandInPerson = { number: number; name: string; email: string };
export type StandInCourse = {
  number: number;
  name: string;
  section: string;
  kind: 'course' | 'group';
  /** Whom `mycourses` shows it to. */
  teachers: StandInPerson[];
  students: StandInPerson[];
};
export type StandInSchool = { people: StandInPerson[]; courses: StandInCourse[] };

/** Whom the demo's tutors are there. */
const TEACHERS = ['maintainer@demo.example', 'teacher@demo.example', STAND_IN_ADMIN].map(
  (email, index): StandInPerson => ({ number: 9_000 + index, name: accountOf(email).name, email }),
);
/** The first teaches them all, the second Mathematics. */
const SUBJECTS = ['Mathematics', 'English', 'Science', 'History', 'Music'];
/** In each class, so many whom the platform does not know. */
const NEW_IN_CLASS = 2;
const NEW_SEED = 41;

/** Made anew for each stand-in: what changes there stays there. */
export function createStandInSchool(): StandInSchool {
  const planned = planStudents(RIVERSIDE, DIRECTORY_SIZE);
  const classes = new Map<string, StandInPerson[]>();
  for (const [index, { user, name, className }] of planned.entries()) {
    if (!user) continue;
    const list = classes.get(className) ?? [];
    list.push({ number: 1_000 + index, name: name.full, email: user.email });
    classes.set(className, list);
  }
  const fresh = drawNames(classes.size * NEW_IN_CLASS, NEW_SEED).map((name, index): StandInPerson => {
    const email = `${mailbox(name)}.new@${STAND_IN_DOMAIN}`;
    return { number: 5_000 + index, name: name.full, email };
  });
  const newcomers = [...fresh];
  for (const list of classes.values()) list.push(...newcomers.splice(0, NEW_IN_CLASS));
  const [first, second] = TEACHERS as [StandInPerson, StandInPerson];
  const courses = [...classes].flatMap(([className, students], row) =>
    SUBJECTS.map(
      (subject, column): StandInCourse => ({
        number: 100 + row * SUBJECTS.length + column,
        name: `${subject} ${className}`,
        section: `Year ${className.replace(/\D.*$/, '')}`,
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
  return { people: [...TEACHERS, ...everybody], courses: [...courses, ...clubs] };
}

/** An id as Microsoft gives them. */
export function guidOf(kind: 'user' | 'group', number: number): string {
  const hex = createHash('sha256').update(`${kind} ${number}`).digest('hex');
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `a${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-');
}

/** Answers of the Google stand-in about its school: courses, people, groups and devices. */
import { devicesBelow, hasDomain, peopleBelow, personByEmail } from './stand-in-crowd.ts';
import type { StandInCourse, StandInDevice, StandInPerson, StandInSchool } from './stand-in-school.ts';
import type { StandInAnswer, StandInRequest } from './stand-in-server.ts';

/** Classroom, too, returns fewer than the requested page size. */
const MAX_PER_PAGE = 30;
const MAX_USERS = 500;
const MAX_DEVICES = 300;

export const failure = (code: number, status: string, reason: string): StandInAnswer => ({
  status: code,
  body: { error: { code, status, message: status, errors: [{ domain: 'global', reason, message: status }] } },
});
const notFound = () => failure(404, 'NOT_FOUND', 'notFound');

const courseId = ({ number }: StandInCourse) => `7100000${number}`;
const groupId = ({ number }: StandInCourse) => `01standin${number}`;
const userId = ({ number }: StandInPerson) => `1170000000000000${number}`;

export function answerOf(school: StandInSchool, { path, query }: StandInRequest): StandInAnswer {
  const [, service, ...rest] = path.split('/').map(decodeURIComponent);
  if (service === 'v1') return classroom(school, rest, query);
  if (path.startsWith('/admin/directory/v1/')) return admin(school, rest.slice(2), query);
  return notFound();
}

function classroom(school: StandInSchool, path: readonly string[], query: URLSearchParams): StandInAnswer {
  const [courses, id, part, person] = path;
  if (courses !== 'courses') return notFound();
  const all = school.courses.filter(({ kind }) => kind === 'course');
  if (id === undefined) {
    const teacher = query.get('teacherId');
    if (teacher !== null && !personOf(school, teacher)) return notFound();
    const own = all.filter(({ teachers }) => teacher === null || teachers.some(isPerson(teacher)));
    const { items, ...next } = page(own, query, 'pageSize');
    return { body: { ...(items.length > 0 && { courses: items.map(courseDocument) }), ...next } };
  }
  const course = all.find((each) => courseId(each) === id);
  if (!course) return notFound();
  if (part === undefined) return { body: courseDocument(course) };
  if (part === 'teachers' && person !== undefined) {
    const found = course.teachers.find(isPerson(person));
    return found ? { body: memberDocument(course, found) } : notFound();
  }
  if (part !== 'students') return notFound();
  const { items, ...next } = page(course.students, query, 'pageSize');
  const students = items.map((student) => memberDocument(course, student));
  return { body: { ...(students.length > 0 && { students }), ...next } };
}

function admin(school: StandInSchool, path: readonly string[], query: URLSearchParams): StandInAnswer {
  const [kind, id, part, person] = path;
  if (kind === 'users' && id === undefined) return users(school, query);
  if (kind === 'customer') return ofCustomer(school, path.slice(2), query);
  if (kind === 'users' && id !== undefined) {
    const found = personOf(school, id);
    return found ? { body: userDocument(found) } : notFound();
  }
  if (kind !== 'groups') return notFound();
  const all = school.courses.filter((each) => each.kind === 'group');
  if (id === undefined) {
    const user = query.get('userKey');
    if (user !== null && !personOf(school, user)) return notFound();
    const own = all.filter(({ teachers }) => user === null || teachers.some(isPerson(user)));
    const { items, ...next } = page(own, query, 'maxResults');
    return { body: { kind: 'admin#directory#groups', groups: items.map(groupDocument), ...next } };
  }
  const group = all.find((each) => groupId(each) === id);
  if (!group) return notFound();
  if (part === undefined) return { body: groupDocument(group) };
  if (part === 'hasMember' && person !== undefined)
    return { body: { isMember: [...group.teachers, ...group.students].some(isPerson(person)) } };
  if (part !== 'members') return notFound();
  const members = [
    ...group.teachers.map((each) => ({ ...memberOf(each), role: 'OWNER' })),
    ...group.students.map((each) => ({ ...memberOf(each), role: 'MEMBER' })),
  ];
  const { items, ...next } = page(members, query, 'maxResults');
  return { body: { kind: 'admin#directory#members', members: items, ...next } };
}

/** Supports `orgUnitPath='…'` and `email='…'` of Google's search language. */
function users(school: StandInSchool, query: URLSearchParams): StandInAnswer {
  const domain = query.get('domain');
  // Google requires one of the two.
  if (domain === null && query.get('customer') === null)
    return failure(400, 'INVALID_ARGUMENT', 'badRequest');
  if (domain !== null && !hasDomain(school, domain)) return failure(403, 'PERMISSION_DENIED', 'forbidden');
  const search = query.get('query') ?? '';
  const wanted = (field: string) =>
    new RegExp(`(?:^| )${field}='((?:[^'\\\\]|\\\\.)*)'`).exec(search)?.[1]?.replaceAll(/\\(.)/g, '$1');
  const email = wanted('email');
  const found = email === undefined ? undefined : personByEmail(school, email);
  const list = email === undefined ? peopleBelow(school, wanted('orgUnitPath') ?? '/') : found ? [found] : [];
  const { items, ...next } = page(list, query, 'maxResults', MAX_USERS);
  const kind = 'admin#directory#users';
  return { body: { kind, ...(items.length > 0 && { users: items.map(userDocument) }), ...next } };
}

/** `orgunits/…` and `devices/chromeos` of a customer. */
function ofCustomer(school: StandInSchool, path: readonly string[], query: URLSearchParams): StandInAnswer {
  const [part, ...rest] = path;
  if (part === 'orgunits') {
    const orgUnitPath = `/${rest.join('/')}`;
    if (!school.units.includes(orgUnitPath)) return failure(404, 'NOT_FOUND', 'notFound');
    return {
      body: { kind: 'admin#directory#orgUnit', name: rest.at(-1), orgUnitPath, blockInheritance: false },
    };
  }
  if (part !== 'devices' || rest[0] !== 'chromeos') return notFound();
  const unit = query.get('orgUnitPath');
  if (unit !== null && !school.units.includes(unit)) return failure(400, 'INVALID_ARGUMENT', 'invalid');
  const list = devicesBelow(school, unit ?? '/', true);
  const { items, ...next } = page(list, query, 'maxResults', MAX_DEVICES);
  const chromeosdevices = items.map(deviceDocument);
  const kind = 'admin#directory#chromeosdevices';
  return { body: { kind, ...(items.length > 0 && { chromeosdevices }), ...next } };
}

const memberOf = (person: StandInPerson) => ({
  kind: 'admin#directory#member',
  id: userId(person),
  email: person.email,
  type: 'USER',
  status: 'ACTIVE',
});

/** Finds a person by the id, or by the e-mail address. */
const isPerson = (key: string) => (person: StandInPerson) =>
  userId(person) === key || person.email === key.toLowerCase();
const personOf = (school: StandInSchool, key: string) =>
  school.people.find(isPerson(key)) ?? personByEmail(school, key);

type Sliced<T> = { length: number; slice(from: number, end: number): T[] };

function page<T>(list: Sliced<T>, query: URLSearchParams, size: string, most = MAX_PER_PAGE) {
  const from = Number(query.get('pageToken') ?? 0);
  const limit = Math.min(Number(query.get(size) ?? most), most);
  const items = list.slice(from, from + limit);
  const end = from + items.length;
  return { items, ...(end < list.length && { nextPageToken: String(end) }) };
}

const courseDocument = (course: StandInCourse) => ({
  id: courseId(course),
  name: course.name,
  section: course.section,
  ownerId: userId(course.teachers[0] as StandInPerson),
  courseState: 'ACTIVE',
  alternateLink: `https://classroom.google.com/c/${courseId(course)}`,
});

const groupDocument = (group: StandInCourse) => ({
  kind: 'admin#directory#group',
  id: groupId(group),
  email: `${group.name.toLowerCase().replaceAll(' ', '-')}@riverside.example`,
  name: group.name,
  description: group.section,
  directMembersCount: String(group.students.length + group.teachers.length),
});

const namesOf = ({ name }: StandInPerson) => {
  const [givenName = '', ...family] = name.split(' ');
  return { givenName, familyName: family.join(' '), fullName: name };
};

const memberDocument = (course: StandInCourse, person: StandInPerson) => ({
  courseId: courseId(course),
  userId: userId(person),
  profile: { id: userId(person), name: namesOf(person), emailAddress: person.email },
});

const userDocument = (person: StandInPerson) => ({
  kind: 'admin#directory#user',
  id: userId(person),
  primaryEmail: person.email,
  name: namesOf(person),
  orgUnitPath: person.unit,
  suspended: false,
});

const deviceDocument = (device: StandInDevice) => ({
  kind: 'admin#directory#chromeosdevice',
  deviceId: `c0ffee00-0000-4000-8000-${String(device.number).padStart(12, '0')}`,
  serialNumber: device.serialNumber,
  status: 'ACTIVE',
  model: device.model,
  annotatedAssetId: device.hostname,
  orgUnitPath: device.unit,
  ...(device.user && { recentUsers: [{ type: 'USER_TYPE_MANAGED', email: device.user }] }),
});

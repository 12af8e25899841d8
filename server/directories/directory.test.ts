/** What holds for the clients of both providers, each against what stands in for its provider. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '#protocol/clock.ts';
import { globalFetch } from '#protocol/json-request.ts';
import type { Directory, DirectoryCourse, DirectoryPlace, Read } from './directory.ts';
import { ok } from './directory.ts';
import { createGoogleDirectory } from './google/google-directory.ts';
import { createMicrosoftDirectory } from './microsoft/microsoft-directory.ts';
import { readMembers } from './read-members.ts';
import { GOOGLE_STAND_IN_CLIENT, startGoogleStandIn } from './stand-ins/google-stand-in.ts';
import { unitId } from './stand-ins/microsoft-answers.ts';
import { MICROSOFT_STAND_IN_CLIENT, startMicrosoftStandIn } from './stand-ins/microsoft-stand-in.ts';
import { STAND_IN_TENANT, type StandInCrowd, type StandInSchool } from './stand-ins/stand-in-school.ts';
import type { StandInServer } from './stand-ins/stand-in-server.ts';

type Place = StandInServer & { school: StandInSchool; expireConsent(): void };
type Opened = {
  place: Place;
  directory: Directory;
  open(secret: string): Directory;
  at(unit: string): DirectoryPlace;
  /** That a client of the provider sees. */
  isChromebook: boolean;
};

/** What has to be waited for is over fifty times as soon. */
const clock: Clock = { ...systemClock, after: (ms, run) => systemClock.after(ms / 50, run) };
const shared = { fetch: globalFetch, clock };

async function openGoogle(crowd?: StandInCrowd): Promise<Opened> {
  const place = await startGoogleStandIn(crowd);
  const open = (clientSecret: string) =>
    createGoogleDirectory({
      ...shared,
      client: { ...GOOGLE_STAND_IN_CLIENT, clientSecret },
      places: place.places,
      refreshToken: place.refreshToken,
    });
  const directory = open(GOOGLE_STAND_IN_CLIENT.clientSecret);
  return { place, open, directory, at: (ou) => ({ ou }), isChromebook: true };
}

async function openMicrosoft(crowd?: StandInCrowd): Promise<Opened> {
  const place = await startMicrosoftStandIn(crowd);
  const open = (clientSecret: string) =>
    createMicrosoftDirectory({
      ...shared,
      client: { ...MICROSOFT_STAND_IN_CLIENT, clientSecret },
      places: place.places,
      tenantId: STAND_IN_TENANT,
    });
  const directory = open(MICROSOFT_STAND_IN_CLIENT.clientSecret);
  return { place, open, directory, at: (unit) => ({ group: unitId(unit) }), isChromebook: false };
}

const MAINTAINER = { tutor: 'maintainer@demo.example' };
const TEACHER = { tutor: 'Teacher@demo.example' };
const signal = () => AbortSignal.timeout(20_000);

describe.each([
  ['Google', openGoogle, '/v1/courses', '/students'],
  ['Microsoft', openMicrosoft, '/memberOf', '/members'],
] as const)('a directory of %s', (_name, start, list, members) => {
  let at: Opened;
  beforeEach(async () => {
    at = await start();
  });
  afterEach(() => at.place.close());

  async function allCourses(of: Parameters<Directory['courses']>[0]) {
    const found: DirectoryCourse[] = [];
    let pages = 0;
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const answer = await at.directory.courses(of, after, signal());
      if (answer.name !== 'read') throw new Error(answer.name);
      found.push(...answer.value.courses);
      after = answer.value.next;
      pages += 1;
    }
    return { found, pages };
  }
  const namesOf = (courses: readonly { name: string }[]) => courses.map(({ name }) => name).toSorted();
  const courseNamed = async (name: string) => {
    const { found } = await allCourses(MAINTAINER);
    return found.find((course) => course.name === name)?.id ?? '';
  };
  const readAll = async (courseId: string, since?: string) => {
    const answer = await readMembers(at.directory, { courseId, since, signal: signal() });
    if (answer.name !== 'read') throw new Error(answer.name);
    return answer.value;
  };
  const schoolCourse = (name: string) => {
    const found = at.place.school.courses.find((course) => course.name === name);
    if (!found) throw new Error(`no course ${name}`);
    return found;
  };

  it('lists what a tutor teaches, all pages of it and nothing else', async () => {
    const own = await allCourses(MAINTAINER);
    expect(own.pages).toBeGreaterThan(2);
    expect(namesOf(own.found)).toEqual(namesOf(at.place.school.courses));
    expect(new Set(own.found.map(({ id }) => id)).size).toBe(own.found.length);
    const { found } = await allCourses(TEACHER);
    expect(found.length).toBeGreaterThan(5);
    expect(found.every(({ name }) => name.startsWith('Mathematics'))).toBe(true);
    expect((await allCourses({ tutor: 'nobody@demo.example' })).found).toEqual([]);
    const { courses, units } = at.place.school;
    // At Microsoft, units are groups.
    const everything = courses.length + (at.isChromebook ? 0 : units.length);
    expect((await allCourses('everybody')).found).toHaveLength(everything);
  });

  it('says whether a tutor is offered a course', async () => {
    const science = await courseNamed('Science 8A');
    const club = await courseNamed('Chess club');
    const offers = async (tutor: string, id: string) => {
      const answer = await at.directory.offers(tutor, id, signal());
      return answer.name === 'read' ? answer.value : answer.name;
    };
    expect(await offers(MAINTAINER.tutor, science)).toBe(true);
    expect(await offers(MAINTAINER.tutor, club)).toBe(true);
    expect(await offers(TEACHER.tutor, science)).toBe(false);
    expect(await offers(TEACHER.tutor, club)).toBe(false);
    expect(await offers('nobody@demo.example', science)).toBe(false);
    expect(await offers(MAINTAINER.tutor, `${science}9`)).toBe(false);
  });

  it.each(['Science 8A', 'Chess club'])('reads all who learn in %s, and not who teaches', async (name) => {
    const { students } = schoolCourse(name);
    const { courseName, joined, isWhole } = await readAll(await courseNamed(name));
    expect({ courseName, isWhole }).toEqual({ courseName: name, isWhole: true });
    expect(joined.map(({ email }) => email).toSorted()).toEqual(
      students.map(({ email }) => email).toSorted(),
    );
    const described = await at.directory.describe([...joined.map(({ id }) => id), '404'], signal());
    expect(described.name === 'read' && namesOf(described.value as never)).toEqual(namesOf(students));
  });

  /** All pages; a problem is named. */
  async function allOf<T>(
    page: (after: string | undefined) => Promise<Read<{ items: readonly T[]; next: string | undefined }>>,
  ) {
    const items: T[] = [];
    let pages = 0;
    for (let after: string | undefined, more = true; more; more = after !== undefined) {
      const answer = await page(after);
      if (answer.name !== 'read') throw new Error(answer.name);
      items.push(...answer.value.items);
      after = answer.value.next;
      pages += 1;
    }
    return { items, pages };
  }
  const peopleOf = (place: DirectoryPlace, directory = at.directory) =>
    allOf(async (after) => {
      const answer = await directory.people(place, after, signal());
      if (answer.name !== 'read') return answer;
      return ok({ items: answer.value.people, next: answer.value.next });
    });
  const devicesOf = (place: DirectoryPlace, directory = at.directory) =>
    allOf(async (after) => {
      const answer = await directory.devices(place, after, signal());
      if (answer.name !== 'read') return answer;
      return ok({ items: answer.value.devices, next: answer.value.next });
    });

  it('reads who is in a unit and in those below it', async () => {
    const { people } = at.place.school;
    const emailsIn = (unit: string) =>
      people.filter((person) => person.unit.startsWith(unit)).map(({ email }) => email);
    for (const unit of ['/Students', '/Students/Year 8', '/Staff']) {
      const { items } = await peopleOf(at.at(unit));
      expect(items.map(({ email }) => email).toSorted()).toEqual(emailsIn(unit).toSorted());
      expect(items.every(({ name }) => name !== undefined)).toBe(true);
    }
  });

  it('reads the devices of a unit, and who used them last where it knows', async () => {
    const own = at.place.school.devices.filter((device) => device.isChromebook === at.isChromebook);
    const { items } = await devicesOf(at.at('/Devices'));
    expect(items.map(({ hostname }) => hostname).toSorted()).toEqual(
      own.map(({ hostname }) => hostname).toSorted(),
    );
    const [first] = own;
    expect(items.find(({ hostname }) => hostname === first?.hostname)).toMatchObject({
      model: first?.model,
      ...(at.isChromebook && { serialNumber: first?.serialNumber, user: first?.user }),
    });
    const year = await devicesOf(at.at('/Devices/Year 7'));
    expect(year.items).toHaveLength(own.filter(({ unit }) => unit === '/Devices/Year 7').length);
  });

  it('says that a place is gone, whatever is looked for there', async () => {
    const places = [at.at('/Students/Year 99'), at.at('/Stud'), { group: 'Staff' }, { ou: 'Staff/x' }];
    for (const place of places) {
      expect(await at.directory.people(place, undefined, signal())).toEqual({ name: 'gone' });
      expect(await at.directory.devices(place, undefined, signal())).toEqual({ name: 'gone' });
    }
  });

  it('finds somebody by the e-mail address', async () => {
    const answer = await at.directory.person('Maintainer@demo.example', signal());
    expect(answer).toMatchObject({ value: { email: 'maintainer@demo.example' } });
    for (const email of ["o'neil@demo.example", "x' or 'a' eq 'a"])
      expect(await at.directory.person(email, signal())).toEqual({ name: 'read', value: undefined });
  });

  it('says whether it lets the platform in', async () => {
    expect(await at.directory.test(undefined, signal())).toEqual({ name: 'read', value: {} });
    at.place.expireConsent();
    expect(await at.directory.test(undefined, signal())).toEqual({ name: 'consent-expired' });
  });

  it('reads a school of tens of thousands in large pages', async () => {
    const large = await start({ people: 50_000, devices: 10_000 });
    try {
      const { items, pages } = await peopleOf(large.at('/Students'), large.directory);
      expect(new Set(items.map(({ id }) => id)).size).toBe(items.length);
      expect(items.length).toBeGreaterThan(50_000);
      expect(pages).toBeLessThan(105);
      const devices = await devicesOf(large.at('/Devices'), large.directory);
      expect(new Set(devices.items.map(({ id }) => id)).size).toBe(devices.items.length);
      expect(devices.items.length).toBeGreaterThan(10_000);
    } finally {
      await large.place.close();
    }
  });

  it('answers again when the time of waiting is over', async () => {
    at.place.throttleFor(60_000);
    expect(await at.directory.test(undefined, signal())).toMatchObject({ name: 'throttled' });
    at.place.calm();
    expect((await at.directory.test(undefined, signal())).name).toBe('read');
    at.place.provoke({ name: 'cut' }, { times: Infinity });
    expect(await at.directory.test(undefined, signal())).toEqual({ name: 'away' });
    at.place.calm();
    expect((await at.directory.test(undefined, signal())).name).toBe('read');
  });

  it('says that a course is gone', async () => {
    const answer = await at.directory.members('no-such', {}, signal());
    expect(answer).toEqual({ name: 'gone' });
  });

  it('waits for a short while itself, and tells of a longer one', async () => {
    at.place.provoke({ name: 'throttle', seconds: 1 }, { path: list });
    expect((await at.directory.courses(MAINTAINER, undefined, signal())).name).toBe('read');
    at.place.provoke({ name: 'throttle', seconds: 40 }, { path: list });
    const before = at.place.calls.length;
    expect(await at.directory.courses(MAINTAINER, undefined, signal())).toEqual({
      name: 'throttled',
      seconds: 40,
    });
    expect(at.place.calls.length - before).toBe(1);
  });

  it('does not use what it has read where a later page is missing', async () => {
    const id = await courseNamed('Mathematics 7A');
    const firstPage = await at.directory.members(id, {}, signal());
    if (firstPage.name !== 'read') throw new Error(firstPage.name);
    expect(firstPage.value.next).toBeDefined();
    at.place.provoke({ name: 'throttle', seconds: 60 }, { path: members, times: 1 });
    const after = firstPage.value.next;
    expect(await at.directory.members(id, { after }, signal())).toMatchObject({ name: 'throttled' });
  });

  it('asks for another token where one is not taken any more, and says when the consent has ended', async () => {
    await at.directory.courses(MAINTAINER, undefined, signal());
    at.place.provoke({ name: 'fail', status: 401 }, { path: list });
    expect((await at.directory.courses(MAINTAINER, undefined, signal())).name).toBe('read');
    at.place.expireConsent();
    expect(await at.directory.courses(MAINTAINER, undefined, signal())).toEqual({ name: 'consent-expired' });
    // No consent helps against that.
    expect(await at.open('another secret').courses(MAINTAINER, undefined, signal())).toEqual({
      name: 'client-refused',
    });
  });

  it('asks for one token for all who come at once', async () => {
    await Promise.all([1, 2, 3].map(() => at.directory.courses(MAINTAINER, undefined, signal())));
    expect(at.place.calls.filter((path) => path.includes('token'))).toHaveLength(1);
  });

  it.each([
    ['a connection that is cut', { name: 'cut' }, 'away'],
    ['a provider that fails', { name: 'fail', status: 500 }, 'away'],
    ['an answer without end', { name: 'flood' }, 'unreadable'],
  ] as const)('%s: an outcome, and once more it is there', async (_what, fault, outcome) => {
    at.place.provoke(fault, { path: list, times: 3 });
    expect((await at.directory.courses(MAINTAINER, undefined, signal())).name).toBe(outcome);
    if (outcome === 'away')
      expect((await at.directory.courses(MAINTAINER, undefined, signal())).name).toBe('read');
  });

  it('goes on after one cut', async () => {
    at.place.provoke({ name: 'cut' }, { path: list });
    expect((await at.directory.courses(MAINTAINER, undefined, signal())).name).toBe('read');
  });

  it('ends with its caller where the provider says nothing', async () => {
    at.place.provoke({ name: 'silence' }, { path: list, times: 9 });
    const own = AbortSignal.timeout(300);
    expect(await at.directory.courses(MAINTAINER, undefined, own)).toEqual({ name: 'away' });
  });
});

describe('courses that match', () => {
  const matching = async (at: Opened, filter: Parameters<Directory['courses']>[0]) => {
    const answer = await at.directory.courses(filter, undefined, signal());
    return answer.name === 'read' ? answer.value.courses.map(({ name }) => name) : answer;
  };

  it('are of one teacher at Google, whose address has to be right', async () => {
    const at = await openGoogle();
    const own = await matching(at, { matching: { teacherEmail: 'teacher@demo.example' } });
    expect(own).toContain('Mathematics 7A');
    expect(own).not.toContain('Science 7A');
    expect(await matching(at, { matching: { teacherEmail: 'nobody@demo.example' } })).toEqual({
      name: 'gone',
    });
    expect(await matching(at, { matching: { teacherEmail: '' } })).toContain('Science 7A');
    await at.place.close();
  });

  it('are found by a filter and a search at Microsoft, which says what it does not understand', async () => {
    const at = await openMicrosoft();
    const filter = "startswith(displayName,'Science')";
    const science = await matching(at, { matching: { filter } });
    expect(science).toContain('Science 7A');
    expect(science).not.toContain('Mathematics 7A');
    expect(await matching(at, { matching: { filter, search: '7a' } })).toEqual(['Science 7A']);
    expect(await matching(at, { matching: { search: '"displayName:science 7a"' } })).toEqual(['Science 7A']);
    expect(await matching(at, { matching: { filter: 'name is Science' } })).toEqual({
      name: 'rejected',
      message: 'Invalid filter clause',
    });
    await at.place.close();
  });
});

describe('changes of a group of Microsoft', () => {
  let at: Opened & { place: Awaited<ReturnType<typeof startMicrosoftStandIn>> };
  beforeEach(async () => {
    at = (await openMicrosoft()) as typeof at;
  });
  afterEach(() => at.place.close());
  const course = () => at.place.school.courses[3] ?? never();
  const never = () => {
    throw new Error('the school has courses');
  };

  async function readFrom(since?: string) {
    const { found } = await listAll();
    const courseId = found.find(({ name }) => name === course().name)?.id ?? '';
    const answer = await readMembers(at.directory, { courseId, since, signal: signal() });
    if (answer.name !== 'read') throw new Error(answer.name);
    return answer.value;
  }
  async function listAll() {
    const answer = await at.directory.courses(MAINTAINER, undefined, signal());
    if (answer.name !== 'read') throw new Error(answer.name);
    return { found: answer.value.courses };
  }

  it('are read alone, and those who come are described', async () => {
    const whole = await readFrom();
    const { students } = course();
    const newcomer = at.place.school.people.find(
      (person) => !students.includes(person) && person.number < 9_000,
    );
    if (!newcomer) return never();
    const [gone] = students.splice(0, 1, newcomer);
    const changed = await readFrom(whole.cursor);
    expect(changed).toMatchObject({ isWhole: false, joined: [{ name: undefined }] });
    const described = await at.directory.describe([changed.joined[0]?.id ?? ''], signal());
    expect(described).toMatchObject({ value: [{ name: newcomer.name, email: newcomer.email }] });
    const goneId = whole.joined.find(({ email }) => email === gone?.email)?.id;
    expect(changed.left).toContain(goneId);
    expect((await readFrom(changed.cursor)).joined).toEqual([]);
  });

  it('say that who owns the group now learns there no more', async () => {
    const { cursor, joined } = await readFrom();
    const promoted = course().students.pop();
    if (!promoted) return never();
    course().teachers.push(promoted);
    const id = joined.find(({ email }) => email === promoted.email)?.id;
    expect((await readFrom(cursor)).left).toContain(id);
  });

  it('are read whole again where they go back too far', async () => {
    const { cursor } = await readFrom();
    at.place.forgetChanges();
    expect(await readFrom(cursor)).toMatchObject({ isWhole: true, courseName: course().name });
  });

  it('are not followed to another place, where the token would go with the call', async () => {
    const since = 'http://127.0.0.1:1/v1.0/groups/delta?$deltatoken=x';
    const answer = await readMembers(at.directory, { courseId: 'x', since, signal: signal() });
    expect(answer).toEqual({ name: 'unreadable' });
  });
});

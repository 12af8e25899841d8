/** Stands in for Google: OAuth with offline consent, courses of Classroom, groups and people of the Admin SDK. */
import { createHash, randomUUID } from 'node:crypto';
import type { GooglePlaces } from '../google/google-calls.ts';
import {
  createStandInSchool,
  type StandInCourse,
  type StandInPerson,
  type StandInSchool,
} from './stand-in-school.ts';
import {
  type StandInAnswer,
  type StandInRequest,
  type StandInServer,
  startStandInServer,
} from './stand-in-server.ts';

export const GOOGLE_STAND_IN_CLIENT = { clientId: 'lectern-stand-in', clientSecret: 'stand-in-secret' };

export type GoogleStandIn = StandInServer & {
  school: StandInSchool;
  places: GooglePlaces;
  /** Of an administrator who has consented. */
  refreshToken: string;
  /** From now on the refresh token, and the access tokens that were made with it, let nobody in. */
  expireConsent(): void;
};

/** The same at each stand-in: processes that share a database have one each. */
const REFRESH_TOKEN = '1//stand-in-of-the-administrator';
/** Classroom gives fewer than it is asked for, too. */
const MOST_PER_PAGE = 30;
const TOKEN_SECONDS = 3_599;

export async function startGoogleStandIn(): Promise<GoogleStandIn> {
  const school = createStandInSchool();
  const accessTokens = new Set<string>();
  /** Each with the challenge that its verifier has to answer. */
  const codes = new Map<string, string>();
  let isConsented = true;

  const server = await startStandInServer({
    throttled: (seconds) => ({
      ...failure(429, 'RESOURCE_EXHAUSTED', 'rateLimitExceeded'),
      headers: { 'retry-after': String(seconds) },
    }),
    answer(request) {
      if (request.path === '/token') return token(request);
      if (request.path === '/o/oauth2/v2/auth') return consent(request);
      if (request.bearer === undefined || !accessTokens.has(request.bearer))
        return failure(401, 'UNAUTHENTICATED', 'authError');
      return answerOf(school, request);
    },
  });

  /** The page on which an administrator would agree: here it is agreed to at once. */
  function consent({ query }: StandInRequest): StandInAnswer {
    const isAsked =
      query.get('client_id') === GOOGLE_STAND_IN_CLIENT.clientId &&
      query.get('response_type') === 'code' &&
      query.get('access_type') === 'offline' &&
      query.get('prompt') === 'consent' &&
      query.get('code_challenge_method') === 'S256';
    const back = query.get('redirect_uri') ?? '';
    if (!isAsked || !URL.canParse(back)) return { status: 400, body: { error: 'invalid_request' } };
    const code = randomUUID();
    codes.set(code, query.get('code_challenge') ?? '');
    const location = new URL(back);
    location.searchParams.set('code', code);
    location.searchParams.set('state', query.get('state') ?? '');
    return { status: 302, headers: { location: location.href } };
  }

  function isAnswered({ code, code_verifier }: StandInRequest['body']): boolean {
    const challenge = codes.get(String(code));
    codes.delete(String(code));
    return challenge === createHash('sha256').update(String(code_verifier)).digest('base64url');
  }

  function token({ body }: StandInRequest): StandInAnswer {
    const { clientId, clientSecret } = GOOGLE_STAND_IN_CLIENT;
    if (body.client_id !== clientId || body.client_secret !== clientSecret)
      return { status: 401, body: { error: 'invalid_client', error_description: 'Unauthorized' } };
    const isCode = body.grant_type === 'authorization_code' && isAnswered(body);
    const isRefresh =
      body.grant_type === 'refresh_token' && body.refresh_token === REFRESH_TOKEN && isConsented;
    if (!isCode && !isRefresh) {
      const error_description = 'Token has been expired or revoked.';
      return { status: 400, body: { error: 'invalid_grant', error_description } };
    }
    if (isCode) isConsented = true;
    const access_token = `ya29.${randomUUID()}`;
    accessTokens.add(access_token);
    const answer = { access_token, expires_in: TOKEN_SECONDS, token_type: 'Bearer' };
    return { body: isCode ? { ...answer, refresh_token: REFRESH_TOKEN } : answer };
  }

  return {
    ...server,
    school,
    places: {
      consent: `${server.url}/o/oauth2/v2/auth`,
      token: `${server.url}/token`,
      classroom: server.url,
      admin: server.url,
    },
    refreshToken: REFRESH_TOKEN,
    expireConsent() {
      isConsented = false;
      accessTokens.clear();
    },
  };
}

const failure = (code: number, status: string, reason: string): StandInAnswer => ({
  status: code,
  body: { error: { code, status, message: status, errors: [{ domain: 'global', reason, message: status }] } },
});
const notFound = () => failure(404, 'NOT_FOUND', 'notFound');

const courseId = ({ number }: StandInCourse) => `7100000${number}`;
const groupId = ({ number }: StandInCourse) => `01standin${number}`;
const userId = ({ number }: StandInPerson) => `1170000000000000${number}`;

function answerOf(school: StandInSchool, { path, query }: StandInRequest): StandInAnswer {
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

const memberOf = (person: StandInPerson) => ({
  kind: 'admin#directory#member',
  id: userId(person),
  email: person.email,
  type: 'USER',
  status: 'ACTIVE',
});

/** By the id, or by the e-mail address. */
const isPerson = (key: string) => (person: StandInPerson) =>
  userId(person) === key || person.email === key.toLowerCase();
const personOf = (school: StandInSchool, key: string) => school.people.find(isPerson(key));

function page<T>(list: readonly T[], query: URLSearchParams, size: string) {
  const from = Number(query.get('pageToken') ?? 0);
  const limit = Math.min(Number(query.get(size) ?? MOST_PER_PAGE), MOST_PER_PAGE);
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
  suspended: false,
});

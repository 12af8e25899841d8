/** Stands in for Microsoft: OAuth of an app that an administrator has consented to, groups and people of Graph, and delta. */
import { randomUUID } from 'node:crypto';
import type { MicrosoftPlaces } from '../microsoft/microsoft-calls.ts';
import {
  createStandInSchool,
  guidOf,
  STAND_IN_TENANT,
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

export const MICROSOFT_STAND_IN_CLIENT = {
  clientId: '3f9d6a5e-0c5b-4a53-8f29-6f0d5c1b7e21',
  clientSecret: 'stand-in-secret',
};

export type MicrosoftStandIn = StandInServer & {
  school: StandInSchool;
  places: MicrosoftPlaces;
  expireConsent(): void;
  /** No earlier cursor is understood any more. */
  forgetChanges(): void;
};

const MOST_PER_PAGE = 25;
const TOKEN_SECONDS = 3_599;

/** Members of a group when a cursor was given, by the cursor. */
type Snapshots = Map<string, { group: StandInCourse; members: readonly StandInPerson[] }>;

export async function startMicrosoftStandIn(): Promise<MicrosoftStandIn> {
  const school = createStandInSchool();
  const accessTokens = new Set<string>();
  const snapshots: Snapshots = new Map();
  let isConsented = true;

  const server = await startStandInServer({
    throttled: (seconds) => ({
      ...failure(429, 'TooManyRequests'),
      headers: { 'retry-after': String(seconds) },
    }),
    answer(request) {
      if (request.path === `/${STAND_IN_TENANT}/oauth2/v2.0/token`) return token(request);
      if (request.path === `/${STAND_IN_TENANT}/adminconsent`) return consent(request);
      if (request.bearer === undefined || !accessTokens.has(request.bearer))
        return failure(401, 'InvalidAuthenticationToken');
      if (request.path === '/v1.0/groups/delta') return delta(school, snapshots, request);
      return answerOf(school, request);
    },
  });

  function consent({ query }: StandInRequest): StandInAnswer {
    const back = query.get('redirect_uri') ?? '';
    if (query.get('client_id') !== MICROSOFT_STAND_IN_CLIENT.clientId || !URL.canParse(back))
      return { status: 400, body: { error: 'invalid_request' } };
    isConsented = true;
    const location = new URL(back);
    location.searchParams.set('admin_consent', 'True');
    location.searchParams.set('tenant', STAND_IN_TENANT);
    location.searchParams.set('state', query.get('state') ?? '');
    return { status: 302, headers: { location: location.href } };
  }

  function token({ body }: StandInRequest): StandInAnswer {
    const { clientId, clientSecret } = MICROSOFT_STAND_IN_CLIENT;
    const refused = (status: number, error: string, code: number): StandInAnswer => ({
      status,
      body: { error, error_description: `AADSTS${code}: refused`, error_codes: [code] },
    });
    if (body.grant_type !== 'client_credentials') return refused(400, 'unsupported_grant_type', 70_003);
    if (body.client_id !== clientId) return refused(400, 'unauthorized_client', 700_016);
    if (body.client_secret !== clientSecret) return refused(401, 'invalid_client', 7_000_215);
    if (!isConsented) return refused(400, 'invalid_grant', 65_001);
    const access_token = randomUUID();
    accessTokens.add(access_token);
    return { body: { token_type: 'Bearer', expires_in: TOKEN_SECONDS, access_token } };
  }

  return {
    ...server,
    school,
    places: { login: server.url, graph: server.url },
    expireConsent() {
      isConsented = false;
      accessTokens.clear();
    },
    forgetChanges: () => snapshots.clear(),
  };
}

const failure = (status: number, code: string): StandInAnswer => ({
  status,
  body: { error: { code, message: code, innerError: { 'request-id': randomUUID() } } },
});
const notFound = () => failure(404, 'Request_ResourceNotFound');

const groupId = ({ number }: StandInCourse) => guidOf('group', number);
const userId = ({ number }: StandInPerson) => guidOf('user', number);
/** Owners of a group are members of it, too. */
const membersOf = ({ teachers, students }: StandInCourse) => [...teachers, ...students];
const isPerson = (key: string) => (person: StandInPerson) =>
  userId(person) === key || person.email === key.toLowerCase();

function answerOf(school: StandInSchool, request: StandInRequest): StandInAnswer {
  const [, version, kind, id, part, type] = request.path.split('/').map(decodeURIComponent);
  if (version !== 'v1.0') return notFound();
  if (kind === 'users' && id !== undefined) {
    const person = school.people.find(isPerson(id));
    if (!person) return notFound();
    const own = school.courses.filter((each) => membersOf(each).includes(person));
    if (part === 'checkMemberGroups') {
      const asked = request.body.groupIds as string[];
      return { body: { value: own.map(groupId).filter((each) => asked.includes(each)) } };
    }
    // Teachers belong to their groups by owning them.
    const shown = school.courses.filter((each) => membersOf(each).some(isPerson(id)));
    return part === 'memberOf' && type === 'microsoft.graph.group'
      ? page(shown.map(groupDocument), request)
      : notFound();
  }
  if (kind === 'directoryObjects' && id === 'getByIds') {
    const ids = request.body.ids as string[];
    const people = school.people.filter((person) => ids.includes(userId(person)));
    const value = people.map((person) => ({
      '@odata.type': '#microsoft.graph.user',
      ...userDocument(person),
    }));
    return { body: { value } };
  }
  if (kind !== 'groups') return notFound();
  if (id === undefined) return page(school.courses.map(groupDocument), request);
  const group = school.courses.find((each) => groupId(each) === id);
  if (!group) return notFound();
  if (part === undefined) return { body: groupDocument(group) };
  if (part === 'owners') return page(group.teachers.map(userDocument), request);
  if (part === 'members' && type === 'microsoft.graph.user')
    return page(membersOf(group).map(userDocument), request);
  return notFound();
}

/** Of one group: `$deltatoken=latest` gives a cursor alone, a cursor gives what has changed since, and another one. */
function delta(
  school: StandInSchool,
  snapshots: Snapshots,
  { query, origin }: StandInRequest,
): StandInAnswer {
  const cursor = query.get('$deltatoken');
  const named = /^id eq '(.+)'$/.exec(query.get('$filter') ?? '')?.[1];
  const before = cursor === null || cursor === 'latest' ? undefined : snapshots.get(cursor);
  const group = before?.group ?? school.courses.find((each) => groupId(each) === named);
  if (!group) return cursor === 'latest' ? notFound() : failure(410, 'syncStateNotFound');
  const members = membersOf(group);
  const next = randomUUID();
  snapshots.set(next, { group, members });
  const deltaLink = `${origin}/v1.0/groups/delta?$deltatoken=${next}`;
  const isGone = !school.courses.includes(group);
  const changed = before === undefined ? [] : changesBetween(before.members, members);
  const value = isGone
    ? [{ id: groupId(group), '@removed': { reason: 'deleted' } }]
    : changed.length === 0
      ? []
      : [{ id: groupId(group), displayName: group.name, 'members@delta': changed }];
  return { body: { '@odata.deltaLink': deltaLink, value } };
}

function changesBetween(before: readonly StandInPerson[], now: readonly StandInPerson[]) {
  const entry = (person: StandInPerson) => ({ '@odata.type': '#microsoft.graph.user', id: userId(person) });
  const gone = before.filter((person) => !now.includes(person));
  return [
    ...now.filter((person) => !before.includes(person)).map(entry),
    ...gone.map((person) => ({ ...entry(person), '@removed': { reason: 'deleted' } })),
  ];
}

function page(list: readonly unknown[], { path, query, origin }: StandInRequest): StandInAnswer {
  const from = Number(query.get('$skiptoken') ?? 0);
  const limit = Math.min(Number(query.get('$top') ?? MOST_PER_PAGE), MOST_PER_PAGE);
  const value = list.slice(from, from + limit);
  const end = from + value.length;
  if (end >= list.length) return { body: { value } };
  const next = new URLSearchParams(query);
  next.set('$skiptoken', String(end));
  return { body: { '@odata.nextLink': `${origin}${path}?${next}`, value } };
}

const groupDocument = (group: StandInCourse) => ({
  id: groupId(group),
  displayName: group.name,
  description: group.section,
});

const userDocument = (person: StandInPerson) => ({
  id: userId(person),
  displayName: person.name,
  mail: person.email,
  userPrincipalName: person.email,
});

/** Answers of the Microsoft stand-in about its school: groups, people and devices of Graph, and delta. */
import { randomUUID } from 'node:crypto';
import { devicesBelow, peopleBelow, personByEmail } from './stand-in-crowd.ts';
import {
  guidOf,
  STAND_IN_ADMIN,
  type StandInCourse,
  type StandInDevice,
  type StandInPerson,
  type StandInSchool,
} from './stand-in-school.ts';
import type { StandInAnswer, StandInRequest } from './stand-in-server.ts';

const MAX_PER_PAGE = 25;
const MAX_MEMBERS = 999;

/** Members of a group at the time of a cursor, by the cursor. */
export type Snapshots = Map<string, { group: StandInCourse; members: readonly StandInPerson[] }>;

export const failure = (status: number, code: string, message = code): StandInAnswer => ({
  status,
  body: { error: { code, message, innerError: { 'request-id': randomUUID() } } },
});
const notFound = () => failure(404, 'Request_ResourceNotFound');

const groupId = ({ number }: StandInCourse) => guidOf('group', number);
/** The id of a unit's group at Microsoft. */
export const unitId = (unit: string) => guidOf('group', unit);
export const idOfEmail = (school: StandInSchool, email: string) =>
  userId(personByEmail(school, email) ?? (school.people[0] as StandInPerson));
const userId = ({ number }: StandInPerson) => guidOf('user', number);
/** Owners of a group are members of it, too. */
const membersOf = ({ teachers, students }: StandInCourse) => [...teachers, ...students];
const isPerson = (key: string) => (person: StandInPerson) =>
  userId(person) === key || person.email === key.toLowerCase();

export function answerOf(school: StandInSchool, request: StandInRequest): StandInAnswer {
  const [, version, kind, id, part, type] = request.path.split('/').map(decodeURIComponent);
  if (version !== 'v1.0') return notFound();
  if (kind === 'users' && id === undefined) return usersOf(school, request);
  if (kind === 'users' && id !== undefined) {
    const person = school.people.find(isPerson(id));
    if (!person) return notFound();
    const own = school.courses.filter((each) => membersOf(each).includes(person));
    if (part === 'checkMemberGroups') {
      const requestedIds = request.body.groupIds as string[];
      return { body: { value: own.map(groupId).filter((each) => requestedIds.includes(each)) } };
    }
    if (part === 'memberOf' && type === 'microsoft.graph.directoryRole') return rolesOf(person, request);
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
  if (id === undefined) return groupsOf(school, request);
  if (part === 'transitiveMembers') return membersBelow(school, id, type, request);
  const unit = school.units.find((each) => unitId(each) === id);
  if (unit !== undefined && part === undefined) return { body: unitDocument(unit) };
  const group = school.courses.find((each) => groupId(each) === id);
  if (!group) return notFound();
  if (part === undefined) return { body: groupDocument(group) };
  if (part === 'owners') return page(group.teachers.map(userDocument), request);
  if (part === 'members' && type === 'microsoft.graph.user')
    return page(membersOf(group).map(userDocument), request);
  return notFound();
}

const GLOBAL_ADMINISTRATOR = '62e90394-69f5-4237-9190-012177145e10';

function rolesOf({ email }: StandInPerson, request: StandInRequest): StandInAnswer {
  if (!isOfIndex(request)) return unsupported();
  const roles = email === STAND_IN_ADMIN ? [{ roleTemplateId: GLOBAL_ADMINISTRATOR }] : [];
  return page(roles, request);
}

const FILTERS = [
  [/^displayName eq '(.*)'$/, (name: string, text: string) => name === text],
  [/^startswith\(displayName, *'(.*)'\)$/i, (name: string, text: string) => name.startsWith(text)],
] as const;

/** Finds groups by filter and search, which Graph accepts only for its index. */
function groupsOf(school: StandInSchool, request: StandInRequest): StandInAnswer {
  const { query } = request;
  const [$filter, $search] = [query.get('$filter'), query.get('$search')];
  const all = [...school.courses.map(groupDocument), ...school.units.map(unitDocument)];
  if ($filter === null && $search === null) return page(all, request);
  if (!isOfIndex(request)) return unsupported();
  const named = FILTERS.map(([pattern, matches]) => ({ text: pattern.exec($filter ?? '')?.[1], matches }));
  const filter = named.find(({ text }) => text !== undefined);
  if ($filter !== null && !filter) return badRequest('Invalid filter clause');
  const words = /^"displayName:(.+)"$/.exec($search ?? '')?.[1]?.toLowerCase();
  if ($search !== null && words === undefined) return badRequest('Invalid search clause');
  const found = all.filter(
    ({ displayName }) =>
      (filter?.matches(displayName, filter.text ?? '') ?? true) &&
      displayName.toLowerCase().includes(words ?? ''),
  );
  return page(found, request);
}

/** Members of a group and of nested groups; the group of a unit contains those of the units below. */
function membersBelow(
  school: StandInSchool,
  id: string,
  type: string | undefined,
  request: StandInRequest,
): StandInAnswer {
  if (!isOfIndex(request)) return unsupported();
  const unit = school.units.find((each) => unitId(each) === id);
  const group = school.courses.find((each) => groupId(each) === id);
  if (unit === undefined && !group) return notFound();
  if (type === 'microsoft.graph.user')
    return page(
      group ? membersOf(group) : peopleBelow(school, unit ?? ''),
      request,
      userDocument,
      MAX_MEMBERS,
    );
  if (type !== 'microsoft.graph.device') return notFound();
  if (unit === undefined) return unsupported();
  return page(devicesBelow(school, unit, false), request, deviceDocument, MAX_MEMBERS);
}

/** Supports `mail eq '…' or userPrincipalName eq '…'`. */
function usersOf(school: StandInSchool, request: StandInRequest): StandInAnswer {
  const email = /^mail eq '((?:[^']|'')*)' or /.exec(request.query.get('$filter') ?? '')?.[1];
  if (email === undefined) return badRequest('Invalid filter clause');
  const found = personByEmail(school, email.replaceAll("''", "'"));
  return page(found ? [found] : [], request, userDocument);
}

const isOfIndex = ({ query, headers }: StandInRequest) =>
  headers.consistencylevel === 'eventual' && query.get('$count') === 'true';
const unsupported = () => failure(400, 'Request_UnsupportedQuery');
const badRequest = (message: string) => failure(400, 'BadRequest', message);

/** Delta of one group: `$deltatoken=latest` returns a cursor; a cursor returns changes and a new cursor. */
export function delta(
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

type Sliced<T> = { length: number; slice(from: number, end: number): T[] };

function page<T>(
  list: Sliced<T>,
  { path, query, origin }: StandInRequest,
  toDocument: (item: T) => unknown = (item) => item,
  most = MAX_PER_PAGE,
): StandInAnswer {
  const from = Number(query.get('$skiptoken') ?? 0);
  const limit = Math.min(Number(query.get('$top') ?? most), most);
  const value = list.slice(from, from + limit).map(toDocument);
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

/** `/Students/Year 7` is the group “Students Year 7”. */
const unitDocument = (unit: string) => ({
  id: unitId(unit),
  displayName: unit.slice(1).replaceAll('/', ' '),
  description: null,
});

const userDocument = (person: StandInPerson) => ({
  id: userId(person),
  displayName: person.name,
  mail: person.email,
  userPrincipalName: person.email,
  accountEnabled: true,
});

const deviceDocument = (device: StandInDevice) => ({
  '@odata.type': '#microsoft.graph.device',
  id: guidOf('device', device.number),
  displayName: device.hostname,
  model: device.model,
  accountEnabled: true,
});

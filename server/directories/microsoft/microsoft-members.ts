/** Lists the members of a Graph group, or only their changes. Owners teach, so they are left out. */
import type { Directory, MemberPage, Read } from '../directory.ts';
import { ok } from '../directory.ts';
import { type GraphCalls, PAGE, PERSON } from './microsoft-calls.ts';
import {
  type Changes,
  changesSchema,
  groupSchema,
  type Owners,
  ownersSchema,
  usersSchema,
} from './microsoft-documents.ts';
import { toPerson } from './microsoft-person.ts';

const MAX_OWNER_PAGES = 10;

/** `next` of a complete read: Graph's link, and the cursor for changes after this read. */
type WholeAfter = { link: string; cursor: string | undefined; owners: readonly string[] };

export function createMicrosoftMembers(calls: GraphCalls): Pick<Directory, 'members'> {
  const { graph, get } = calls;

  async function ownersOf(group: string, signal: AbortSignal): Promise<Read<string[]>> {
    const owners: string[] = [];
    let link: string | undefined = graph(`/groups/${group}/owners`, { $select: 'id', $top: PAGE });
    for (let pages = 0; link !== undefined && pages < MAX_OWNER_PAGES; pages++) {
      const answer: Read<Owners> = await get(link, ownersSchema, signal);
      if (answer.name !== 'read') return answer;
      owners.push(...answer.value.value.map(({ id }) => id));
      link = answer.value['@odata.nextLink'];
    }
    return ok(owners);
  }

  /** A cursor for future changes; undefined: Graph reports none, and each read is complete. */
  async function changesFromNow(groupId: string, signal: AbortSignal): Promise<string | undefined> {
    const query = {
      $filter: `id eq '${groupId.replaceAll("'", "''")}'`,
      $select: 'displayName,members',
      $deltatoken: 'latest',
    };
    const answer = await get(graph('/groups/delta', query), changesSchema, signal);
    return answer.name === 'read' ? answer.value['@odata.deltaLink'] : undefined;
  }

  async function firstPage(groupId: string, signal: AbortSignal): Promise<Read<MemberPage>> {
    const group = encodeURIComponent(groupId);
    const named = await get(graph(`/groups/${group}`, { $select: 'id,displayName' }), groupSchema, signal);
    if (named.name !== 'read') return named;
    const owners = await ownersOf(group, signal);
    if (owners.name !== 'read') return owners;
    // Before the members are read: a change meanwhile is then reported again, and not missed.
    const cursor = await changesFromNow(groupId, signal);
    const link = graph(`/groups/${group}/members/microsoft.graph.user`, { $select: PERSON, $top: PAGE });
    const page = await wholePage({ link, cursor, owners: owners.value }, signal);
    if (page.name !== 'read') return page;
    return ok({ ...page.value, courseName: named.value.displayName ?? '' });
  }

  async function wholePage(
    { link, cursor, owners }: WholeAfter,
    signal: AbortSignal,
  ): Promise<Read<MemberPage>> {
    const answer = await get(link, usersSchema, signal);
    if (answer.name !== 'read') return answer;
    const next = answer.value['@odata.nextLink'];
    return ok({
      courseName: undefined,
      joined: answer.value.value.map(toPerson).filter(({ id }) => !owners.includes(id)),
      left: [],
      isWhole: true,
      next: next === undefined ? undefined : JSON.stringify({ link: next, cursor, owners }),
      cursor: next === undefined ? cursor : undefined,
    });
  }

  /** Undefined: the cursor is too old, and the group must be read completely. */
  async function changedPage(
    groupId: string,
    link: string,
    signal: AbortSignal,
  ): Promise<Read<MemberPage> | undefined> {
    const answer = await calls.attempt({ url: link, schema: changesSchema, signal });
    if (answer.name === 'refused') {
      // 410, or 400 where the cursor is no longer understood.
      return answer.status === 410 || answer.status === 400 ? undefined : { name: 'consent-expired' };
    }
    if (answer.name !== 'read') return answer;
    const isLast = answer.value['@odata.nextLink'] === undefined;
    const owners = isLast ? await ownersOf(encodeURIComponent(groupId), signal) : ok<string[]>([]);
    if (owners.name !== 'read') return owners;
    return changesOf(groupId, answer.value, owners.value);
  }

  return {
    async members(courseId, { after, since }, signal) {
      if (since !== undefined) {
        const page = await changedPage(courseId, after ?? since, signal);
        return page ?? firstPage(courseId, signal);
      }
      return after === undefined ? firstPage(courseId, signal) : wholePage(JSON.parse(after), signal);
    },
  };
}

/** Selects the changes of this group from all changes. */
function changesOf(groupId: string, changes: Changes, owners: readonly string[]): Read<MemberPage> {
  const own = changes.value.filter(({ id }) => id === groupId);
  if (own.some((group) => group['@removed'] !== undefined)) return { name: 'gone' };
  const isUser = (type: string | undefined) => type === undefined || type === '#microsoft.graph.user';
  const members = own
    .flatMap((group) => group['members@delta'])
    .filter((member) => isUser(member['@odata.type']));
  const joined = members.filter(
    ({ id, '@removed': removed }) => removed === undefined && !owners.includes(id),
  );
  const left = members.filter((member) => member['@removed'] !== undefined);
  return ok({
    courseName: own.findLast(({ displayName }) => displayName)?.displayName ?? undefined,
    joined: joined.map(({ id }) => ({ id, name: undefined, email: undefined })),
    // A student who has become an owner is no longer a student.
    left: [...left.map(({ id }) => id), ...owners],
    isWhole: false,
    next: changes['@odata.nextLink'],
    cursor: changes['@odata.deltaLink'],
  });
}

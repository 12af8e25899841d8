/**
 * A Microsoft directory: the groups of Graph, which include classes and teams. The platform reads it as an
 * app, to which an administrator of the school has consented.
 */
import type { CourseFilter, Directory, DirectoryPerson } from '../directory.ts';
import { ok } from '../directory.ts';
import { createGraphCalls, type MicrosoftDirectoryDeps, PAGE, PERSON } from './microsoft-calls.ts';
import { groupsSchema, memberGroupsSchema, usersSchema } from './microsoft-documents.ts';
import { createMicrosoftMembers } from './microsoft-members.ts';
import { createMicrosoftPeople } from './microsoft-people.ts';
import { toPerson } from './microsoft-person.ts';

/** Graph's maximum. */
const IDS_PER_CALL = 1_000;

export function createMicrosoftDirectory(deps: MicrosoftDirectoryDeps): Directory {
  const calls = createGraphCalls(deps);
  const { graph, get, getIndexed } = calls;
  return {
    ...createMicrosoftMembers(calls),
    ...createMicrosoftPeople(calls),

    async courses(of, after, signal) {
      const matching = of !== 'everybody' && 'matching' in of ? searchOf(of.matching) : {};
      const query = { $select: 'id,displayName,description', $top: PAGE, ...matching };
      const path =
        of !== 'everybody' && 'tutor' in of
          ? `/users/${encodeURIComponent(of.tutor)}/memberOf/microsoft.graph.group`
          : '/groups';
      const getFrom = '$count' in matching ? getIndexed : get;
      const answer = await getFrom(after ?? graph(path, query), groupsSchema, signal);
      // Microsoft does not know the tutor, who then belongs to nothing there.
      const isOfTutor = of !== 'everybody' && 'tutor' in of;
      if (answer.name === 'gone' && isOfTutor && after === undefined)
        return ok({ courses: [], next: undefined });
      if (answer.name !== 'read') return answer;
      const courses = answer.value.value.map(({ id, displayName, description }) => ({
        id,
        name: displayName ?? '',
        kind: 'group' as const,
        ...(description && { detail: description }),
      }));
      return ok({ courses, next: answer.value['@odata.nextLink'] });
    },

    async offers(tutor, courseId, signal) {
      const url = graph(`/users/${encodeURIComponent(tutor)}/checkMemberGroups`);
      const json = { groupIds: [courseId] };
      const answer = await calls.call({ url, json, schema: memberGroupsSchema, signal });
      if (answer.name === 'gone') return ok(false);
      return answer.name === 'read' ? ok(answer.value.value.includes(courseId)) : answer;
    },

    async describe(ids, signal) {
      const found: DirectoryPerson[] = [];
      for (let from = 0; from < ids.length; from += IDS_PER_CALL) {
        const answer = await calls.call({
          url: graph('/directoryObjects/getByIds', { $select: PERSON }),
          json: { ids: ids.slice(from, from + IDS_PER_CALL), types: ['user'] },
          schema: usersSchema,
          signal,
        });
        if (answer.name !== 'read') return answer;
        found.push(...answer.value.value.map(toPerson));
      }
      return ok(found);
    },
  };
}

/** A search that names no property searches in display names. */
function searchOf({ filter = '', search = '' }: CourseFilter): Record<string, string> {
  const words = search.trim();
  const $search = words.includes('"') ? words : `"displayName:${words}"`;
  const found = { ...(filter.trim() && { $filter: filter.trim() }), ...(words && { $search }) };
  return Object.keys(found).length === 0 ? {} : { ...found, $count: 'true' };
}

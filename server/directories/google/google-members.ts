/** Lists the students of a Classroom course, or the members of a group without its owners and managers. */
import { boundedWork } from '#domain/semaphore.ts';
import type { Directory, DirectoryPerson, DirectoryProblem, MemberPage, Read } from '../directory.ts';
import { ok } from '../directory.ts';
import { type GoogleCalls, GROUP, PAGE } from './google-calls.ts';
import {
  courseSchema,
  groupDocumentSchema,
  membersSchema,
  studentsSchema,
  userSchema,
} from './google-documents.ts';

const CONCURRENCY = 4;

export function createGoogleMembers(calls: GoogleCalls): Pick<Directory, 'members' | 'describe'> {
  async function students(courseId: string, pageToken: string, signal: AbortSignal) {
    const path = `/courses/${encodeURIComponent(courseId)}/students`;
    const answer = await calls.classroom(path, studentsSchema, {
      query: { pageSize: PAGE, pageToken },
      signal,
    });
    if (answer.name !== 'read') return answer;
    const people = answer.value.students.map(
      ({ userId, profile }): DirectoryPerson => ({
        id: userId,
        name: profile?.name?.fullName,
        email: profile?.emailAddress,
      }),
    );
    return ok(wholePage(people, answer.value.nextPageToken));
  }

  async function groupMembers(groupId: string, pageToken: string, signal: AbortSignal) {
    const path = `/groups/${encodeURIComponent(groupId)}/members`;
    const answer = await calls.admin(path, membersSchema, { query: { maxResults: PAGE, pageToken }, signal });
    if (answer.name !== 'read') return answer;
    const people = answer.value.members.flatMap(({ id, email, role = 'MEMBER', type }): DirectoryPerson[] =>
      id === undefined || type !== 'USER' || role !== 'MEMBER' ? [] : [{ id, name: undefined, email }],
    );
    return ok(wholePage(people, answer.value.nextPageToken));
  }

  function nameOf(courseId: string, signal: AbortSignal): Promise<Read<{ name: string }>> {
    return courseId.startsWith(GROUP)
      ? calls.admin(`/groups/${encodeURIComponent(courseId.slice(GROUP.length))}`, groupDocumentSchema, {
          signal,
        })
      : calls.classroom(`/courses/${encodeURIComponent(courseId)}`, courseSchema, { signal });
  }

  return {
    async members(courseId, { after }, signal) {
      const named = after === undefined ? await nameOf(courseId, signal) : undefined;
      if (named !== undefined && named.name !== 'read') return named;
      const page = courseId.startsWith(GROUP)
        ? await groupMembers(courseId.slice(GROUP.length), after ?? '', signal)
        : await students(courseId, after ?? '', signal);
      if (page.name !== 'read' || named === undefined) return page;
      return ok({ ...page.value, courseName: named.value.name });
    },

    async describe(ids, signal) {
      let problem: DirectoryProblem | undefined;
      const found = await boundedWork(ids, CONCURRENCY, async (userId): Promise<DirectoryPerson[]> => {
        if (problem) return [];
        const answer = await calls.admin(`/users/${encodeURIComponent(userId)}`, userSchema, { signal });
        if (answer.name === 'read') {
          const { id, name, primaryEmail } = answer.value;
          return [{ id, name: name?.fullName, email: primaryEmail }];
        }
        if (answer.name !== 'gone') problem ??= answer;
        return [];
      });
      return problem ?? ok(found.flat());
    },
  };
}

/** Google does not report changes, so each read is complete. */
const wholePage = (joined: readonly DirectoryPerson[], nextPageToken: string | undefined): MemberPage => ({
  courseName: undefined,
  joined,
  left: [],
  isWhole: true,
  next: nextPageToken || undefined,
  cursor: undefined,
});

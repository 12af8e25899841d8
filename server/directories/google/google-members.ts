/** Lists the students of a Classroom course, or the members of a group without its owners and managers. */
import type { Directory, DirectoryPerson, MemberPage, Read } from '../directory.ts';
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
      const found: DirectoryPerson[] = [];
      for (let from = 0; from < ids.length; from += CONCURRENCY) {
        const some = ids.slice(from, from + CONCURRENCY);
        const answers = await Promise.all(
          some.map((id) => calls.admin(`/users/${encodeURIComponent(id)}`, userSchema, { signal })),
        );
        for (const answer of answers) {
          if (answer.name === 'gone') continue;
          if (answer.name !== 'read') return answer;
          const { id, name, primaryEmail } = answer.value;
          found.push({ id, name: name?.fullName, email: primaryEmail });
        }
      }
      return ok(found);
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

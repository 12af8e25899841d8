/** Lists the importable groups of Google: courses of Classroom first, then groups of the Directory. */
import type { CourseOwner, CoursePage, Directory } from '../directory.ts';
import { ok } from '../directory.ts';
import { type GoogleCalls, GROUP, PAGE } from './google-calls.ts';
import { coursesSchema, groupsSchema, membershipSchema, teacherSchema } from './google-documents.ts';

/** Prefixes of page tokens that identify the list; Google's own token follows. */
const COURSES = 'courses ';
const GROUPS = 'groups ';

/** `isNamed`: the address was entered by hand, so an unknown one is reported. */
type TeacherFilter = { teacherId: string | undefined; isNamed: boolean };

function teacherFilterOf(of: CourseOwner): TeacherFilter {
  if (of === 'everybody') return { teacherId: undefined, isNamed: false };
  if ('tutor' in of) return { teacherId: of.tutor, isNamed: false };
  return { teacherId: of.matching.teacherEmail || undefined, isNamed: true };
}

export function createGoogleCourses(calls: GoogleCalls): Pick<Directory, 'courses' | 'offers'> {
  async function courses({ teacherId, isNamed }: TeacherFilter, pageToken: string, signal: AbortSignal) {
    const query = { teacherId, courseStates: 'ACTIVE', pageSize: PAGE, pageToken };
    const answer = await calls.classroom('/courses', coursesSchema, { query, signal });
    // Google does not know the tutor, who then teaches nothing there.
    if (answer.name === 'gone' && !isNamed) return ok<CoursePage>({ courses: [], next: GROUPS });
    if (answer.name !== 'read') return answer;
    const { nextPageToken } = answer.value;
    return ok<CoursePage>({
      courses: answer.value.courses.map(({ id, name, section }) => ({
        id,
        name,
        kind: 'course',
        ...(section !== undefined && { detail: section }),
      })),
      next: nextPageToken ? COURSES + nextPageToken : GROUPS,
    });
  }

  async function groups(
    { teacherId: userKey, isNamed }: TeacherFilter,
    pageToken: string,
    signal: AbortSignal,
  ) {
    const whose = userKey === undefined ? { customer: 'my_customer' } : { userKey };
    const query = { ...whose, maxResults: PAGE, pageToken };
    const answer = await calls.admin('/groups', groupsSchema, { query, signal });
    if (answer.name === 'gone' && !isNamed) return ok<CoursePage>({ courses: [], next: undefined });
    if (answer.name !== 'read') return answer;
    const { nextPageToken } = answer.value;
    return ok<CoursePage>({
      courses: answer.value.groups.map(({ id, name, description }) => ({
        id: GROUP + id,
        name,
        kind: 'group',
        ...(description && { detail: description }),
      })),
      next: nextPageToken ? GROUPS + nextPageToken : undefined,
    });
  }

  return {
    courses(of, after, signal) {
      const whose = teacherFilterOf(of);
      return after?.startsWith(GROUPS)
        ? groups(whose, after.slice(GROUPS.length), signal)
        : courses(whose, after?.slice(COURSES.length) ?? '', signal);
    },

    async offers(tutor, courseId, signal) {
      const person = encodeURIComponent(tutor);
      if (courseId.startsWith(GROUP)) {
        const group = encodeURIComponent(courseId.slice(GROUP.length));
        const answer = await calls.admin(`/groups/${group}/hasMember/${person}`, membershipSchema, {
          signal,
        });
        if (answer.name === 'gone') return ok(false);
        return answer.name === 'read' ? ok(answer.value.isMember) : answer;
      }
      const path = `/courses/${encodeURIComponent(courseId)}/teachers/${person}`;
      const answer = await calls.classroom(path, teacherSchema, { signal });
      if (answer.name === 'gone') return ok(false);
      return answer.name === 'read' ? ok(true) : answer;
    },
  };
}

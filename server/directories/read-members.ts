/** Reads all pages of a course's students, or of their changes. */
import type { Directory, DirectoryPerson, Read } from './directory.ts';
import { ok } from './directory.ts';

export type CourseMembers = {
  /** Undefined: unchanged. */
  courseName: string | undefined;
  joined: readonly DirectoryPerson[];
  left: readonly string[];
  isWhole: boolean;
  cursor: string | undefined;
};

/** More than any course has; stops reading a directory whose pages never end. */
const MAX_PEOPLE = 20_000;
const MAX_PAGES = 1_000;

/** A problem on any page fails the whole read; earlier pages are discarded. */
export async function readMembers(
  directory: Directory,
  { courseId, since, signal }: { courseId: string; since: string | undefined; signal: AbortSignal },
): Promise<Read<CourseMembers>> {
  let courseName: string | undefined;
  let isWhole = since === undefined;
  // The last entry of each person wins.
  const joined = new Map<string, DirectoryPerson>();
  const left = new Set<string>();
  let from: { after?: string | undefined; since?: string | undefined } = { since };
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const answer = await directory.members(courseId, from, signal);
    if (answer.name !== 'read') return answer;
    const page = answer.value;
    courseName = page.courseName ?? courseName;
    isWhole = page.isWhole;
    for (const person of page.joined) {
      joined.set(person.id, person);
      left.delete(person.id);
    }
    for (const id of page.left) {
      left.add(id);
      joined.delete(id);
    }
    if (joined.size > MAX_PEOPLE) return { name: 'unreadable' };
    if (page.next === undefined)
      return ok({
        courseName,
        joined: [...joined.values()],
        left: [...left],
        isWhole,
        cursor: page.cursor,
      });
    // If the directory could not report changes, the read continues as a complete one.
    from = { after: page.next, ...(!isWhole && { since }) };
  }
  return { name: 'unreadable' };
}

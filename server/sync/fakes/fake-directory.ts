/** A directory in memory for tests, with pages, and problems on request. */
import type { Directories, Opened } from '#directories/directories.ts';
import {
  type Directory,
  type DirectoryCourse,
  type DirectoryDevice,
  type DirectoryPerson,
  type DirectoryProblem,
  ok,
} from '#directories/directory.ts';

type FakeCourse = DirectoryCourse & { teachers: readonly string[]; members: readonly DirectoryPerson[] };

export function createFakeDirectory(pageSize = 3) {
  const at = {
    people: [] as DirectoryPerson[],
    devices: [] as DirectoryDevice[],
    courses: [] as FakeCourse[],
    opened: undefined as Exclude<Opened, { name: 'open' }> | undefined,
    /** Called before each page with its number from 0; a returned problem replaces the page. */
    before: async (_page: number): Promise<DirectoryProblem | undefined> => undefined,
    /** Number of requested pages. */
    reads: 0,
  };

  async function page<T>(list: readonly T[], after: string | undefined) {
    const from = Number(after ?? 0);
    at.reads += 1;
    const problem = await at.before(from / pageSize);
    if (problem) return problem;
    const next = from + pageSize < list.length ? String(from + pageSize) : undefined;
    return ok({ list: list.slice(from, from + pageSize), next });
  }

  const directory: Pick<Directory, 'people' | 'devices' | 'courses' | 'members' | 'describe'> = {
    async people(_at, after) {
      const answer = await page(at.people, after);
      return answer.name === 'read' ? ok({ people: answer.value.list, next: answer.value.next }) : answer;
    },
    async devices(_at, after) {
      const answer = await page(at.devices, after);
      return answer.name === 'read' ? ok({ devices: answer.value.list, next: answer.value.next }) : answer;
    },
    async courses(of, after) {
      if (of !== 'everybody' && 'tutor' in of)
        return ok({
          courses: at.courses.filter(({ teachers }) => teachers.includes(of.tutor)),
          next: undefined,
        });
      const answer = await page(at.courses, after);
      return answer.name === 'read' ? ok({ courses: answer.value.list, next: answer.value.next }) : answer;
    },
    async members(courseId) {
      const course = at.courses.find(({ id }) => id === courseId);
      if (!course) return { name: 'gone' };
      return ok({
        courseName: course.name,
        joined: course.members,
        left: [],
        isWhole: true,
        next: undefined,
        cursor: undefined,
      });
    },
    async describe(ids) {
      return ok(at.people.filter(({ id }) => ids.includes(id)));
    },
  };

  const directories: Directories = {
    attempt: () => undefined,
    open: async () =>
      at.opened ?? {
        name: 'open',
        // Jobs use only these functions.
        directory: directory as Directory,
        service: 'google',
        directoryName: 'School',
      },
  };
  return { at, directories };
}

export const person = (id: string, name = `Person ${id}`): DirectoryPerson => ({
  id,
  name,
  email: `${id}@new.example`,
});

export const course = (id: string, fields: Partial<Omit<FakeCourse, 'id'>> = {}): FakeCourse => ({
  id,
  name: `Course ${id}`,
  kind: 'course',
  teachers: [],
  members: [],
  ...fields,
});

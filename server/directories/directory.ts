/**
 * The one door to a school's directory, whoever keeps it. Lists come in pages. What a directory may answer instead is an
 * outcome: nothing here throws because of what a directory does.
 */

/** What a group of this platform can come from: a course, or a group of the directory. */
export type DirectoryCourse = { id: string; name: string; kind: 'course' | 'group'; detail?: string };

/** `id` is the directory's own. A list of members may leave the name out: then `describe` knows it. */
export type DirectoryPerson = { id: string; name: string | undefined; email: string | undefined };

export type DirectoryProblem =
  /** The platform may not read the directory (any more): an administrator has to consent again. */
  | { name: 'consent-expired' }
  /** The directory answers again after so many seconds. */
  | { name: 'throttled'; seconds: number }
  /** The directory does not answer, or its connection broke. */
  | { name: 'away' }
  /** What the directory answers is not what it should be, or far too much. */
  | { name: 'unreadable' }
  /** The directory does not have what was asked for. */
  | { name: 'gone' };

export type Read<T> = { name: 'read'; value: T } | DirectoryProblem;

/** `next` asks for the page after this one; undefined: it is the last. */
export type CoursePage = { courses: readonly DirectoryCourse[]; next: string | undefined };

export type MemberPage = {
  /** With the first page of a whole reading; a later one may say that it has changed. */
  courseName: string | undefined;
  joined: readonly DirectoryPerson[];
  /** Ids; of a whole reading none. */
  left: readonly string[];
  /** False: what is not named is as it was when `since` was given. */
  isWhole: boolean;
  next: string | undefined;
  /** With the last page: `since` of the next reading, where the directory can tell what has changed. */
  cursor: string | undefined;
};

export type CourseOwner = { tutor: string } | 'everybody';

export type Directory = {
  /** Those that a tutor teaches or belongs to, by e-mail, or all of the school. */
  courses(of: CourseOwner, after: string | undefined, signal: AbortSignal): Promise<Read<CoursePage>>;
  /** Whether `courses` of that tutor has it. */
  offers(tutor: string, courseId: string, signal: AbortSignal): Promise<Read<boolean>>;
  /** Who learns there; teachers and owners are left out. */
  members(courseId: string, from: MembersFrom, signal: AbortSignal): Promise<Read<MemberPage>>;
  /** People by their ids. Who is not there any more is left out. */
  describe(ids: readonly string[], signal: AbortSignal): Promise<Read<readonly DirectoryPerson[]>>;
};

/** `after`: the `next` of the page before. `since`: the `cursor` of an earlier reading. */
export type MembersFrom = { after?: string | undefined; since?: string | undefined };

export const read = <T>(value: T): Read<T> => ({ name: 'read', value });

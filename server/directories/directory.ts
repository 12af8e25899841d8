/** The interface of all school directories. Lists come in pages. Problems are outcomes and never thrown. */

/** A course or a group in a directory of Google or Microsoft, from which a group of the console is imported. */
export type DirectoryCourse = { id: string; name: string; kind: 'course' | 'group'; detail?: string };

/** `id` is the directory's own. A list of members may omit the name; then `describe` returns it. */
export type DirectoryPerson = { id: string; name: string | undefined; email: string | undefined };

export type DirectoryProblem =
  /** The platform may not read the directory (any more): an administrator has to consent again. */
  | { name: 'consent-expired' }
  /** The provider rejects the platform's own secret, so the operator has to renew it. */
  | { name: 'client-refused' }
  /** The directory accepts requests again after this many seconds. */
  | { name: 'throttled'; seconds: number }
  /** The directory does not answer, or its connection broke. */
  | { name: 'away' }
  /** The directory's answer is invalid or far too large. */
  | { name: 'unreadable' }
  /** The directory does not have the requested item. */
  | { name: 'gone' }
  /** The directory rejects the request, such as an invalid filter. `message` is the directory's. */
  | { name: 'rejected'; message: string };

export type Read<T> = { name: 'read'; value: T } | DirectoryProblem;

/** `next`: token of the following page; undefined: this is the last one. */
export type CoursePage = { courses: readonly DirectoryCourse[]; next: string | undefined };

export type MemberPage = {
  /** Only in the first page of a complete read, or in a later page if the name has changed. */
  courseName: string | undefined;
  joined: readonly DirectoryPerson[];
  /** Ids; empty in a complete read. */
  left: readonly string[];
  /** False: people who are not listed are unchanged since `since`. */
  isWhole: boolean;
  next: string | undefined;
  /** Only in the last page: `since` of the next read, where the directory can report changes. */
  cursor: string | undefined;
};

/**
 * A place with people or devices, including places below it: an organisational unit (Google, a path such as
 * `/Students/Year 7`), a group's id (Microsoft), or the name or id of a built-in course.
 */
export type DirectoryPlace = { ou: string } | { group: string };

export type DirectoryDevice = {
  /** The directory's id. */
  id: string;
  serialNumber: string | undefined;
  /** For a Chromebook, the asset id that the school has entered. */
  hostname: string | undefined;
  model?: string;
  /** E-mail address of the last user. */
  user?: string;
};

export type PeoplePage = { people: readonly DirectoryPerson[]; next: string | undefined };
export type DevicePage = { devices: readonly DirectoryDevice[]; next: string | undefined };

/**
 * Filters courses of the school: by a teacher's e-mail (Google), or by a filter and a search in the
 * provider's own language (Microsoft). Absent or empty fields do not filter.
 */
export type CourseFilter = { teacherEmail?: string; filter?: string; search?: string };

export type CourseOwner = { tutor: string } | 'everybody' | { matching: CourseFilter };

export type Directory = {
  /**
   * Courses that a tutor (by e-mail) teaches or belongs to, or all courses, or matching ones. An unknown
   * tutor has none; an unknown `teacherEmail` is `gone`.
   */
  courses(of: CourseOwner, after: string | undefined, signal: AbortSignal): Promise<Read<CoursePage>>;
  /** Whether `courses` of that tutor includes it. */
  offers(tutor: string, courseId: string, signal: AbortSignal): Promise<Read<boolean>>;
  /** The students of the course, without teachers and owners. */
  members(courseId: string, from: MembersFrom, signal: AbortSignal): Promise<Read<MemberPage>>;
  /** People by their ids. Ids that no longer exist are left out. */
  describe(ids: readonly string[], signal: AbortSignal): Promise<Read<readonly DirectoryPerson[]>>;
  /** All people of a place without suspended accounts. `gone`: the place does not exist. */
  people(at: DirectoryPlace, after: string | undefined, signal: AbortSignal): Promise<Read<PeoplePage>>;
  /** All active devices of a place. `gone`: the place does not exist. */
  devices(at: DirectoryPlace, after: string | undefined, signal: AbortSignal): Promise<Read<DevicePage>>;
  /** Undefined: the directory has no person with that address. */
  person(email: string, signal: AbortSignal): Promise<Read<DirectoryPerson | undefined>>;
  /**
   * Checks with one or two cheap requests whether the platform may read the directory. `gone`: the directory
   * does not have that domain. `message`: a note for the administrator.
   */
  test(domain: string | undefined, signal: AbortSignal): Promise<Read<{ message?: string }>>;
};

/** `after`: the `next` of the page before. `since`: the `cursor` of an earlier read. */
export type MembersFrom = { after?: string | undefined; since?: string | undefined };

export const ok = <T>(value: T): Read<T> => ({ name: 'read', value });

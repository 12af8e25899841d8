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
  /** The provider does not take the platform's own secret: whoever runs the platform has to renew it. */
  | { name: 'client-refused' }
  /** The directory answers again after so many seconds. */
  | { name: 'throttled'; seconds: number }
  /** The directory does not answer, or its connection broke. */
  | { name: 'away' }
  /** What the directory answers is not what it should be, or far too much. */
  | { name: 'unreadable' }
  /** The directory does not have what was asked for. */
  | { name: 'gone' }
  /** The directory does not understand what was asked, such as a filter that somebody wrote. `message` is its own. */
  | { name: 'rejected'; message: string };

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

/**
 * Where people or devices of a directory are looked for: an organisational unit (Google, a path such as
 * `/Students/Year 7`) or a group's id (Microsoft); those below it too. Here, a course's name or its id.
 */
export type DirectoryPlace = { ou: string } | { group: string };

export type DirectoryDevice = {
  /** The directory's own. */
  id: string;
  serialNumber: string | undefined;
  /** Of a Chromebook, what the school has written on it. */
  hostname: string | undefined;
  model?: string;
  /** E-mail of who used it last. */
  user?: string;
};

export type PeoplePage = { people: readonly DirectoryPerson[]; next: string | undefined };
export type DevicePage = { devices: readonly DirectoryDevice[]; next: string | undefined };

/**
 * Which courses of the school: those of one teacher, by e-mail (Google), or those that a filter and a search in the
 * provider's own language find (Microsoft). What is absent or empty leaves nothing out.
 */
export type CourseFilter = { teacherEmail?: string; filter?: string; search?: string };

export type CourseOwner = { tutor: string } | 'everybody' | { matching: CourseFilter };

export type Directory = {
  /**
   * Those that a tutor teaches or belongs to, by e-mail, or all of the school, or those that match. A tutor whom the
   * directory does not know has none; a `teacherEmail` that it does not know is `gone`.
   */
  courses(of: CourseOwner, after: string | undefined, signal: AbortSignal): Promise<Read<CoursePage>>;
  /** Whether `courses` of that tutor has it. */
  offers(tutor: string, courseId: string, signal: AbortSignal): Promise<Read<boolean>>;
  /** Who learns there; teachers and owners are left out. */
  members(courseId: string, from: MembersFrom, signal: AbortSignal): Promise<Read<MemberPage>>;
  /** People by their ids. Who is not there any more is left out. */
  describe(ids: readonly string[], signal: AbortSignal): Promise<Read<readonly DirectoryPerson[]>>;
  /** All people of a place, without those whose accounts are suspended there. `gone`: there is no such place. */
  people(at: DirectoryPlace, after: string | undefined, signal: AbortSignal): Promise<Read<PeoplePage>>;
  /** All devices of a place that are in use. `gone`: there is no such place. */
  devices(at: DirectoryPlace, after: string | undefined, signal: AbortSignal): Promise<Read<DevicePage>>;
  /** Undefined: the directory knows nobody with that address. */
  person(email: string, signal: AbortSignal): Promise<Read<DirectoryPerson | undefined>>;
  /**
   * Whether the directory lets the platform in, in one or two cheap calls. `gone`: it does not have that domain.
   * `message`: a note for the administrator.
   */
  test(domain: string | undefined, signal: AbortSignal): Promise<Read<{ message?: string }>>;
};

/** `after`: the `next` of the page before. `since`: the `cursor` of an earlier reading. */
export type MembersFrom = { after?: string | undefined; since?: string | undefined };

export const read = <T>(value: T): Read<T> => ({ name: 'read', value });

/** Schemas of Google's answers, limited to the fields used here: OAuth, Classroom and the Admin SDK. */
import * as v from 'valibot';

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
/** Far longer than real names, which are truncated when they are stored. */
const text = v.pipe(v.string(), v.maxLength(10_000));
const token = v.optional(v.pipe(v.string(), v.maxLength(4_096)));

export const tokenSchema = v.object({
  access_token: v.pipe(v.string(), v.minLength(1)),
  expires_in: v.pipe(v.number(), v.minValue(0)),
});

export const courseSchema = v.object({
  id,
  name: text,
  section: v.optional(text),
});
export const coursesSchema = v.object({
  courses: v.optional(v.array(courseSchema), []),
  nextPageToken: token,
});

const studentSchema = v.object({
  userId: id,
  profile: v.optional(
    v.object({
      name: v.optional(v.object({ fullName: v.optional(text) })),
      emailAddress: v.optional(text),
    }),
  ),
});
export const studentsSchema = v.object({
  students: v.optional(v.array(studentSchema), []),
  nextPageToken: token,
});
export const teacherSchema = v.object({ userId: id });

export const groupDocumentSchema = v.object({ id, name: text, description: v.optional(text) });
export const groupsSchema = v.object({
  groups: v.optional(v.array(groupDocumentSchema), []),
  nextPageToken: token,
});
export const membershipSchema = v.object({ isMember: v.boolean() });

const memberSchema = v.object({
  /** Absent for the member that represents everyone in the domain. */
  id: v.optional(id),
  email: v.optional(text),
  role: v.optional(text),
  type: v.optional(text),
});
export const membersSchema = v.object({
  members: v.optional(v.array(memberSchema), []),
  nextPageToken: token,
});

export const userSchema = v.object({
  id,
  primaryEmail: v.optional(text),
  name: v.optional(v.object({ fullName: v.optional(text) })),
});
export const usersSchema = v.object({
  users: v.optional(v.array(userSchema), []),
  nextPageToken: token,
});

export const unitSchema = v.object({ orgUnitPath: text });

const chromebookSchema = v.object({
  deviceId: id,
  serialNumber: v.optional(text),
  model: v.optional(text),
  /** `ACTIVE`, `DEPROVISIONED` and others. */
  status: v.optional(text),
  annotatedAssetId: v.optional(text),
  /** The most recent first. */
  recentUsers: v.optional(v.array(v.object({ email: v.optional(text) }))),
});
export const chromebooksSchema = v.object({
  chromeosdevices: v.optional(v.array(chromebookSchema), []),
  nextPageToken: token,
});
export type Chromebook = v.InferOutput<typeof chromebookSchema>;

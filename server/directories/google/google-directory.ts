/**
 * A Google directory: courses and their students from Classroom, groups from the Directory of the Admin SDK.
 * It is read on behalf of an administrator, who has consented once (offline access).
 */
import type { Directory } from '../directory.ts';
import { createGoogleCalls, type GoogleDirectoryDeps } from './google-calls.ts';
import { createGoogleCourses } from './google-courses.ts';
import { createGoogleDevices } from './google-devices.ts';
import { createGoogleMembers } from './google-members.ts';
import { createGooglePeople } from './google-people.ts';

export function createGoogleDirectory(deps: GoogleDirectoryDeps): Directory {
  const calls = createGoogleCalls(deps);
  return {
    ...createGoogleCourses(calls),
    ...createGoogleMembers(calls),
    ...createGooglePeople(calls),
    ...createGoogleDevices(calls),
  };
}

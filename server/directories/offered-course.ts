/** Checks whether a tutor may import a course: only courses that `mycourses` shows are allowed. */
import type { Kysely } from 'kysely';
import { AppError } from '#protocol/app-error.ts';
import type { Database } from '#store/database.ts';
import { tutorOf } from '#store/people/people.ts';
import type { Directories, Service } from './directories.ts';
import { directoryError } from './directory-refusal.ts';

type Wanted = { tenant: string; tutorId: string; integrationId: string; courseId: string };

/** Returns the service of the course. Throws `AppError` where the tutor is not offered it. */
export type OfferedCourse = (wanted: Wanted) => Promise<Service>;

/** Shorter than the consoles' timeout. */
const TIMEOUT_MS = 10_000;

export function createOfferedCourse(db: Kysely<Database>, directories: Directories): OfferedCourse {
  return async ({ tenant, tutorId, integrationId, courseId }) => {
    const opened = await directories.open(tenant, integrationId);
    if (opened.name === 'none')
      throw new AppError('invalid', 'There is no such directory.', {
        detail: { field: 'integrationId' },
      });
    if (opened.name !== 'open') throw directoryError(opened);
    const { directory, directoryName, service } = opened;
    const { primary_email: tutor } = await tutorOf(db, tenant, tutorId)
      .select('primary_email')
      .executeTakeFirstOrThrow();
    const offered = await directory.offers(tutor, courseId, AbortSignal.timeout(TIMEOUT_MS));
    if (offered.name !== 'read') throw directoryError({ ...offered, directoryName });
    if (!offered.value)
      throw new AppError('invalid', 'This is no course or group of yours.', {
        detail: { field: 'nativeIdf' },
      });
    return service;
  };
}

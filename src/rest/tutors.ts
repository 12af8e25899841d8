import { queryOptions } from '@tanstack/react-query';
import { siteTutorSchema, type Tutor, tutorSchema } from '#protocol/rest/tutor.ts';
import { getDocument, getPaged, putDocument } from './http.ts';

/** The signed-in tutor: permissions and preferences. */
export const tutorSelfQuery = () =>
  queryOptions({
    queryKey: ['tutors', 'self'],
    queryFn: ({ signal }) => getDocument('/tutors/self', tutorSchema, { signal }),
  });

/** Sends the whole object with its preferences. Throws AppError: the caller decides what to say. */
export async function savePreferences(tutor: Tutor): Promise<void> {
  await putDocument('/tutors/self', tutor);
}

/** The tutors of the session's site, by its id; for group maintainers. */
export const siteTutorsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['tutors', 'site', siteId],
    queryFn: ({ signal }) =>
      getPaged(`/tutors/site/${encodeURIComponent(siteId)}`, siteTutorSchema, { signal }),
  });

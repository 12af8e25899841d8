import { queryOptions } from '@tanstack/react-query';
import { type Tutor, tutorSchema } from '#protocol/rest/tutor.ts';
import { getDocument, putDocument } from './http.ts';

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

import { queryOptions } from '@tanstack/react-query';
import { siteTutorSchema, type Tutor, tutorSchema } from '#protocol/rest/tutor.ts';
import { getDocument, getPaged, putDocument } from './http.ts';

/** Throws AppError. */
const readSelf = (read: { signal?: AbortSignal } = {}): Promise<Tutor> =>
  getDocument('/tutors/self', tutorSchema, read);

/** The signed-in tutor: permissions and preferences. */
export const tutorSelfQuery = () =>
  queryOptions({ queryKey: ['tutors', 'self'], queryFn: ({ signal }) => readSelf({ signal }) });

/**
 * Changes preferences of the tutor. The platform replaces them as a whole, so they are read first, because
 * another browser may have changed others. Throws AppError; the caller chooses the message.
 */
export async function changePreferences(
  change: (preferences: Tutor['preferences']) => Tutor['preferences'],
): Promise<void> {
  const now = await readSelf();
  await putDocument('/tutors/self', { ...now, preferences: change(now.preferences) });
}

/** The tutors of the given site; for group maintainers. */
export const siteTutorsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['tutors', 'site', siteId],
    queryFn: ({ signal }) =>
      getPaged(`/tutors/site/${encodeURIComponent(siteId)}`, siteTutorSchema, { signal }),
  });

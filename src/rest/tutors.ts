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
 * Changes preferences of the tutor. The platform takes them in whole: they are read first, because another browser of this
 * tutor may have changed others. Throws AppError: the caller decides what to say.
 */
export async function changePreferences(
  change: (preferences: Tutor['preferences']) => Tutor['preferences'],
): Promise<void> {
  const now = await readSelf();
  await putDocument('/tutors/self', { ...now, preferences: change(now.preferences) });
}

/** The tutors of the session's site, by its id; for group maintainers. */
export const siteTutorsQuery = (siteId: string) =>
  queryOptions({
    queryKey: ['tutors', 'site', siteId],
    queryFn: ({ signal }) =>
      getPaged(`/tutors/site/${encodeURIComponent(siteId)}`, siteTutorSchema, { signal }),
  });

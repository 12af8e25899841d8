/** The tutors of the tenant, for administrators. */
import { queryOptions } from '@tanstack/react-query';
import {
  type TutorInvitesAnswer,
  type TutorInvitesBody,
  tutorInvitesAnswerSchema,
} from '#protocol/rest/admin/tutor-invite.ts';
import { type Tutor, tutorSchema } from '#protocol/rest/tutor.ts';
import { deleteDocument, getDocument, getPaged, postAndRead } from '../http.ts';

/** The tenant's tutors. Always stale, because the admin realm receives no change notifications. */
export const tutorsQuery = () =>
  queryOptions({
    queryKey: ['tutors', 'all'],
    queryFn: ({ signal }) => getPaged('/tutors', tutorSchema, { signal }),
    staleTime: 0,
  });

export const tutorQuery = (tutorId: string) =>
  queryOptions({
    queryKey: ['tutors', 'one', tutorId],
    queryFn: ({ signal }) => getDocument(`/tutors/${encodeURIComponent(tutorId)}`, tutorSchema, { signal }),
  });

export const deleteTutor = (tutorId: string): Promise<void> =>
  deleteDocument(`/tutors/${encodeURIComponent(tutorId)}`);

export const inviteTutor = (invite: { email: string; integrationId: string }): Promise<Tutor> =>
  postAndRead(
    '/tutors/import',
    { integrationId: invite.integrationId, queryConfig: { emailToImport: invite.email } },
    tutorSchema,
  );

export const inviteTutors = (body: TutorInvitesBody): Promise<TutorInvitesAnswer> =>
  postAndRead('/tutors/importbulk', body, tutorInvitesAnswerSchema);

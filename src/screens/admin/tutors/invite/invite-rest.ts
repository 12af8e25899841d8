import { inviteTutor, inviteTutors } from '#rest/admin/tutors.ts';

/** REST calls that invite people; replaced in tests. */
export const INVITE_REST = { one: inviteTutor, several: inviteTutors };
export type InviteRest = typeof INVITE_REST;

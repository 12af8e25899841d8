import { inviteTutor, inviteTutors } from '../../../../rest/admin/tutors.ts';

/** The verbs of the platform that invite people; tests hand in others. */
export const INVITE_REST = { one: inviteTutor, several: inviteTutors };
export type InviteRest = typeof INVITE_REST;

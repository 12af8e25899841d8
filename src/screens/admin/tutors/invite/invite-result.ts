/** Fields of the invitation form, and the result for each person. */
import { type InviteList, MAX_INVITES, parseInvites, singleInvite } from '#domain/people/invite-list.ts';
import type { TutorInvitesAnswer, TutorInvitesBody } from '#protocol/rest/admin/tutor-invite.ts';
import { m } from '../messages.ts';

export type InviteDraft = {
  mode: 'single' | 'bulk';
  email: string;
  emails: string;
  /** Id of the integration. */
  sourceId: string | undefined;
  roleIds: ReadonlySet<string>;
  siteIds: ReadonlySet<string>;
};

export const FIRST_INVITE: InviteDraft = {
  mode: 'single',
  email: '',
  emails: '',
  sourceId: undefined,
  roleIds: new Set(),
  siteIds: new Set(),
};

export type InviteResult = {
  email: string;
  state: 'invited' | 'existing' | 'failed';
  why?: string | undefined;
};

/** Why the form cannot be sent yet. A text without any valid entry is reported on sending. */
export function inviteObstacle({ mode, email, emails, sourceId, roleIds, siteIds }: InviteDraft) {
  if (mode === 'single' && singleInvite(email) === undefined) return m.needsEmail;
  if (mode === 'bulk' && emails.trim() === '') return m.needsEmails;
  if (sourceId === undefined) return m.needsSource;
  if (mode === 'single') return undefined;
  if (roleIds.size > 0 && siteIds.size === 0) return m.needsSites;
  if (siteIds.size > 0 && roleIds.size === 0) return m.needsRoles;
  return parseInvites(emails).addresses.length > MAX_INVITES ? m.tooMany({ most: MAX_INVITES }) : undefined;
}

export function bulkBody({ emails, sourceId = '', roleIds, siteIds }: InviteDraft): TutorInvitesBody {
  const roles = Object.fromEntries([...roleIds].map((id) => [id, 'active' as const]));
  return {
    integrationId: sourceId,
    queryConfigs: parseInvites(emails).addresses.map((emailToImport) => ({ emailToImport })),
    ...(roleIds.size > 0 &&
      siteIds.size > 0 && {
        bulkRolesToApply: { sites: Object.fromEntries([...siteIds].map((id) => [id, roles])) },
      }),
  };
}

export function resultsOf(
  { addresses, refused }: InviteList,
  { errors, existing }: Pick<TutorInvitesAnswer, 'errors' | 'existing'>,
): InviteResult[] {
  const known = new Set(existing);
  const sent = addresses.map((email): InviteResult => {
    const why = Object.hasOwn(errors, email) ? errors[email] : undefined;
    if (known.has(email)) return { email, state: 'existing' };
    return why === undefined ? { email, state: 'invited' } : { email, state: 'failed', why };
  });
  return [...sent, ...allFailed(refused, m.notAnAddress)];
}

/** The request failed as a whole. */
export const allFailed = (emails: readonly string[], why: string): InviteResult[] =>
  emails.map((email) => ({ email, state: 'failed', why }));

/** `refused`: number of entries that were not sent, because they are no addresses. */
export function summaryOf(
  answer: TutorInvitesAnswer,
  refused: number,
): {
  type: 'success' | 'warning';
  text: string;
} {
  const { successCount } = answer;
  const failureCount = answer.failureCount + refused;
  if (successCount === 0 && failureCount === 0) return { type: 'warning', text: m.bulkNone };
  return failureCount === 0
    ? { type: 'success', text: m.bulkDone }
    : { type: 'warning', text: m.bulkPartly({ done: successCount, failed: failureCount }) };
}

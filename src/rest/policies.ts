import { queryOptions } from '@tanstack/react-query';
import {
  type AppliedPolicy,
  appliedPolicyListSchema,
  memberPolicyListSchema,
  type PolicyApplication,
  policySchema,
} from '#protocol/rest/policy.ts';
import { getDocument, getPaged, putAndRead, type ReadOptions } from './http.ts';

/** What policies are applied to. */
export type PolicyTarget = { kind: 'groups' | 'users' | 'devices'; id: string };

const pathOf = ({ kind, id }: PolicyTarget) => `/${kind}/${encodeURIComponent(id)}/policies`;

/** The site's policies and the tutor's own. */
export const policiesQuery = () =>
  queryOptions({
    queryKey: ['policies'],
    queryFn: ({ signal }) => getPaged('/policies', policySchema, { signal }),
  });

/** What is applied to a group, a user or a device itself. Throws AppError. */
export const readAppliedPolicies = (target: PolicyTarget, read: ReadOptions = {}): Promise<AppliedPolicy[]> =>
  getDocument(pathOf(target), appliedPolicyListSchema, read);

export const appliedPoliciesQuery = (target: PolicyTarget) =>
  queryOptions({
    queryKey: [target.kind, target.id, 'policies'],
    queryFn: ({ signal }) => readAppliedPolicies(target, { signal }),
  });

/** What is applied to the members of a group themselves: one read for all cards. */
export const memberPoliciesQuery = (groupId: string) =>
  queryOptions({
    queryKey: ['groups', groupId, 'members', 'policies'],
    queryFn: ({ signal }) =>
      getDocument(`/groups/${encodeURIComponent(groupId)}/members/policies`, memberPolicyListSchema, {
        signal,
      }),
  });

/** Whether a query holds applications: they are read anew when this tab has changed some. */
export const holdsApplications = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey.length > 1 && queryKey.at(-1) === 'policies';

/** The whole list as it shall be, or one policy that is added or whose fields change. */
export type PolicyWrite = { policies: readonly PolicyApplication[] } | PolicyApplication;

/** Nothing of what a read adds to an application, such as name and icon, is written back. */
export function toWritten({ policyId, disabled, disabledTTL, expiry }: PolicyApplication): PolicyApplication {
  return {
    policyId,
    disabled,
    ...(disabledTTL === undefined ? {} : { disabledTTL }),
    ...(expiry === undefined ? {} : { expiry }),
  };
}

/** Answers the list as it is now. Throws AppError: `forbidden` without policyUser or for a target out of reach. */
export const putPolicies = (target: PolicyTarget, write: PolicyWrite): Promise<AppliedPolicy[]> =>
  putAndRead(
    pathOf(target),
    'policies' in write
      ? { policies: (write.policies as readonly PolicyApplication[]).map(toWritten) }
      : toWritten(write),
    appliedPolicyListSchema,
  );

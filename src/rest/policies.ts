import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import type { RawPart } from '#domain/policies/policy-definition.ts';
import {
  type AppliedPolicy,
  appliedPolicyListSchema,
  memberPolicyListSchema,
  type Policy,
  type PolicyApplication,
  placedPolicySchema,
  policySchema,
  type RecipientPolicies,
  recipientPoliciesSchema,
} from '#protocol/rest/policy.ts';
import { deleteDocument, getDocument, getPaged, postAndRead, putAndRead, type ReadOptions } from './http.ts';

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

/** Whether a query holds applications, or counts them: they are read anew when this tab has changed some. */
export const holdsApplications = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === 'policies' || queryKey.at(-1) === 'policies';

/** The whole list as it shall be. `former`: the list that was changed, so that what others have done to it since stays. */
export type PolicyListWrite = {
  policies: readonly PolicyApplication[];
  former?: readonly PolicyApplication[];
};

/** A list, or one policy that is added or whose fields change. */
export type PolicyWrite = PolicyListWrite | PolicyApplication;

/** Nothing of what a read adds to an application, such as name and icon, is written back. */
export function toWritten({ policyId, disabled, disabledTTL, expiry }: PolicyApplication): PolicyApplication {
  return {
    policyId,
    disabled,
    ...(disabledTTL === undefined ? {} : { disabledTTL }),
    ...(expiry === undefined ? {} : { expiry }),
  };
}

const toWrittenList = ({ policies, former }: PolicyListWrite) => ({
  policies: policies.map(toWritten),
  ...(former && { former: former.map(toWritten) }),
});

/** Answers the list as it is now. Throws AppError: `forbidden` without policyUser or for a target out of reach. */
export const putPolicies = (target: PolicyTarget, write: PolicyWrite): Promise<AppliedPolicy[]> =>
  putAndRead(
    pathOf(target),
    'policies' in write ? toWrittenList(write as PolicyListWrite) : toWritten(write),
    appliedPolicyListSchema,
  );

/** Users and devices, whose policies are read and changed many at a time. */
export type RecipientTarget = PolicyTarget & { kind: 'users' | 'devices' };

const named = (targets: readonly RecipientTarget[]) => ({
  users: targets.flatMap(({ kind, id }) => (kind === 'users' ? id : [])),
  devices: targets.flatMap(({ kind, id }) => (kind === 'devices' ? id : [])),
});

/**
 * What is applied to each of them, `MAX_POLICY_RECIPIENTS` at most. Those that this tutor may not see, or that are gone,
 * are left out. Throws AppError.
 */
export const readRecipientPolicies = (
  targets: readonly RecipientTarget[],
  read: ReadOptions = {},
): Promise<RecipientPolicies[]> =>
  postAndRead('/policies/recipients', named(targets), v.array(recipientPoliciesSchema), read);

/** The same change for several targets. `add`: with its fields, also where it is applied already. */
export type RecipientsChange = { add: readonly PolicyApplication[]; remove: readonly string[] };

/** Answers like `readRecipientPolicies`, with what is applied afterwards. Throws AppError: `forbidden` without policyUser. */
export const changeRecipientPolicies = (
  targets: readonly RecipientTarget[],
  { add, remove }: RecipientsChange,
): Promise<RecipientPolicies[]> =>
  putAndRead(
    '/policies/recipients',
    { ...named(targets), add: add.map(toWritten), remove },
    v.array(recipientPoliciesSchema),
  );

/** What is applied where, of all policies that this tutor sees, as far as the tutor sees the places. */
export const placedPoliciesQuery = () =>
  queryOptions({
    queryKey: ['policies', 'applications'],
    queryFn: ({ signal }) => getPaged('/policies/applications', placedPolicySchema, { signal }),
  });

/** A policy as it is saved; without `disabled` that stays as it is. `version`: the one that was changed. */
export type PolicyDocument = {
  name: string;
  meta: { icon: { base: string; color: string; icon: string } };
  definition: { conditions: readonly RawPart[]; effects: readonly RawPart[] };
  global: boolean;
  ownerId: string;
  disabled?: boolean;
  version?: number;
};

const pathOfPolicy = (id: string) => `/policies/${encodeURIComponent(id)}`;

/**
 * All three throw AppError: `forbidden` without policyMaintainer, `not-found` where there is no such policy; a saving also
 * `conflict`, where the policy has another version by now.
 */
export const createPolicy = (policy: PolicyDocument): Promise<Policy> =>
  postAndRead('/policies', policy, policySchema);

export const savePolicy = (id: string, policy: PolicyDocument): Promise<Policy> =>
  putAndRead(pathOfPolicy(id), policy, policySchema);

export const deletePolicy = (id: string): Promise<void> => deleteDocument(pathOfPolicy(id));
